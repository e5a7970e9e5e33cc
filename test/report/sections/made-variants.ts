import { type MadeReport, recorded, report, statistics } from "../build.ts";

interface Figures {
  readonly x: number;
  readonly requests?: number;
  readonly note?: string;
  /** p50 in ms by variant. */
  readonly p50: Readonly<Record<string, number>>;
  readonly timeouts?: string;
  /** Besides p50 and what follows from it. */
  readonly more?: Parameters<typeof statistics>[1];
}

/** A report of one sweep on variants, the first of which is the reference of the others. */
export function onVariants(names: readonly string[], lines: readonly Figures[]): MadeReport {
  const rows = lines.flatMap(({ x, requests = 100, p50, timeouts, more }) =>
    Object.entries(p50).map(([variant, ms]) => ({
      id: `search @${x} ×${requests} [${variant}]`,
      benchmark: "search",
      x,
      requests,
      head: statistics(ms, more),
      headFailures: timeouts === variant ? { timeout: 1 } : {},
    })),
  );
  const plain = report({
    status: "no-baseline",
    reference: { kind: "none", reason: "none" },
    rows,
  });
  const [arm] = plain.record.arms;
  if (!arm) throw new TypeError("the report has an arm");
  return recorded(plain, {
    ...plain.record,
    arms: names.map((variant, index) => ({
      ...arm,
      id: `head/${variant}`,
      side: "head",
      variant,
      environment: { Mode: `text of ${variant}` },
      ...(index > 0 && names[0] !== undefined ? { reference: names[0] } : {}),
    })),
    rows: plain.record.rows.map((row) => {
      const [, key = "", variant = ""] = /^(.*) \[(.*)\]$/s.exec(row.id) ?? [];
      const note = lines.find(({ x, requests = 100 }) => key === `search @${x} ×${requests}`)?.note;
      return { ...row, key, variant, ...(note === undefined ? {} : { note }) };
    }),
  });
}

export const study = onVariants(
  ["upstream=1", "upstream=4"],
  [
    { x: 1, p50: { "upstream=1": 8, "upstream=4": 9 } },
    { x: 10, p50: { "upstream=1": 45, "upstream=4": 27 } },
    { x: 5, requests: 30, p50: { "upstream=1": 33, "upstream=4": 31 }, timeouts: "upstream=1", note: "first try" },
    { x: 5, requests: 50, p50: { "upstream=1": 36, "upstream=4": 25 } },
  ],
);
