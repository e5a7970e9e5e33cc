import { evidenceAbove, evidenceBelow, evidenceOfHigher, leastCentre, mostEvidence } from "../../stats/anytime.ts";
import { trimmedInterval, trimmedMean } from "../../stats/trimmed.ts";
import { falseAlarms, falsePasses } from "../judge.ts";
import type { PairedReason } from "../verdict.ts";

export type PairedState = "regressed" | "improved" | "pass" | "inconclusive";

/** Fewer rounds never pass: six are the first that can give evidence of 20, whatever they show. */
export const fewestRounds = 6;

/** Noise finer than 1 % is not trusted to be symmetric. */
const finestScale = 0.01;

/** The limit that the rounds of one gate are compared with. */
export interface Rule {
  /** The threshold on the log scale. */
  readonly limit: number;
  /** Decisions of the run that may fail it. */
  readonly gates: number;
}

interface KnownFigures {
  /** Estimate, where it is known. */
  readonly estimate?: number;
  readonly claim?: number;
  /** Upper end of the interval that a report shows; undefined where there is none. */
  readonly high?: () => number | undefined;
}

/**
 * The anytime-valid decision on one log-ratio per round, up is worse. Regressed: evidence of 100 per gate that there is a
 * change for the worse, and the estimate beyond the limit; improved is its mirror image. Pass: evidence of 20 that the
 * change is below the limit, and the interval below it as well. Where the true change equals the limit neither need ever
 * come. Throws RangeError without rounds or for values that are not finite.
 */
export function decidePaired(
  ratios: readonly number[],
  {
    limit,
    gates,
    estimate = trimmedMean(ratios),
    claim,
    high = () => trimmedInterval(ratios)?.high,
  }: Rule & KnownFigures,
): PairedState {
  if (ratios.length < fewestRounds) return "inconclusive";
  const scale = scaleFor(limit);
  const needed = evidenceNeeded(gates);
  if ((claim ?? claimOf(ratios, { limit, estimate })) >= needed) return "regressed";
  if (estimate < -limit && evidenceBelow(ratios, { theta: 0, scale }) >= needed) return "improved";
  const passes = estimate <= limit && rulesOut(ratios, { limit, change: limit }) && (high() ?? estimate) <= limit;
  return passes ? "pass" : "inconclusive";
}

/**
 * Tests whether the rounds rule out a change, by evidence of 20 that theirs is less. `limit` sets what counts as a
 * large difference.
 */
export function rulesOut(
  ratios: readonly number[],
  { limit, change }: { readonly limit: number; readonly change: number },
): boolean {
  // A limit of -100 % of a throughput can never be exceeded.
  if (!Number.isFinite(change)) return true;
  return evidenceBelow(ratios, { theta: change, scale: scaleFor(limit) }) >= 1 / falsePasses;
}

interface Claimed {
  readonly limit: number;
  readonly estimate: number;
  /** Evidence, where it is known. */
  readonly evidence?: number | undefined;
}

/** Evidence for a change for the worse, where its estimate is beyond the limit and the rounds suffice; else 0. */
export function claimOf(ratios: readonly number[], { limit, estimate, evidence }: Claimed): number {
  if (ratios.length < fewestRounds || !(estimate > limit)) return 0;
  return evidence ?? evidenceAbove(ratios, { theta: 0, scale: scaleFor(limit) });
}

interface PairedFigures {
  /** Smallest true change that rounds scattered like these would have shown; infinite where so few cannot show any. */
  readonly minimumDetectable: number;
  /** E-value against no change, in the direction of the estimate. */
  readonly evidence: number;
}

/** The figures that go with a decision. Throws as decidePaired. */
export function figuresOfPaired(
  ratios: readonly number[],
  { limit, gates, estimate = trimmedMean(ratios) }: Rule & Pick<KnownFigures, "estimate">,
): PairedFigures {
  const scale = scaleFor(limit);
  const evidenceFor = estimate >= 0 ? evidenceAbove : evidenceBelow;
  return {
    minimumDetectable: detectable(ratios, { estimate, limit, scale, needed: evidenceNeeded(gates) }),
    evidence: evidenceFor(ratios, { theta: 0, scale }),
  };
}

function scaleFor(limit: number): number {
  return Math.max(Math.min(limit, 1), finestScale);
}

/** Rounds below which no change, however large, can be shown among so many gates. */
export function roundsNeeded(gates: number): number {
  let rounds = fewestRounds;
  while (mostEvidence(rounds) < evidenceNeeded(gates)) rounds += 1;
  return rounds;
}

/** The same of growths, where the order of all launches tells. */
export function launchesNeeded(gates: number): number {
  const apart = Array.from({ length: mostLaunches }, (_, round) => [-round, round + 1] as const);
  const enough = apart.findIndex((_, last) => evidenceOfHigher(apart.slice(0, last + 1)) >= evidenceNeeded(gates));
  return Math.max(fewestRounds, enough < 0 ? mostLaunches : enough + 1);
}

/** Returns the evidence that one gate among so many needs. */
export function evidenceNeeded(gates: number): number {
  return Math.max(1, gates) / falseAlarms;
}

/** Among more gates than anyone has. */
const mostLaunches = 24;

interface Scatter {
  readonly estimate: number;
  readonly limit: number;
  readonly scale: number;
  readonly needed: number;
}

/** No larger change is looked for, as a logarithm. */
const largest = 16;

function detectable(ratios: readonly number[], { estimate, limit, scale, needed }: Scatter): number {
  // A throughput cannot fall by more than 100 %.
  if (!Number.isFinite(limit)) return limit;
  // Rounds that scatter like these about a change are as far from none as these are from `estimate` minus that change.
  if (evidenceAbove(ratios, { theta: estimate - limit, scale }) >= needed) return limit;
  const change = estimate - leastCentre(ratios, { needed, scale });
  return change > largest ? Number.POSITIVE_INFINITY : change;
}

interface Outcome {
  readonly rounds: number;
  readonly gates: number;
  /** A guard passes by its estimate. */
  readonly isGuard: boolean;
  /** Evidence of a change in the direction of the estimate. */
  readonly evidence: number;
  readonly isBeyond: boolean;
  /** Rounds below which no regression can be shown. */
  readonly needed: number;
}

/** Explains the state of a gate. */
export function reasonFor(
  state: PairedState,
  { rounds, gates, isGuard, evidence, isBeyond, needed }: Outcome,
): PairedReason {
  if (state === "regressed" || state === "improved") return { code: "shown", rounds };
  if (state === "pass") return { code: isGuard ? "within" : "ruled-out", rounds };
  if (rounds < needed)
    return { code: "too-few", rounds, gates, need: needed, ...(rounds < fewestRounds ? { least: fewestRounds } : {}) };
  if (!isBeyond) return { code: "undecided", rounds };
  return { code: "evidence", rounds, evidence, need: evidenceNeeded(gates), each: evidenceNeeded(1) };
}
