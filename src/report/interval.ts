/** Said in place of a figure whose interval holds both half and twice of what it is compared with. */
export const tooFewRounds = "too few rounds to tell";

/** Tests whether the interval of a ratio is so wide that its estimate says nothing. */
export function saysNothing({ low, high }: { readonly low: number; readonly high: number }): boolean {
  return low <= 0.5 && high >= 2;
}
