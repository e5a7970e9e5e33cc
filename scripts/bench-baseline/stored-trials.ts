import { readFileSync } from "node:fs";
import { isMeasured } from "../../src/compare/judge.ts";
import { findDrift, type HistoryEntry } from "../../src/compare/stored/drift.ts";
import { type StoredEntry, storedJudge } from "../../src/compare/stored/stored.ts";
import { gatedCount, gatesOf, type RunThresholds } from "../../src/compare/thresholds.ts";
import { type MetricId, metric } from "../../src/metrics/metric.ts";
import type { ArmSummary, RowSummary, Statistics } from "../../src/metrics/summary.ts";
import { defaultThresholds } from "../../src/plan/threshold.ts";
import { serverRow } from "../../src/record/row-ids.ts";
import { seededRandom } from "../../src/stats/random.ts";

/** A run of `fixtures/stored-runs/series.json`. */
export interface SeriesRun {
  readonly world: "quiet" | "busy" | "crowded";
  readonly language: "node" | "python";
  /** How many times as long its calls take. */
  readonly factor: number;
  readonly createdAt: string;
  /** Whether programs waited for a core. */
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

export function entryOf(summary: ArmSummary, night = 0): HistoryEntry {
  const commit = night.toString(16).padStart(40, "0");
  return { commit, createdAt: new Date(Date.UTC(2026, 0, 1 + night)).toISOString(), summary };
}

/** What the gates that can fail a run say, as `row metric`, by their state. */
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

/** A run of one series whose one tool is that of another run. */
export function withTool(run: SeriesRun, row: string, { summary: { rows: others } }: SeriesRun): SeriesRun {
  const other = others.find((one) => one.row === row);
  const rows = run.summary.rows.map((one) => (one.row === row && other ? other : one));
  return { ...run, summary: { ...run.summary, rows } };
}

/** The first of so many nights after the change that names a tool as worse; undefined where none does. */
export function toldAfter(before: readonly SeriesRun[], after: readonly SeriesRun[]): number | undefined {
  const all = [...before, ...after].map(({ summary }, night) => entryOf(summary, night));
  for (let nights = 1; nights <= after.length; nights++) {
    const history = all.slice(0, before.length + nights);
    const [newest] = history.slice(-1);
    if (!newest) return undefined;
    const { shifts } = findDrift(history, { thresholds: thresholdsFor(newest.summary), random: seededRandom(1) });
    if (shifts.some(({ row }) => row !== serverRow)) return nights;
  }
  return undefined;
}

export type { StoredEntry };

/** How often drawn comparisons of the recorded runs call anything a regression, as lines for the terminal. */
export function* seriesLines(trials: number): Generator<string> {
  const series = readSeries();
  const random = seededRandom(3);
  const runsOf = (world: string, language: string, factor: number) =>
    series.filter((run) => run.world === world && run.language === language && run.factor === factor);
  const share = (pair: () => readonly SeriesRun[]) => {
    const alarms = Array.from({ length: trials }, pair).filter(([head, ...stored]) => {
      return head && judged(head, stored).some(({ state }) => state === "regressed");
    });
    return `${((100 * alarms.length) / trials).toFixed(1)} %`;
  };
  for (const world of ["quiet", "busy"])
    for (const language of ["node", "python"]) {
      const equal = runsOf(world, language, 1);
      const slower = (factor: number, count: number) => () => {
        const [head, ...stored] = draw(equal, count + 1, random);
        const [slow] = draw(runsOf(world, language, factor), 1, random);
        return head && slow ? [withTool(head, "tool2", slow), ...stored] : [];
      };
      const kinds = () => draw(equal, 6, random).map((run) => (random() < 0.2 ? onMachine(run, { calls: 1.25 }) : run));
      yield [
        `${world}, ${language}: false alarms ${share(() => draw(equal, 6, random))} after 5 runs`,
        `${share(() => draw(equal, 11, random))} after 10`,
        `${share(kinds)} on two kinds of machine`,
        `one of two tools x1.3 after 5 runs ${share(slower(1.3, 5))}`,
        `x1.2 after 10 runs ${share(slower(1.2, 10))}`,
      ].join(", ");
    }
}
