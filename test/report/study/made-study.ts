import type { Report } from "../../../src/report/report.ts";
import { recorded, report, statistic, statistics, sweep } from "../build.ts";

export const unasked = {
  kind: "none",
  reason: "--compare-ref measures another commit beside it",
  unasked: true,
} as const;

export const headed = { title: "Lists", purpose: "How many calls <b>fit</b> into a second." };

/** Operations on two variants, those over HTTP so many times as slow as over stdio; `undefined`: now more, now less. */
export function operations(times: Readonly<Record<string, number | undefined>>): Report {
  const rows = Object.entries(times).flatMap(([key, factor]) => [
    { id: `${key} [stdio]`, group: "operations", head: statistics(2) },
    {
      id: `${key} [http]`,
      group: "operations",
      head: statistics(2 * (factor ?? 1), { p50: statistic(2 * (factor ?? 1), factor === undefined ? -0.3 : 0.02) }),
    },
  ]);
  const made = report({
    rows: [...rows, ...sweep("list", { 1: 1, 10: 1, 20: 1 }).map(({ base: _, ...row }) => row)],
    status: "no-baseline",
    reference: unasked,
  });
  const arm = { side: "head", transport: "stdio" } as const;
  const arms = [
    { ...arm, id: "head/stdio", variant: "stdio" },
    { ...arm, id: "head/http", variant: "http", reference: "stdio" },
  ];
  const own = made.record.rows.map((row) => {
    const [, key, variant] = /^(.*) \[(.*)\]$/.exec(row.id) ?? [];
    return { ...row, ...(key !== undefined && variant !== undefined ? { key, variant } : {}) };
  });
  return recorded(made, { ...made.record, ...headed, arms, rows: own });
}
