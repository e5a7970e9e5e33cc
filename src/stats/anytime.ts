import { mean } from "simple-statistics";
import { requireSample } from "./sample.ts";

/*
 * A test that may be looked at after every round. Where each difference is symmetric about θ, whatever its shape and
 * however it varies from round to round, y = tanh((d - θ) / scale) is symmetric about 0, so exp(λy) / cosh(λy) has mean 1
 * and the product over rounds is a martingale; so is the mean of such products over several λ. By Ville's inequality it
 * ever reaches K with probability at most 1/K. (Ramdas, Grünwald, Vovk, Shafer, "Game-theoretic statistics and safe
 * anytime-valid inference", Statistical Science 38, 2023; de la Peña, Annals of Probability 27, 1999, for symmetry.)
 *
 * Differences of two exchangeable arms, as unchanged code gives, are symmetric however skewed the launches are. Where the
 * differences themselves are skewed, by a standing advantage of one arm, the bound does not hold: in simulations 11 to
 * 14 % of such series reached 20 within 40 rounds, not 5 %. A decision must therefore ask for a size of change as well.
 */

interface Hypothesis {
  /** The centre that is doubted. */
  readonly theta: number;
  /** Differences of this size begin to count fully; larger ones hardly count more, so no outlier decides. */
  readonly scale: number;
}

/**
 * A cautious bet and a bold one. The mean of both is at least half of the better; more of them, from 0.15 to 3, took one
 * round longer to pass and to regress, and found nothing sooner (docs/decisions/0023-few-questions.md).
 */
const cautious = 0.8;
/** The bold bet is so many times the cautious one. */
const bolder = 4;

/**
 * Evidence (an e-value, from 0) that the differences lie above `theta`. It reaches K with probability at most 1/K where
 * they do not. Throws RangeError for values that are not finite or a scale that is not positive.
 */
export function evidenceAbove(differences: readonly number[], { theta, scale }: Hypothesis): number {
  if (differences.length > 0) requireSample(differences, "evidence");
  if (!(scale > 0) || !Number.isFinite(theta)) throw new RangeError(`evidence about ${theta} on a scale of ${scale}`);
  let [byCautious, byBold] = [1, 1];
  for (const difference of differences) {
    // exp(λy) / cosh(λy) = 2 / (1 + exp(-2λy))
    const one = Math.exp(-2 * cautious * Math.tanh((difference - theta) / scale));
    byCautious *= 2 / (1 + one);
    byBold *= 2 / (1 + one ** bolder);
  }
  return (byCautious + byBold) / 2;
}

/** The mirror image: evidence that the differences lie below `theta`. */
export function evidenceBelow(differences: readonly number[], { theta, scale }: Hypothesis): number {
  return evidenceAbove(
    differences.map((difference) => -difference),
    { theta: -theta, scale },
  );
}

/** On this scale a sign counts fully. */
const signScale = 0.2;

/** Evidence that of signs, each -1, 0 or 1, more are positive than negative. */
export function evidenceOfSigns(signs: readonly number[]): number {
  return evidenceAbove(signs, { theta: 0, scale: signScale });
}

/** The strongest evidence so many rounds can ever give: all far on one side. */
export function mostEvidence(rounds: number): number {
  const most = (lambda: number) => (2 / (1 + Math.exp(-2 * lambda))) ** rounds;
  return (most(cautious) + most(bolder * cautious)) / 2;
}

/*
 * The test below asks after every pair whether one of two samples that grow in pairs lies above the other. Where all values are
 * exchangeable, each new one takes any place among those before it alike, whatever the places of those were. So bets that
 * values of the one take high places, and of the other low ones, are fair, and what they have won is evidence (an e-value: it
 * ever reaches K with probability at most 1/K). (Conformal test martingales: Vovk, Gammerman and Shafer, "Algorithmic Learning
 * in a Random World", 2nd ed. 2022, chapter 8.)
 *
 * The sign of a difference at most doubles the evidence with each pair, the places of both values quadruple it. The price:
 * values must be comparable from pair to pair. Where a pair has something in common, one bet loses what the other wins, and
 * evidence is late, not false.
 */

/** So much of what there is goes on the half in which the next value lies, … */
const boldStake = 0.9;
/** … or, as a second bet with half of the stake, on how far up or down. */
const cautiousStake = 0.9;

/** Evidence that the second values of pairs lie above the first ones. */
export function evidenceOfHigher(pairs: readonly (readonly [lower: number, higher: number])[]): number {
  const seen: number[] = [];
  let [bold, cautious] = [1, 1];
  const bet = (value: number, side: 1 | -1) => {
    const places = placesOf(value, seen).map((place) => side * place);
    bold *= 1 + boldStake * mean(places.map(Math.sign));
    cautious *= 1 + cautiousStake * mean(places);
    seen.push(value);
  };
  for (const [lower, higher] of pairs) {
    bet(lower, -1);
    bet(higher, 1);
  }
  return (bold + cautious) / 2;
}

/** Ranks a value among those before it, from -1 to 1. Equal ones may stand in any order: each place is as likely. */
function placesOf(value: number, before: readonly number[]): number[] {
  const below = before.filter((one) => one < value).length;
  const equal = before.filter((one) => one === value).length;
  return Array.from({ length: equal + 1 }, (_, more) => (2 * (below + more) + 1) / (before.length + 1) - 1);
}
