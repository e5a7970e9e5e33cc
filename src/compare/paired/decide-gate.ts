import { asDifference, asShare, beyondResolution, logLimit, resolution } from "../../metrics/change.ts";
import { type MetricId, metric } from "../../metrics/metric.ts";
import type { RoundRatio } from "../../metrics/row-rounds.ts";
import type { Threshold } from "../../plan/threshold.ts";
import { hodgesLehmann } from "../../stats/hodges-lehmann.ts";
import { crossCheck, type RowFinding } from "../cross-checks.ts";
import { cpuSeries, inBoth, stateOfBoth } from "./cpu-beyond-p50.ts";
import { usualGrowth } from "./guards.ts";
import { decidePaired, type PairedState, type Rule } from "./paired-decision.ts";
import { judgeModes, type Modes } from "./slow-mode.ts";

/** What head and base measured beside each other, for one row or the server: read from a record, or drawn in a replay. */
export interface PairedRounds {
  readonly ratios: (id: MetricId) => readonly RoundRatio[];
  /** By how much head is worse than base in each round, in the metric's own unit. */
  readonly differences: (id: MetricId) => readonly number[];
  /** Base's figure over all rounds; undefined where it was not measured. */
  readonly base: (id: MetricId) => number | undefined;
  readonly callsPerLaunch: () => number;
  /** Of a row whose launches fall into two modes. */
  readonly modes: Modes | undefined;
}

interface Decided {
  readonly state: PairedState;
  /** What decided, one value per round, up is worse. Without any the state is open. */
  readonly values: readonly number[];
  /** Their Hodges–Lehmann estimate; 0 without any. */
  readonly estimate: number;
  readonly rule: Rule;
}

export interface RatioDecision extends Decided {
  readonly kind: "ratios";
  /** The change is shown, but too small to matter whatever its share. */
  readonly negligible: boolean;
}

export interface DifferenceDecision extends Decided {
  readonly kind: "differences";
  /** So much of the metric's unit is one unit of the values and of the rule. */
  readonly scale: number;
}

/** What the rounds of one gate come to, before it is put into words. */
export type Decision = RatioDecision | DifferenceDecision;

interface Deciding {
  readonly rounds: PairedRounds;
  /** Gates of the run: the evidence asked of each grows with their number. */
  readonly gates: number;
}

/** Decides a threshold on the change of one metric from base to head. */
export function decideGate({ metric: id, limit }: Threshold, { rounds, gates }: Deciding): Decision {
  if (limit.kind !== "points")
    return decideRatios(id, { rounds, gates, change: limit.kind === "relative" ? limit.change : 0 });
  if (id === "cpu_to_p50") return decideCpuBeyondP50(limit.points, { rounds, gates });
  return decideDifferences(rounds.differences(id), { id, limit: limit.points, gates });
}

/** A row, or the server, as it is decided after every round. */
export interface AskedRow {
  readonly row: string;
  readonly thresholds: readonly Threshold[];
  readonly rounds: PairedRounds;
}

/** Decides all gates of the rows of a run. Their change is the estimate alone. */
export function decideRows(rows: readonly AskedRow[], { gates }: { readonly gates: number }): RowFinding[] {
  return crossCheck(rows.flatMap((one) => decideRow(one, gates)));
}

function decideRow({ row, thresholds, rounds }: AskedRow, gates: number): RowFinding[] {
  const decided = thresholds.map((threshold): RowFinding => {
    const { metric: id } = threshold;
    const { state, values, estimate, ...how } = decideGate(threshold, { rounds, gates });
    const change =
      how.kind === "ratios" ? asShare(id, { estimate }) : asDifference(id, { estimate: estimate * how.scale });
    return { row, metric: id, threshold, state, change, rounds: values.length };
  });
  return [...decided, ...(rounds.modes ? [judgeModes(row, { modes: rounds.modes, gates })] : [])];
}

function decideRatios(id: MetricId, { rounds, gates, change }: Deciding & { readonly change: number }): RatioDecision {
  const values = concordant(rounds, id).map(({ worse }) => worse);
  const limit = logLimit(id, change);
  // CPU time is the steadiest figure of a busy machine where something changed, and the least even one of short calls where
  // nothing did: as with the guards, what a pass must rule out is twice what fails.
  const rule: Rule = { limit, gates, ...(metric(id).isCpuTime ? { harm: 2 * limit } : {}) };
  if (values.length === 0)
    return { kind: "ratios", state: "inconclusive", values, estimate: 0, rule, negligible: false };
  const estimate = hodgesLehmann(values);
  const state = decidePaired(values, { ...rule, estimate });
  const base = rounds.base(id) ?? 0;
  const head = base * (1 + asShare(id, { estimate }).estimate);
  const negligible = (state === "regressed" || state === "improved") && !beyondResolution(id, { base, head });
  return { kind: "ratios", state: negligible ? "pass" : state, values, estimate, rule, negligible };
}

/** Of the rounds in which base and head are in the same mode. */
function concordant({ ratios, modes }: PairedRounds, id: MetricId): readonly RoundRatio[] {
  return ratios(id).filter(({ round }) => !modes?.discordant.has(round));
}

/** The limit of the shares, on which the test counts differences. */
const usualLimit = 0.05;

/** Decides a share, or a growth in its own unit, by its differences per round, head minus base. */
export function decideDifferences(
  differences: readonly number[],
  { id, limit, gates }: { id: MetricId; limit: number; gates: number },
): DifferenceDecision {
  const scale = metric(id).unit === "ratio" ? 1 : (limit || usualGrowth) / usualLimit;
  const values = differences.map((difference) => difference / scale);
  const rule: Rule = { limit: limit / scale, gates, harm: (2 * limit) / scale };
  if (values.length === 0) return { kind: "differences", state: "inconclusive", values, estimate: 0, rule, scale };
  const estimate = hodgesLehmann(values);
  const decided = decidePaired(values, { ...rule, estimate });
  const state = decided === "improved" && metric(id).compared === "beside" ? "pass" : decided;
  return { kind: "differences", state, values, estimate, rule, scale };
}

/** Less CPU time per launch than this is what a garbage collector takes that runs once more. */
const leastCpuPerLaunchMs = 2;

/** CPU time beyond p50, and by itself, told by the series that says less. What is less than 5 µs per call or 2 ms per launch does not matter. */
function decideCpuBeyondP50(limit: number, { rounds, gates }: Deciding): DifferenceDecision {
  const [cpuMs, cpuToP50] = [rounds.base("cpu_per_call") ?? 0, rounds.base("cpu_to_p50") ?? 0];
  const leastMs = Math.max(resolution.call, leastCpuPerLaunchMs / rounds.callsPerLaunch());
  const own = Math.max(limit, (Math.min(1, cpuToP50) * leastMs) / cpuMs);
  const both = inBoth({ cpu: concordant(rounds, "cpu_per_call"), p50: concordant(rounds, "p50") });
  const series = cpuSeries(both, cpuToP50);
  const decide = (values: readonly number[]) => decideDifferences(values, { id: "cpu_to_p50", limit: own, gates });
  const [beyond, alone] = [decide(series.beyondP50), decide(series.alone)];
  const state = stateOfBoth([beyond.state, alone.state]);
  const [smaller, larger] = Math.abs(alone.estimate) < Math.abs(beyond.estimate) ? [alone, beyond] : [beyond, alone];
  return { ...(smaller.state === state ? smaller : larger), state };
}
