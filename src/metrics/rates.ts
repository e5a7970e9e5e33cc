import { latenciesOf } from "../record/latencies.ts";
import type { RecordMeasurement } from "../record/record.ts";
import { median } from "../stats/describe.ts";
import { sizeOf } from "../stats/pool.ts";

/** Requests sent per second of wall-clock time, until the last of them has ended: the pace the server kept up with. */
export function achievedRate(measurements: readonly RecordMeasurement[]): number | undefined {
  const blocks = measurements.flatMap((measurement) => measurement.blocks);
  const wallMs = total(blocks.map((block) => block.wallMs));
  const sent = total(blocks.map((block) => block.attempted - (block.backlog?.dropped ?? 0)));
  return wallMs > 0 ? (1000 * sent) / wallMs : undefined;
}

/** Ok replies per second of wall-clock time; the launches of one arm ran one after another. */
export function throughput(measurements: readonly RecordMeasurement[]): number | undefined {
  const blocks = measurements.flatMap((measurement) => measurement.blocks);
  const wallMs = total(blocks.map((block) => block.wallMs));
  return wallMs > 0 ? (1000 * total(blocks.map((block) => block.ok))) / wallMs : undefined;
}

/** Milliseconds that all calls of a row took together, pauses and warm-up left out. */
export function wallTime(measurements: readonly RecordMeasurement[]): number | undefined {
  const blocks = measurements.flatMap((measurement) => measurement.blocks);
  return blocks.length > 0 ? total(blocks.map((block) => block.wallMs)) : undefined;
}

/** CPU time of the server per call in milliseconds, the middle of the launches that tell. */
export function cpuPerCall(measurements: readonly RecordMeasurement[]): number | undefined {
  const values = measurements.flatMap(({ cpuPerCallMs }) => cpuPerCallMs ?? []);
  return values.length > 0 ? median(values) : undefined;
}

/** CPU time per call over the median latency, where both are above zero: 1 where a call is nothing but work of one thread. */
export function cpuToP50(measurements: readonly RecordMeasurement[]): number | undefined {
  const cpu = cpuPerCall(measurements);
  const latencies = latenciesOf(measurements);
  const p50 = sizeOf(latencies) === 0 ? 0 : median(latencies);
  return cpu !== undefined && cpu > 0 && p50 > 0 ? cpu / p50 : undefined;
}

/** Share of attempted calls that were not ok. */
export function errorRate(measurements: readonly RecordMeasurement[]): number | undefined {
  const attempted = total(measurements.flatMap(({ outcomes }) => Object.values(outcomes)));
  return attempted > 0 ? 1 - total(measurements.map(({ outcomes }) => outcomes.ok ?? 0)) / attempted : undefined;
}

/** Sum of the values. */
export function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
