import { join } from "node:path";
import { markdownTable } from "markdown-table";
import { linearRegression } from "simple-statistics";
import { type Cost, cli, costOf } from "../bench-harness/watch.ts";
import { type Size, writeRecord } from "./records.ts";

const usual: Size = { rows: 10, rounds: 10, samples: 100, arms: ["head", "base"] };

interface Axis {
  readonly name: string;
  readonly values: readonly number[];
  /** Costs what the program does with a record of that size. */
  readonly cost: (value: number, folder: string) => Promise<Cost & { readonly bytes: number }>;
}

function reportOn(change: (value: number) => Partial<Size>): Axis["cost"] {
  return async (value, folder) => {
    const { file, bytes } = writeRecord(folder, "growth", { ...usual, ...change(value) });
    const words = ["report", file, "--format", "markdown", "--output", join(folder, "report.md")];
    const [one, other] = [await costOfCommand(words), await costOfCommand(words)];
    return { ...(one.ms < other.ms ? one : other), bytes };
  };
}

const axes: readonly Axis[] = [
  { name: "rows, of a report", values: [10, 100, 1000], cost: reportOn((rows) => ({ rows })) },
  { name: "rounds, of a report", values: [10, 30, 100], cost: reportOn((rounds) => ({ rounds, rows: 50 })) },
  {
    name: "samples of a row and round, of a report",
    values: [1000, 10_000, 100_000, 1_000_000],
    cost: reportOn((samples) => ({ samples, rows: 1 })),
  },
  {
    name: "replicas, of a merge",
    values: [2, 8, 32, 100],
    cost: async (count, folder) => {
      const records = Array.from({ length: count }, (_, at) =>
        writeRecord(folder, `replica-${at + 1}`, { ...usual, samples: 1000, seed: at + 1 }),
      );
      const files = records.map(({ file }) => file);
      const cost = await costOfCommand(["merge", ...files, "--output", join(folder, "merged.json")]);
      return { ...cost, bytes: records.reduce((sum, { bytes }) => sum + bytes, 0) };
    },
  },
];

/** Returns how time and memory grow with what a run has more of. Slopes are of what comes on top of starting the program. */
export async function growth(folder: string): Promise<string> {
  const startMs = Math.min((await costOfCommand(["--version"])).ms, (await costOfCommand(["--version"])).ms);
  const lines: string[][] = [];
  for (const { name, values, cost } of axes) {
    const costs = [];
    for (const value of values) costs.push({ value, ...(await cost(value, folder)) });
    const last = costs.at(-1);
    lines.push([
      name,
      values.map((value) => value.toLocaleString("en")).join(", "),
      costs.map(({ ms }) => seconds(ms)).join(", "),
      slope(costs.map(({ value, ms }) => [value, Math.max(1, ms - startMs)])).toFixed(2),
      costs.map(({ peakBytes }) => megabytes(peakBytes)).join(", "),
      slope(costs.map(({ value, bytes }) => [value, bytes])).toFixed(2),
      megabytes(last?.bytes),
    ]);
  }
  const head = [
    "what there is more of",
    "how many",
    "time",
    "slope",
    "peak RSS",
    "slope of the record",
    "largest record",
  ];
  return markdownTable([head, ...lines], { alignDelimiters: false });
}

/** Slope of log y over log x by least squares: 1 where cost grows in proportion, 2 where it grows with the square. */
function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const logs = points.filter(([, y]) => y > 0).map(([x, y]) => [Math.log(x), Math.log(y)]);
  return linearRegression(logs).m;
}

/** Returns what one command of the built program costs. */
function costOfCommand(words: readonly string[]): Promise<Cost> {
  return costOf([process.execPath, cli, ...words]);
}

function megabytes(bytes: number | undefined): string {
  return bytes === undefined ? "unknown" : `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}
