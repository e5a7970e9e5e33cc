import { readFileSync } from "node:fs";
import { isMeasured } from "../../src/decide/judge.ts";
import { storedJudge } from "../../src/decide/stored/stored.ts";
import { gatedCount, gatesOf } from "../../src/decide/thresholds.ts";
import { findDrift } from "../../src/history/drift.ts";
import type { StoredEntry } from "../../src/history/entry.ts";
import { type MetricId, metric } from "../../src/metrics/metric.ts";
import type { ArmSummary, RowSummary, Statistics } from "../../src/metrics/summary.ts";
import { defaultThresholds, type RunThresholds } from "../../src/plan/threshold.ts";
import { serverRow } from "../../src/record/row-ids.ts";
import { seededRandom } from "../../src/stats/random.ts";

/** A run of `fixtures/stored-runs/series.json`. */
export interface SeriesRun {
  readonly world: "quiet" | "busy" | "crowded";
  readonly language: "node" | "python";
  /** Says how many times as long its calls take. */
  readonly factor: number;
  readonly createdAt: string;
  /** Says whether programs waited for a core. */
  readonly isBusy: boolean;
  readonly summary: ArmSummary;
}

export function readSeries(): SeriesRun[] {
  return JSON.parse(readFileSync(new URL("../../fixtures/stored-runs/series.json", import.meta.url), "utf8"));
}

type Random = () => number;

const ofRows = defaultThresholds.filter(({ metric: id }) => metric(id).scope === "row");
const ofServer = defaultThresholds.filter(({ metric: id }) => metric(id).scope === "server");

export function thresholdsFor({ rows }: ArmSummary): RunThresholds {
  return new Map([...rows.map(({ row }) => [row, ofRows] as const), [serverRow, ofServer] as const]);
}

export function entryOf(summary: ArmSummary, night = 0): StoredEntry {
  const commit = night.toString(16).padStart(40, "0");
  return { commit, createdAt: new Date(Date.UTC(2026, 0, 1 + night)).toISOString(), summary };
}

/** Returns what the gates that can fail a run say, as `row metric`, by their state. */
export function judged(
  { summary: head, isBusy }: Pick<SeriesRun, "summary" | "isBusy">,
  stored: readonly { summary: ArmSummary }[],
) {
  const gates = gatesOf(head, thresholdsFor(head));
  const judge = storedJudge(
    stored.map(({ summary }) => entryOf(summary)),
    {
      ...{ head, tools: [], gates: gatedCount(gates), isBusy },
    },
  );
  return gates
    .filter(({ threshold }) => threshold.level === "fail")
    .flatMap((gate) => (isMeasured(gate) ? [{ row: gate.row, metric: gate.threshold.metric, ...judge(gate) }] : []));
}

/** So many of the runs, none twice. */
export function draw<T>(runs: readonly T[], count: number, random: Random): T[] {
  const left = [...runs];
  return Array.from({ length: count }, () => left.splice(Math.floor(random() * left.length), 1)[0] as T);
}

/** A run as a machine would have measured it that takes so many times as long for everything. */
export function onMachine<Run extends { summary: ArmSummary }>(
  { summary, ...run }: Run,
  { calls, startup = calls }: { calls: number; startup?: number },
) {
  const server = slowed(summary.server, startup);
  const rows = summary.rows.map((row): RowSummary => ({ ...row, statistics: slowed(row.statistics, calls) }));
  return { ...run, summary: { ...summary, server, rows } };
}

function slowed(statistics: Statistics, factor: number): Statistics {
  return Object.fromEntries(
    Object.entries(statistics).map(([id, one]) => {
      const { unit } = metric(id as MetricId);
      const by = unit === "ms" ? factor : unit === "per-second" ? 1 / factor : 1;
      if (one.state !== "measured") return [id, one];
      return [id, { ...one, value: one.value * by, rounds: one.rounds.map((round) => round * by) }];
    }),
  );
}

/** A run of one series whose last row is that of another run. */
export function withLastRow(run: SeriesRun, { summary: { rows: others } }: SeriesRun): SeriesRun {
  const rows = [...run.summary.rows.slice(0, -1), ...others.slice(-1)];
  return { ...run, summary: { ...run.summary, rows } };
}

/** The first of so many nights after the change that names a tool as worse; undefined where none does. */
export function toldAfter(before: readonly SeriesRun[], after: readonly SeriesRun[]): number | undefined {
  const all = [...before, ...after].map(({ summary }, night) => entryOf(summary, night));
  for (let nights = 1; nights <= after.length; nights++) {
    const history = all.slice(0, before.length + nights);
    const [newest] = history.slice(-1);
    if (!newest) return undefined;
    const { shifts } = findDrift(history, thresholdsFor(newest.summary));
    if (shifts.some(({ row }) => row !== serverRow)) return nights;
  }
  return undefined;
}

const columns = [
  "runs",
  "unchanged, 5 stored",
  "unchanged, 10",
  "two kinds of machine",
  "x1.3, 5",
  "x1.2, 10",
  "+20 %, 5 nights",
  "+10 %, 10 nights",
];

/**
 * Yields a Markdown table of how often something is reported: in drawn comparisons with stored runs, where the last tool of
 * one run may be that of a slower one, and in nights after a change. "–" stands where there are too few runs to draw from.
 */
export function* seriesTable(series: readonly SeriesRun[], trials: number): Generator<string> {
  const random = seededRandom(3);
  yield `| ${columns.join(" | ")} |`;
  yield `|${columns.map(() => " - |").join("")}`;
  const share = (count: number, isTold: () => boolean) => {
    const told = Array.from({ length: count }, isTold).filter((one) => one).length;
    return `${((100 * told) / count).toFixed(1)} %`;
  };
  const kinds = new Set(series.map(({ world, language }) => `${world} ${language}`));
  for (const kind of kinds) {
    const [world, language] = kind.split(" ");
    const runsOf = (factor: number) =>
      series.filter((run) => run.world === world && run.language === language && run.factor === factor);
    const equal = runsOf(1);
    const compared = (count: number, change: (head: SeriesRun) => SeriesRun = (head) => head, slowMachines = 0) => {
      if (equal.length <= count) return "–";
      return share(trials, () => {
        const drawn = draw(equal, count + 1, random);
        const [head, ...stored] = drawn.map((run) => (random() < slowMachines ? onMachine(run, { calls: 1.25 }) : run));
        return head !== undefined && judged(change(head), stored).some(({ state }) => state === "regressed");
      });
    };
    const slower = (factor: number, count: number) => {
      const slow = runsOf(factor);
      const swap = (head: SeriesRun) => {
        const [other] = draw(slow, 1, random);
        return other ? withLastRow(head, other) : head;
      };
      return slow.length === 0 ? "–" : compared(count, swap);
    };
    const nights = (factor: number, count: number) => {
      const slow = runsOf(factor);
      if (equal.length < nightsBefore || slow.length === 0) return "–";
      return share(Math.ceil(trials / 10), () => {
        const after = Array.from({ length: count }, () => draw(slow, 1, random)).flat();
        return toldAfter(draw(equal, nightsBefore, random), after) !== undefined;
      });
    };
    const figures = [compared(5), compared(10), compared(5, undefined, 0.2), slower(1.3, 5), slower(1.2, 10)];
    yield `| ${[`${kind}, ${equal.length}`, ...figures, nights(1.2, 5), nights(1.1, 10)].join(" | ")} |`;
  }
}

/**
 * Yields a line for each run of unchanged code that is ever reported against ten others: how often, and by which gates. A few
 * odd runs and many small errors are different faults.
 */
export function* oddRuns(series: readonly SeriesRun[], trials: number): Generator<string> {
  const random = seededRandom(4);
  const equal = series.filter(({ factor }) => factor === 1);
  for (const head of equal) {
    const others = equal.filter((run) => run !== head);
    if (others.length < 10) return;
    const alarms = Array.from({ length: trials }, () =>
      judged(head, draw(others, 10, random)).filter(({ state }) => state === "regressed"),
    ).filter((regressed) => regressed.length > 0);
    const gates = new Set(alarms.flat().map(({ row, metric: id }) => `${row} ${id}`));
    if (alarms.length > 0)
      yield `${head.createdAt}: reported in ${alarms.length} of ${trials}, by ${[...gates].join(", ")}`;
  }
}

/** Nights before a change. */
const nightsBefore = 24;
