import { mean } from "simple-statistics";
import { asDifference, asShare, logLimit, logResolution, logWorse, resolution } from "../../metrics/change.ts";
import { type MetricId, metric } from "../../metrics/metric.ts";
import type { Threshold } from "../../plan/threshold.ts";
import { evidenceOfHigher } from "../../stats/anytime.ts";
import { stall } from "../../stats/tail.ts";
import { keptPlaces, ratioMargin, trimmedGeometricMean } from "../../stats/trimmed.ts";
import type { PairedRounds } from "../../table/paired-rounds.ts";
import type { RoundChange } from "../../table/round-change.ts";
import type { Judgement } from "../judge.ts";
import type { Gate } from "../thresholds.ts";
import type { Finding } from "../verdict.ts";
import { passingByEstimate, usualGrowth } from "./guards.ts";
import {
  decidePaired,
  detectableBy,
  type Estimate,
  evidenceNeeded,
  fewestRounds,
  type PairedTest,
  type Rule,
  roundsNeeded,
  rulesOut,
} from "./paired-decision.ts";

interface Decision extends PairedTest {
  readonly id: MetricId;
  /** A ratio is decided by its logarithm; a difference by multiples of so much of the metric's unit. */
  readonly scale: "log" | number;
  /** Base's figure in each of these rounds, where it is known. */
  readonly bases: readonly (number | undefined)[];
  /** The estimate is beyond the threshold, but too small to matter whatever its share. */
  readonly isNegligible?: boolean;
  /** CPU time decides what is too noisy by itself. */
  readonly byCpu?: true;
}

interface Deciding extends Required<Pick<Rule, "gates" | "correlation">>, Pick<Gate, "isBesideP50"> {
  readonly rounds: PairedRounds;
}

/** Decides a threshold on the change of one metric from base to head. */
export function decideGate({ metric: id, limit }: Threshold, deciding: Deciding): Decision {
  if (limit.kind !== "points") return decideRatios(id, limit.kind === "relative" ? limit.change : 0, deciding);
  const { rounds, gates, correlation } = deciding;
  const rule = { limit: Math.max(limit.points, leastOf(id, rounds)), gates, correlation };
  if (id === "cpu_to_p50") return decideHiddenCpu(rounds, rule);
  // Growths of all launches are alike, whatever the speed of the machine: their order tells sooner than signs do.
  const values = metric(id).compared === "rise" && correlation === 0 ? rounds.values?.(id) : undefined;
  return decideDifferences(rounds.differences(id), { ...rule, id, evidence: values && evidenceOfHigher(values) });
}

/** Less CPU time per launch than this is what a garbage collector takes that runs once more. */
const leastCpuMs = 2;

/**
 * Smallest change that counts, whatever the threshold. Of stalled time: the shortest stall once per launch. Of CPU time: 5 µs
 * per call or 2 ms per launch.
 */
function leastOf(id: MetricId, { base, callsPerLaunch }: PairedRounds): number {
  const [p50, calls] = [base("p50") ?? 0, callsPerLaunch()];
  if (id === "stalls" && p50 > 0) return stall.leastMs / (calls * p50);
  if (id === "cpu_to_p50")
    return Math.max(resolution.call, leastCpuMs / calls) / Math.max(base("cpu_per_call") ?? 0, p50);
  return 0;
}

function decideRatios(id: MetricId, change: number, deciding: Deciding): Decision {
  const { rounds, gates, correlation, isBesideP50 = false } = deciding;
  const changes = concordant(rounds, id);
  const asked = logLimit(id, change);
  const limit = Math.max(asked, logResolution(id, { base: rounds.base(id) ?? 0 }));
  const arms = rounds.perArm?.(id);
  const shown = arms && betweenArms(id, arms);
  const rule = { limit, gates, correlation, guardAfter: isBesideP50 ? passingByEstimate.get(id) : undefined, shown };
  const test = decidePaired(
    changes.map(({ worse }) => worse),
    rule,
  );
  // Base's own figure stands beside an estimate between the figures of both.
  const bases = arms
    ? new Array<number | undefined>(changes.length).fill(trimmedGeometricMean(arms.base))
    : changes.map(({ base }) => base);
  const decision = { ...test, id, scale: "log", bases } as const;
  const isWellWithin = test.values.length >= fewestRounds && test.estimate <= limit / 2;
  if (test.state === "inconclusive" && isWellWithin && passesByCpu(decision, deciding))
    return { ...decision, state: "pass", byCpu: true };
  return { ...decision, isNegligible: test.state === "pass" && test.estimate > asked };
}

/** Estimates a change by the figures that tables of several arms show, each of its own rounds; undefined where one has none. */
function betweenArms(id: MetricId, arms: { readonly base: readonly number[]; readonly head: readonly number[] }) {
  const [base, head] = [trimmedGeometricMean(arms.base), trimmedGeometricMean(arms.head)];
  if (base === undefined || head === undefined) return undefined;
  const estimate = logWorse(id, { base, head });
  const half = Math.log(ratioMargin(arms.head, arms.base) ?? Number.NaN);
  return { estimate, interval: Number.isNaN(half) ? undefined : { low: estimate - half, high: estimate + half } };
}

/** CPU time is at least so much of the median latency of calls that mostly work. */
const mostlyWork = 0.7;

/**
 * Tests whether CPU time, which does not wait for a core, rules out a regression that the noise of p50 or of start-up
 * cannot rule out. Calls must mostly work: the CPU time of a call that waits says nothing about how long it waits. A
 * start-up waits for a core where the clock is noisy, so that no share helps: the clock itself must rule out three
 * times the limit (decision 34).
 */
function passesByCpu({ id, values, rule }: Decision, { rounds, gates, correlation }: Deciding): boolean {
  if (!rounds.cpuTells()) return false;
  const passes = (cpu: MetricId) => {
    const changes = concordant(rounds, cpu).map(({ worse }) => worse);
    const { state } = decidePaired(changes, { limit: rule.limit, gates, correlation });
    return state === "pass" || state === "improved";
  };
  if (id === "p50") return (rounds.base("cpu_to_p50") ?? 0) >= mostlyWork && passes("cpu_per_call");
  return id === "startup" && rulesOut(values, rule, 3) && passes("startup_cpu");
}

/** Keeps the rounds in which base and head are in the same mode. */
function concordant({ ratios, modes }: Pick<PairedRounds, "ratios" | "modes">, id: MetricId): readonly RoundChange[] {
  return ratios(id).filter(({ round }) => !modes?.discordant.has(round));
}

/** The limit of the shares, on which the test counts differences. */
const shareScale = 0.05;

/** Decides a share, or a growth in its own unit, by its differences per round, head minus base. */
export function decideDifferences(
  differences: readonly Pick<RoundChange, "worse" | "base">[],
  { id, limit, ...rule }: Rule & { readonly id: MetricId },
): Decision {
  const scale = metric(id).unit === "ratio" ? 1 : (limit || usualGrowth) / shareScale;
  const test = decidePaired(
    differences.map(({ worse }) => worse / scale),
    { ...rule, limit: limit / scale, guardAfter: passingByEstimate.get(id) },
  );
  const isOneSided = test.state === "improved" && metric(id).compared === "beside";
  const bases = differences.map(({ base }) => base);
  return { ...test, id, scale, bases, ...(isOneSided ? { state: "pass" } : {}) };
}

/**
 * Decides how much more CPU time head takes per call than its median latency tells. CPU time is hidden from p50 if it rose, and
 * by more than p50: latency that was saved is no CPU time that was hidden. So two series of one number per round, its rise by
 * itself and its rise beyond that of p50, must both regress, and a pass of either suffices: the one that claims less decides.
 * On a busy core both changes of a round carry what the machine did meanwhile, which cancels in their difference. All is a
 * share of base's median latency, or of its CPU time per call where that is more.
 */
export function decideHiddenCpu(
  rounds: Pick<PairedRounds, "ratios" | "modes" | "base">,
  rule: Omit<Rule, "guardAfter" | "shown">,
): Decision {
  const share = Math.min(1, rounds.base("cpu_to_p50") ?? 0);
  const p50 = new Map(concordant(rounds, "p50").map(({ round, worse }) => [round, worse]));
  const both = concordant(rounds, "cpu_per_call").filter(({ round }) => p50.has(round));
  const decide = (hidden: (cpu: RoundChange) => number) =>
    decideDifferences(
      both.map((cpu) => ({ worse: hidden(cpu) })),
      { ...rule, id: "cpu_to_p50" },
    );
  const alone = decide(({ worse }) => share * worse);
  const beyond = decide(({ worse, round }) => share * worse - (p50.get(round) ?? 0));
  const isLess = alone.claim - beyond.claim || Math.abs(alone.estimate) - Math.abs(beyond.estimate);
  return isLess < 0 ? alone : beyond;
}

/** Returns the change that was found, or another one on the scale of the test, in the metric's own terms. */
export function changeOf(
  decision: Decision,
  { estimate, interval }: Estimate = decision,
): NonNullable<Finding["change"]> {
  const { id, scale } = decision;
  if (scale === "log") return asShare(id, { estimate, ...interval });
  const scaled = interval && { low: interval.low * scale, high: interval.high * scale };
  return asDifference(id, { estimate: estimate * scale, ...scaled });
}

interface Shown {
  /** Base's figure over all rounds. */
  readonly base: number;
  /** Rounds that do not count. */
  readonly setAside?: number;
}

/** Puts a decision into the figures that a report shows. */
export function judgementOf(decision: Decision, { setAside = 0, ...shown }: Shown): Judgement {
  const { id, state, values, evidence, claim, byCpu } = decision;
  const change = changeOf(decision);
  const base = centreOfBase(decision) ?? shown.base;
  const head = decision.scale === "log" ? base * (1 + change.estimate) : base + change.estimate;
  const least = state === "inconclusive" ? detectableBy(decision) : Number.POSITIVE_INFINITY;
  return {
    state,
    rounds: values.length,
    change,
    claim,
    ...(byCpu ? { byCpu } : {}),
    base,
    // The rise of CPU time beyond p50 is not a difference of two such ratios.
    ...(id === "cpu_to_p50" ? {} : { head }),
    ...(Number.isFinite(least)
      ? { minimumDetectable: Math.abs(changeOf(decision, { estimate: least, interval: undefined }).estimate) }
      : {}),
    evidence,
    reason: reasonFor(decision, setAside),
  };
}

/**
 * Base's figure over the rounds that the estimate keeps, so that base and head differ by exactly the change that is shown beside
 * them. Undefined where a round has none.
 */
function centreOfBase({ scale, values, bases }: Decision): number | undefined {
  const kept = keptPlaces(values).map((place) => bases[place]);
  const known = kept.filter((one) => one !== undefined);
  if (known.length < kept.length) return undefined;
  return scale === "log" ? Math.exp(mean(known.map(Math.log))) : mean(known);
}

function reasonFor(
  { id, state, values, estimate, evidence, rule, isNegligible, byCpu }: Decision,
  setAside: number,
): Finding["reason"] {
  const { gates, limit } = rule;
  const rounds = { rounds: values.length, ...(setAside > 0 ? { setAside } : {}) };
  if (byCpu) return { code: "by-cpu" };
  if (isNegligible) return { code: "negligible" };
  if (state === "regressed" || state === "improved") return { code: "shown", ...rounds };
  if (state === "pass") return { code: rule.guardAfter !== undefined ? "within" : "ruled-out", ...rounds };
  // The order of growths may show one in fewer rounds.
  const need = metric(id).compared === "rise" ? fewestRounds : roundsNeeded(gates);
  if (values.length < need) return { code: "too-few", ...rounds, gates, need };
  if (estimate <= limit) return { code: "undecided", ...rounds };
  return { code: "evidence", ...rounds, evidence, need: evidenceNeeded(gates) };
}
