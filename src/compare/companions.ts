import type { RunRecord } from "../baseline/record.ts";
import type { Threshold } from "../config/threshold.ts";
import { measurementsOf } from "./summarise.ts";
import type { RunThresholds } from "./thresholds.ts";

/**
 * The median sees neither a slow path taken by a tenth of the calls nor pauses, so with base beside head a relative gate
 * on p50 brings the same gate on the mean (unless throughput, its mirror, has one) and on CPU time per call.
 */
export function withCompanions(
  record: RunRecord,
  { thresholds, arms }: { thresholds: RunThresholds; arms: readonly string[] },
): RunThresholds {
  return new Map(
    [...thresholds].map(([row, own]) => {
      const gate = own.find((threshold) => threshold.metric === "p50" && isGate(threshold));
      const gated = new Set(own.filter(isGate).map((threshold) => threshold.metric));
      if (!gate) return [row, own];
      const mirrored = gated.has("throughput") && !isOpen(record, row);
      const mean = gated.has("mean") || mirrored ? [] : [{ ...gate, metric: "mean" as const }];
      const cpu =
        gated.has("cpu_per_call") || !arms.every((arm) => cpuIsResolved(record, { arm, row }))
          ? []
          : [{ ...gate, metric: "cpu_per_call" as const }];
      return [row, [...own, ...mean, ...cpu]];
    }),
  );
}

/** At a fixed rate throughput is that rate for as long as it is held, whatever a call takes. */
function isOpen({ rows }: RunRecord, row: string): boolean {
  return rows.some(({ id, load }) => id === row && load.kind === "open");
}

function isGate({ level, limit }: Threshold): boolean {
  return level === "fail" && limit.kind === "relative";
}

/** Many systems count CPU time in ticks of 10 ms. */
const tickMs = 10;

/** Whether CPU time was read finely enough to gate on: not in ticks, or at least twenty of them per launch. */
function cpuIsResolved(record: RunRecord, { arm, row }: { arm: string; row: string }): boolean {
  const totals = measurementsOf(record, arm, row)
    .flat()
    .map(({ cpuPerCallMs, blocks }) =>
      cpuPerCallMs === undefined ? 0 : cpuPerCallMs * blocks.reduce((calls, block) => calls + block.attempted, 0),
    );
  const inTicks = (total: number) => Math.abs(total / tickMs - Math.round(total / tickMs)) < 1e-6;
  return (
    totals.length > 0 &&
    (totals.every((total) => total >= 20 * tickMs) || totals.every((total) => total > 0 && !inTicks(total)))
  );
}
