import { count, duration, nothing, plural } from "../../metrics/format.ts";
import { batchSizeOf, pauseOf } from "../../model/load.ts";
import { isNamedByTarget } from "../../model/operation.ts";
import type { RecordRow } from "../../record/record.ts";
import { groupBy } from "../../stats/group-by.ts";
import { paragraph, type Section } from "../block.ts";
import { type Column, left, tableBlocks } from "../columns.ts";
import type { View } from "../report.ts";
import { firstFew, joined, type Text } from "../text.ts";
import { extentText, loadText } from "./load-text.ts";

type Line = readonly [benchmark: string, rows: readonly RecordRow[]];

interface Condition {
  readonly label: string;
  /** Undefined where the row has no such condition. `name` is untrusted. */
  of(row: RecordRow): string | undefined;
  /** The configuration's own words. */
  readonly isForeign?: true;
}

const conditions: readonly Condition[] = [
  { label: "Arguments", of: (row) => row.arguments, isForeign: true },
  { label: "Set-up", of: (row) => row.setup, isForeign: true },
  { label: "Load", of: ({ load: { ...load } }) => loadText("delayMs" in load ? { ...load, delayMs: 0 } : load) },
  { label: "Calls per launch", of: ({ load }) => (batchSizeOf(load) === undefined ? extentText(load) : undefined) },
  { label: "Batches per launch", of: ({ load }) => (batchSizeOf(load) === undefined ? undefined : extentText(load)) },
  { label: "Warm-up", of: ({ load }) => count(load.warmup) },
  { label: "Time limit", of: ({ load }) => duration(load.timeoutMs) },
  { label: "Pause before each call", of: ({ load }) => (pauseOf(load) > 0 ? duration(pauseOf(load)) : undefined) },
  { label: "Pause after the load", of: ({ cooldownMs }) => (cooldownMs ? duration(cooldownMs) : undefined) },
];

const shown = 60;

/** Under what conditions the figures were made, as the configuration states them: of a study, in view. */
export function conditionsSection({ report: { run } }: View): Section {
  const lines: Line[] = [...groupBy(run.rows, ({ benchmark }) => benchmark)];
  const same = conditions.filter((one) => lines.length > 1 && groupBy(run.rows, one.of).size === 1);
  const columns = conditions.filter((one) => !same.includes(one) && run.rows.some((row) => one.of(row) !== undefined));
  const common = same.flatMap((one): Text[] => {
    const value = valueText(one, run.rows);
    return value.length === 0 ? [] : [[`${one.label.toLowerCase()} `, ...value]];
  });
  const column = (one: Condition): Column<Line> => ({
    label: one.label,
    align: one.isForeign ? "left" : "right",
    cell: ([, rows]) => {
      const value = valueText(one, rows);
      return value.length === 0 ? nothing : value;
    },
  });
  const hasTable = columns.length > 0 || run.rows.some((row) => callOf(row) !== row.benchmark);
  const all: Column<Line>[] = [
    left("Benchmark", ([benchmark]) => ({ name: benchmark })),
    ...[{ label: "Calls", of: callOf, isForeign: true } as const, ...columns].map(column),
  ];
  const more = (hidden: number) => `and ${plural(hidden, "more benchmark")}`;
  return {
    id: "conditions",
    title: "Conditions",
    fold: isStudy(run) ? undefined : "Run details",
    blocks: [
      ...(common.length > 0 ? paragraph("Of every benchmark: ", ...joined(common, "; "), ".") : []),
      ...(hasTable ? tableBlocks(all, lines, { most: shown, more }) : []),
    ],
  };
}

/** Tests whether the configuration states the purpose of the run. */
export function isStudy({ title, purpose }: View["report"]["run"]): boolean {
  return title !== undefined || purpose !== undefined;
}

function callOf({ method, target }: RecordRow): string {
  if (isNamedByTarget(method)) return target;
  return target === method ? method : `${method} ${target}`;
}

const valuesShown = 6;

/** The values that rows have; where a variant decides it, with the variants that have it. Empty where no row has any. */
function valueText(condition: Condition, rows: readonly RecordRow[]): Text {
  const values = [...groupBy(rows, condition.of)];
  if (values.every(([value]) => value === undefined)) return [];
  const variants = values.map(([, members]) => [...new Set(members.flatMap(({ variant }) => variant ?? []))]);
  const every = variants.flat();
  const isByVariant = values.length > 1 && every.length > 0 && new Set(every).size === every.length;
  const texts = values.map(([value], place): Text => {
    const text: Text = [value === undefined ? "none" : condition.isForeign ? { name: value } : value];
    const own = isByVariant ? (variants[place] ?? []).map((variant): Text => [{ prose: variant }]) : [];
    return own.length === 0 ? text : [...text, " (", ...joined(own, ", "), ")"];
  });
  return joined(
    firstFew(texts, valuesShown, (hidden) => [`${hidden} more`]),
    ", ",
  );
}
