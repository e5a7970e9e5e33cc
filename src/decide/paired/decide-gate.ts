import { asDifference, asShare, logLimit, logResolution, resolution } from "../../metrics/change.ts";
import { type MetricId, metric } from "../../metrics/metric.ts";
import type { Threshold } from "../../plan/threshold.ts";
import { evidenceOfHigher } from "../../stats/anytime.ts";
import { trimmedInterval, trimmedMean } from "../../stats/trimmed.ts";
import type { PairedRounds } from "../../table/paired-rounds.ts";
import type { RoundChange } from "../../table/round-change.ts";
import { crossCheck, type RowFinding } from "../cross-checks.ts";
import { correlationOfRounds, prewhitened } from "./correlation.ts";
import { cpuSeries, inBoth, stateOfBoth } from "./cpu-beyond-p50.ts";
import { isGuard, usualGrowth } from "./guards.ts";
import { claimOf, decidePaired, fewestRounds, type PairedState, type Rule, rulesOut } from "./paired-decision.ts";
import { judgeModes } from "./slow-mode.ts";

interface Decided {
  readonly state: PairedState;
  /** One change per round, up is worse, without the correlation of rounds. Without any the state is inconclusive. */
  readonly values: readonly number[];
  /** Their trimmed mean; 0 without any. */
  readonly estimate: number;
  /** Its 95 % interval, where the rounds suffice for one. */
  readonly interval: () => { readonly low: number; readonly high: number } | undefined;
  /** Base's figure in each of these rounds, where it is known. */
  readonly bases?: readonly (number | undefined)[];
  /** E-value against no change where the estimate is beyond the limit, else 0: see `shownTogether`. */
  readonly claim: number;
  readonly rule: Rule;
}

export interface RatioDecision extends Decided {
  readonly kind: "ratios";
  /** The estimate is beyond the threshold, but too small to matter whatever its share. */
  readonly negligible: boolean;
  /** CPU time decides what is too noisy by itself. */
  readonly byCpu?: true;
}

export interface DifferenceDecision extends Decided {
  readonly kind: "differences";
  /** So much of the metric's unit is one unit of the values and of the rule. */
  readonly scale: number;
}

/** Decision on one gate, before it is put into words. */
export type Decision = RatioDecision | DifferenceDecision;

interface Deciding {
  readonly rounds: PairedRounds;
  /** Gates of the run: the evidence asked of each grows with their number. */
  readonly gates: number;
  /** Correlation of neighbouring rounds. */
  readonly correlation: number;
}

/** Decides a threshold on the change of one metric from base to head. */
export function decideGate({ metric: id, limit }: Threshold, deciding: Deciding): Decision {
  if (limit.kind !== "points")
    return decideRatios(id, { ...deciding, change: limit.kind === "relative" ? limit.change : 0 });
  if (id === "cpu_to_p50") return decideCpuBeyondP50(limit.points, deciding);
  const { rounds, gates, correlation } = deciding;
  const changes = rounds.differences(id);
  const differences = changes.map(({ worse }) => worse);
  // Growths of all launches are alike, whatever the pace of the machine: their order tells sooner than signs do.
  const values = metric(id).compared === "rise" && correlation === 0 ? rounds.values?.(id) : undefined;
  const decision = decideDifferences(differences, {
    id,
    limit: Math.max(limit.points, leastOf(id, rounds)),
    gates,
    correlation,
    ...(values ? { evidence: evidenceOfHigher(values) } : {}),
  });
  return { ...decision, bases: changes.map(({ base }) => base) };
}

/** Less time per launch than this is what a garbage collector takes that runs once more. */
const leastPerLaunchMs = 2;

/**
 * Returns the smallest change that counts, whatever the threshold. Of stalled time: less than half of one stalled call
 * per launch.
 */
function leastOf(id: MetricId, { base, callsPerLaunch }: PairedRounds): number {
  const p50 = base("p50") ?? 0;
  return id === "stalls" && p50 > 0 ? leastPerLaunchMs / (p50 * callsPerLaunch()) : 0;
}

/** A row, or the server, as it is decided after every round. */
interface AskedRow {
  readonly row: string;
  readonly thresholds: readonly Threshold[];
  readonly rounds: PairedRounds;
}

/** Decides all gates of the rows of a run. Their change is the estimate alone. */
export function decideRows(rows: readonly AskedRow[], { gates }: { readonly gates: number }): RowFinding[] {
  const correlation = correlationOfRounds(rows.map(({ rounds }) => rounds.ratios("p50").map(({ worse }) => worse)));
  const findings = rows.flatMap((one) => decideRow(one, { gates, correlation }));
  return crossCheck(findings, { gates });
}

function decideRow(
  { row, thresholds, rounds }: AskedRow,
  { gates, correlation }: Pick<Deciding, "gates" | "correlation">,
): RowFinding[] {
  const decided = thresholds.map((threshold): RowFinding => {
    const { metric: id } = threshold;
    const decision = decideGate(threshold, { rounds, gates, correlation });
    const { state, values, claim } = decision;
    return { row, metric: id, threshold, state, change: changeOf(id, decision), claim, rounds: values.length };
  });
  return [...decided, ...(rounds.modes ? [judgeModes(row, { modes: rounds.modes, gates })] : [])];
}

/** The estimate of a decision in the metric's own terms. */
export function changeOf(id: MetricId, decision: Decision): { readonly estimate: number } {
  const { estimate } = decision;
  return decision.kind === "ratios"
    ? asShare(id, { estimate })
    : asDifference(id, { estimate: estimate * decision.scale });
}

function decideRatios(id: MetricId, deciding: Deciding & { readonly change: number }): RatioDecision {
  const { rounds, gates, correlation, change } = deciding;
  const compared = concordant(rounds, id);
  const asked = logLimit(id, change);
  const limit = Math.max(asked, logResolution(id, rounds.base(id) ?? 0));
  const decision = decided(
    compared.map(({ worse }) => worse),
    { rule: { limit, gates }, correlation, isGuard: isGuard(id) },
  );
  const bases = compared.map(({ base }) => base);
  if (isWellWithin(decision) && passesByCpu(id, decision, deciding))
    return { kind: "ratios", ...decision, bases, state: "pass", negligible: false, byCpu: true };
  return { kind: "ratios", ...decision, bases, negligible: decision.state === "pass" && decision.estimate > asked };
}

/** Tests whether a gate is undecided although its estimate is within half its threshold. */
function isWellWithin({ state, values, estimate, rule }: Decided): boolean {
  return state === "inconclusive" && values.length >= fewestRounds && estimate <= rule.limit / 2;
}

/** CPU time is at least so much of the median latency of calls that mostly work. */
const mostlyWork = 0.7;

/**
 * Tests whether CPU time, which does not wait for a core, rules out a regression that the noise of p50 or of start-up
 * cannot rule out. Calls must mostly work: the CPU time of a call that waits says nothing about how long it waits. A
 * start-up waits for a core where the clock is noisy, so that no share helps: the clock itself must rule out three
 * times the limit (decision 34).
 */
function passesByCpu(
  id: MetricId,
  { values, rule: { limit } }: Decided,
  { rounds, gates, correlation }: Deciding,
): boolean {
  if (!rounds.cpuTells()) return false;
  const passes = (cpu: MetricId) => {
    const changes = concordant(rounds, cpu).map(({ worse }) => worse);
    return ["pass", "improved"].includes(decided(changes, { rule: { limit, gates }, correlation }).state);
  };
  if (id === "p50") return (rounds.base("cpu_to_p50") ?? 0) >= mostlyWork && passes("cpu_per_call");
  return id === "startup" && rulesOut(values, { limit, change: 3 * limit }) && passes("startup_cpu");
}

interface Testing {
  readonly rule: Rule;
  readonly correlation: number;
  /** A guard passes by its estimate. */
  readonly isGuard?: boolean;
  /** Evidence of a change for the worse, where it rests on more than the changes. */
  readonly evidence?: number | undefined;
}

function decided(changes: readonly number[], { rule, correlation, evidence, ...about }: Testing): Decided {
  const values = prewhitened(changes, correlation);
  if (values.length === 0)
    return { values, rule, interval: () => undefined, state: "inconclusive", estimate: 0, claim: 0 };
  // One step in few rounds looks like correlation, without which their centre may lie far beyond all of them.
  const estimate = Math.min(Math.max(trimmedMean(values), Math.min(...changes)), Math.max(...changes));
  const interval = () => {
    const { low, high } = trimmedInterval(values) ?? {};
    return low === undefined || high === undefined
      ? undefined
      : { low: Math.min(low, estimate), high: Math.max(high, estimate) };
  };
  const found = { values, rule, interval };
  const claim = claimOf(values, { ...rule, estimate, evidence });
  const state = decidePaired(values, { ...rule, estimate, claim, high: () => interval()?.high });
  const isQuiet = about.isGuard && state === "inconclusive" && estimate <= rule.limit;
  return { ...found, state: isQuiet && values.length >= fewestRounds ? "pass" : state, estimate, claim };
}

/** Keeps the rounds in which base and head are in the same mode. */
function concordant({ ratios, modes }: PairedRounds, id: MetricId): readonly RoundChange[] {
  return ratios(id).filter(({ round }) => !modes?.discordant.has(round));
}

/** The limit of the shares, on which the test counts differences. */
const usualLimit = 0.05;

interface Differing {
  readonly id: MetricId;
  readonly limit: number;
  readonly gates: number;
  readonly correlation?: number;
  /** Evidence of a rise, where it rests on more than the differences. */
  readonly evidence?: number;
}

/** Decides a share, or a growth in its own unit, by its differences per round, head minus base. */
export function decideDifferences(
  differences: readonly number[],
  { id, limit, gates, correlation = 0, evidence }: Differing,
): DifferenceDecision {
  const scale = metric(id).unit === "ratio" ? 1 : (limit || usualGrowth) / usualLimit;
  const values = differences.map((difference) => difference / scale);
  const rule: Rule = { limit: limit / scale, gates };
  const decision = decided(values, { rule, correlation, evidence, isGuard: isGuard(id) });
  const isOneSided = decision.state === "improved" && metric(id).compared === "beside";
  return { kind: "differences", ...decision, scale, ...(isOneSided ? { state: "pass" } : {}) };
}

/** CPU time beyond p50, and by itself, told by the series that says less. What is less than 5 µs per call or 2 ms per launch does not matter. */
function decideCpuBeyondP50(limit: number, { rounds, gates, correlation }: Deciding): DifferenceDecision {
  const [cpuMs, cpuToP50] = [rounds.base("cpu_per_call") ?? 0, rounds.base("cpu_to_p50") ?? 0];
  const leastMs = Math.max(resolution.call, leastPerLaunchMs / rounds.callsPerLaunch());
  const own = Math.max(limit, (Math.min(1, cpuToP50) * leastMs) / cpuMs);
  const both = inBoth({ cpu: concordant(rounds, "cpu_per_call"), p50: concordant(rounds, "p50") });
  const series = cpuSeries(both, cpuToP50);
  const rule = { id: "cpu_to_p50", limit: own, gates, correlation } as const;
  const decide = (values: readonly number[]) => decideDifferences(values, rule);
  const [beyond, alone] = [decide(series.beyondP50), decide(series.alone)];
  const state = stateOfBoth([beyond.state, alone.state]);
  const [smaller, larger] = Math.abs(alone.estimate) < Math.abs(beyond.estimate) ? [alone, beyond] : [beyond, alone];
  return { ...(smaller.state === state ? smaller : larger), state, claim: Math.min(alone.claim, beyond.claim) };
}
