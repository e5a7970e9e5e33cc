import { studentCritical } from "./student.ts";

/** Fewer rounds tell next to nothing of how far they scatter. */
const fewestRounds = 3;

/**
 * 95 % interval of how many times `other` the values of `own` are, of rounds measured side by side: Student's paired
 * interval on the logarithms of their ratios, around their geometric mean. For rounds whose number was set beforehand. Undefined for fewer than three
 * pairs, where one arm lacks a round, and for values that are not positive.
 */
export function ratioInterval(
  own: readonly number[],
  other: readonly number[],
): { readonly estimate: number; readonly low: number; readonly high: number } | undefined {
  const logs = own.map((value, round) => Math.log(value / (other[round] ?? Number.NaN)));
  const count = logs.length;
  if (count < fewestRounds || count !== other.length || !logs.every(Number.isFinite)) return undefined;
  const mean = logs.reduce((sum, log) => sum + log, 0) / count;
  const variance = logs.reduce((sum, log) => sum + (log - mean) ** 2, 0) / (count - 1);
  const half = studentCritical(0.025, count - 1) * Math.sqrt(variance / count);
  return { estimate: Math.exp(mean), low: Math.exp(mean - half), high: Math.exp(mean + half) };
}
