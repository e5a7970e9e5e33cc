import { evidenceAbove, evidenceBelow, mostEvidence } from "../../stats/anytime.ts";
import { prewhitened } from "../../stats/correlation.ts";
import { trimmedInterval, trimmedMean } from "../../stats/trimmed.ts";
import { falseAlarms, falsePasses } from "../judge.ts";

export type PairedState = "regressed" | "improved" | "pass" | "inconclusive";

/** Fewer rounds never pass: six are the first that can give evidence of 20, whatever they show. */
export const fewestRounds = 6;

/** Noise finer than 1 % is not trusted to be symmetric. */
const finestScale = 0.01;

/** No larger change is looked for, as a logarithm. */
const largest = 16;

export interface Rule {
  /** The threshold on the scale of the changes. */
  readonly limit: number;
  /** Decisions of the run that may fail it: the evidence asked of each grows with their number. */
  readonly gates: number;
  readonly correlation?: number;
  /** A guard passes by its estimate alone after so many rounds, and before that once its interval is within the limit. */
  readonly guardAfter?: number | undefined;
  /** Evidence of a change for the worse, where it rests on more than the changes. */
  readonly evidence?: number | undefined;
  /** The estimate with its interval, where it is not that of the changes. */
  readonly shown?: Estimate | undefined;
}

export interface Estimate {
  /** Trimmed mean of the changes; 0 without any. */
  readonly estimate: number;
  /** Its 95 % interval, where the rounds suffice for one. */
  readonly interval: { readonly low: number; readonly high: number } | undefined;
}

export interface PairedTest extends Estimate {
  readonly state: PairedState;
  /** The changes, each without what it has from the round before. */
  readonly values: readonly number[];
  /** E-value against no change, in the direction of the estimate. */
  readonly evidence: number;
  /** The same where the estimate is beyond the limit, else 0: see `shownTogether`. */
  readonly claim: number;
  readonly rule: Rule;
}

/**
 * The anytime-valid decision on one change per round, up is worse. Regressed: evidence of 100 per gate that there is a
 * change for the worse, and the estimate beyond the limit; improved is its mirror image. Pass: evidence of 20 that the
 * change is below the limit, and the interval below it as well; of a guard see `guardAfter`. Where the true change
 * equals the limit neither need ever come. Throws RangeError for values that are not finite.
 */
export function decidePaired(changes: readonly number[], rule: Rule): PairedTest {
  const values = prewhitened(changes, rule.correlation ?? 0);
  const undecided = { state: "inconclusive", values, claim: 0, rule } as const;
  if (values.length === 0) return { ...undecided, estimate: 0, interval: undefined, evidence: 1 };
  const { estimate, interval } = rule.shown ?? estimateOf(values, changes);
  const found = { ...undecided, estimate, interval, evidence: evidenceOf(values, estimate, rule) };
  if (values.length < fewestRounds) return found;
  return { ...found, state: stateOf(found), claim: estimate > rule.limit ? found.evidence : 0 };
}

function stateOf({ values, estimate, interval, evidence, rule }: Omit<PairedTest, "state">): PairedState {
  const { limit, gates, guardAfter } = rule;
  if (Math.abs(estimate) > limit && evidence >= evidenceNeeded(gates)) return estimate > 0 ? "regressed" : "improved";
  const high = values.length >= (guardAfter ?? Number.POSITIVE_INFINITY) ? estimate : (interval?.high ?? estimate);
  return high <= limit && (guardAfter !== undefined || rulesOut(values, rule)) ? "pass" : "inconclusive";
}

function evidenceOf(values: readonly number[], estimate: number, { limit, evidence }: Rule): number {
  const aboutNone = { theta: 0, scale: scaleFor(limit) };
  return estimate < 0 ? evidenceBelow(values, aboutNone) : (evidence ?? evidenceAbove(values, aboutNone));
}

function estimateOf(values: readonly number[], changes: readonly number[]): Estimate {
  // One step in few rounds looks like correlation, without which their centre may lie far beyond all of them.
  const estimate = Math.min(Math.max(trimmedMean(values), Math.min(...changes)), Math.max(...changes));
  const bounds = trimmedInterval(values);
  return {
    estimate,
    interval: bounds && { low: Math.min(bounds.low, estimate), high: Math.max(bounds.high, estimate) },
  };
}

/** Tests whether rounds rule out a change, by evidence of 20 that theirs is less: of the limit, or of so many times that. */
export function rulesOut(values: readonly number[], { limit }: Pick<Rule, "limit">, times = 1): boolean {
  // A limit of -100 % of a throughput can never be exceeded.
  if (!Number.isFinite(limit)) return true;
  return evidenceBelow(values, { theta: times * limit, scale: scaleFor(limit) }) >= 1 / falsePasses;
}

/** Halvings of the interval in which the smallest detectable change lies. */
const halvings = 30;

/** The smallest true change that rounds scattered like these would have shown; infinite where so few cannot show any. */
export function detectableBy({ values, estimate, rule: { limit, gates } }: PairedTest): number {
  // A throughput cannot fall by more than 100 %.
  if (!Number.isFinite(limit)) return limit;
  // Rounds that scatter like these about a change are as far from none as these are from `estimate` minus that change.
  const isShown = (change: number) =>
    evidenceAbove(values, { theta: estimate - change, scale: scaleFor(limit) }) >= evidenceNeeded(gates);
  if (isShown(limit)) return limit;
  if (!isShown(largest)) return Number.POSITIVE_INFINITY;
  let [hidden, shown] = [limit, largest];
  for (let step = 0; step < halvings; step++) {
    const middle = (hidden + shown) / 2;
    if (isShown(middle)) shown = middle;
    else hidden = middle;
  }
  return shown;
}

/** Differences of the size of the limit begin to count fully. */
function scaleFor(limit: number): number {
  return Math.max(Math.min(limit, 1), finestScale);
}

export function evidenceNeeded(gates: number): number {
  return Math.max(1, gates) / falseAlarms;
}

/** Rounds below which no change, however large, can be shown among so many gates. */
export function roundsNeeded(gates: number): number {
  let rounds = fewestRounds;
  while (mostEvidence(rounds) < evidenceNeeded(gates)) rounds += 1;
  return rounds;
}
