import { count, plural } from "../../metrics/format.ts";
import { formatValue } from "../../metrics/format-value.ts";
import { groupBy } from "../../stats/group-by.ts";
import { list, type Section } from "../block.ts";
import { type Column, left, right, tableBlocks } from "../columns.ts";
import type { View } from "../report.ts";
import type { Text } from "../text.ts";
import { tellingLine } from "../words/telling-line.ts";

type Kind = ReturnType<typeof kindsOf>[number];

const shown = { kinds: 20, samples: 10, launches: 5 };

/** Calls that failed by kind with samples of what the server said, and launches that failed. In view when head has any. */
export function errorsSection(view: View): Section {
  const kinds = kindsOf(view);
  const launches = failedLaunches(view);
  const columns: Column<Kind>[] = [
    left("Row", ({ row }) => ({ name: row })),
    // Without a comparison all are of head, whichever fail.
    ...(view.report.base ? [left<Kind>("Version", ({ arm }) => arm)] : []),
    left("Kind", ({ kind }) => ({ prose: kind })),
    right("Calls", (line) => `${count(line.count)} of ${count(line.attempted)}`),
    right("Share", (line) => formatValue("error_rate", line.count / line.attempted)),
  ];
  const inHead = kinds.some(({ arm }) => arm === "head") || launches.some(({ isHead }) => isHead);
  return {
    id: "errors",
    title: "Errors",
    fold: inHead ? undefined : "Statistics",
    blocks: [
      ...list(
        launches.map(({ text }) => text),
        shown.launches,
        (hidden) => `and ${plural(hidden, "further failure")} of launches`,
      ),
      ...tableBlocks(columns, kinds, { most: shown.kinds }),
      ...list(samplesOf(view)),
    ],
  };
}

function kindsOf({ rows }: View) {
  const lines = rows.flatMap(({ row, base, head }) =>
    Object.entries({ head, base }).flatMap(([arm, summary]) =>
      Object.entries(summary?.failures ?? {}).map(([kind, amount]) => {
        return { row: row.id, arm, kind, count: amount, attempted: summary?.attempted ?? 0 };
      }),
    ),
  );
  return lines.sort((a, b) => b.count / b.attempted - a.count / a.attempted);
}

/** Returns error samples of the server: one of each kind and row, then the most frequent. */
function samplesOf({ report }: View): Text[] {
  const samples = report.run.rows.flatMap(({ id: row, head }) =>
    head.measurements.flatMap(({ errors }) => errors.map((error) => ({ row, ...error }))),
  );
  const groups = groupBy(samples, ({ row, kind, message }) => JSON.stringify([row, kind, message]));
  const counted = [...groups.values()]
    .map((same) => ({ ...same[0], count: same.reduce((sum, sample) => sum + sample.count, 0) }))
    .sort((a, b) => b.count - a.count);
  const first = [...groupBy(counted, ({ row, kind }) => JSON.stringify([row, kind])).values()].map(([one]) => one);
  const others = counted.filter((sample) => !first.includes(sample));
  return [...first.slice(0, shown.kinds), ...others.slice(0, Math.max(0, shown.samples - first.length))].map(
    ({ row, kind, message, count: times }): Text => [
      { name: row },
      ` ${count(times)} × `,
      { prose: `${kind}: ${tellingLine(message)}` },
    ],
  );
}

/** The failure that the sentence of the verdict tells, with how many launches had it. */
function isTold(failure: string, { comparison }: View["report"]): boolean {
  return comparison.findings.some(
    ({ state, reason }) => state === "errored" && reason.code === "launches-failed" && reason.failure === failure,
  );
}

function failedLaunches({ report }: View): { isHead: boolean; text: Text }[] {
  const heads = new Set(report.run.head.arms.map(({ id }) => id));
  const failed = report.run.rounds
    .flatMap(({ launches }) => launches)
    .flatMap(({ arm, failure }) => (failure === undefined || isTold(failure, report) ? [] : [{ arm, failure }]));
  const groups = [...groupBy(failed, ({ arm, failure }) => JSON.stringify([arm, failure])).values()];
  return groups.map((same) => {
    const [{ arm, failure }] = same;
    const launches = { strong: plural(same.length, "launch") };
    const text: Text = [launches, " of ", { name: arm }, " failed: ", { prose: tellingLine(failure) }];
    return { isHead: heads.has(arm), text };
  });
}
