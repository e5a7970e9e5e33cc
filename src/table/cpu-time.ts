/** Many systems count CPU time in ticks of 10 ms. */
const tickMs = 10;

/** Tests whether CPU times of launches are not in ticks, or each of twenty of them. */
export function cpuIsResolved(totals: readonly number[]): boolean {
  const inTicks = (total: number) => Math.abs(total / tickMs - Math.round(total / tickMs)) < 1e-6;
  return (
    totals.length > 0 &&
    (totals.every((total) => total >= 20 * tickMs) || totals.every((total) => total > 0 && !inTicks(total)))
  );
}
