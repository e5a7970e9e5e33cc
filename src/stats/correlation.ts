import { mean, standardDeviation } from "simple-statistics";
import { studentCritical } from "./distributions.ts";
import { groupBy } from "./group-by.ts";

/*
 * The test takes rounds for independent. Where neighbouring ones resemble each other, as beside something that works for
 * minutes, a few of them look like evidence of many. So their correlation is measured over all rows of a run, and where it
 * is shown each round counts only for what is new in it.
 */

/** Fewer pairs of neighbouring rounds show no correlation. */
const fewestPairs = 5;

/**
 * At one look, independent rounds are taken for correlated about so often: less where rows differ, up to 9 % of a single row
 * with few rounds. That costs some rounds only; a stricter test sees less of what makes false alarms.
 */
const significance = 0.05;

/** Rounds that lie closer together decide alike, however they resemble each other. */
const finest = 0.001;

/** A lesser correlation leaves the allowance for false alarms whole: one of 0.5 took 1.7 % at a limit of 3 %, none at 10 %. */
const smallest = 0.3;

/** A closer resemblance leaves nothing to decide by. */
const largest = 0.95;

interface Change {
  readonly round: number;
  readonly worse: number;
}

/**
 * The correlation of rounds, which all rows share; `rows` has one series of changes per row, which may miss rounds. 0 where
 * none is shown between neighbours: by Student's t over the pairs of neighbouring rounds, each the mean over its rows, so that
 * rows need not be independent of each other. The estimate from n rounds is too small by about (1 + 4ρ) / n (Marriott and Pope,
 * Biometrika 41, 1954).
 */
export function correlationOfRounds(rows: readonly (readonly Change[])[]): number {
  const standardised = rows.flatMap(standardise);
  const products = neighbours(standardised);
  if (products.length < fewestPairs) return 0;
  const rounds = products.length + 1;
  const found = (mean(products) * products.length) / rounds;
  const bias = (1 + 4 * found) / rounds;
  const correlation = found + bias;
  const spread = Math.sqrt(mean(products.map((one) => (one - found) ** 2)));
  const isShown =
    correlation >= smallest &&
    correlation > (studentCritical(significance, products.length - 1) * spread) / Math.sqrt(products.length);
  return isShown ? Math.min(correlation, largest) : 0;
}

/** Changes as multiples of their standard deviation about their mean; none where they are all alike. */
function standardise(changes: readonly Change[]): Change[][] {
  if (changes.length === 0) return [];
  const all = changes.map(({ worse }) => worse);
  const [centre, deviation] = [mean(all), standardDeviation(all)];
  if (deviation <= finest) return [];
  return [changes.map(({ round, worse }) => ({ round, worse: (worse - centre) / deviation }))];
}

/** Products of neighbouring rounds, the mean over the rows that have both. */
function neighbours(rows: readonly (readonly Change[])[]): number[] {
  const products = rows.flatMap((row) =>
    row.flatMap(({ round, worse }, place) => {
      const before = row[place - 1];
      return before?.round === round - 1 ? [{ round, product: worse * before.worse }] : [];
    }),
  );
  return [...groupBy(products, ({ round }) => round).values()].map((all) => mean(all.map(({ product }) => product)));
}

/**
 * Changes about the same centre without what each has from the one before it (prewhitening; Cochrane and Orcutt, JASA 44,
 * 1949). They scatter more, as much as so many correlated rounds tell less.
 */
export function prewhitened(changes: readonly number[], correlation: number): readonly number[] {
  if (correlation === 0) return changes;
  return changes.map((change, place) => {
    const before = changes[place - 1];
    return before === undefined ? change : (change - correlation * before) / (1 - correlation);
  });
}
