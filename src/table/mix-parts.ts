import type { PartSummary } from "../metrics/summary.ts";
import type { RecordParts } from "../record/parts.ts";
import type { RecordMeasurement } from "../record/record.ts";
import { latenciesOf } from "../record/samples.ts";
import { describe, median } from "../stats/describe.ts";
import { pool, type Sample, sizeOf } from "../stats/pool.ts";
import { samplesNeeded } from "../stats/sufficiency.ts";

const percentiles = { p50: 0.5, p95: 0.95, p99: 0.99 } as const;

/** The parts of a mix, each over all rounds; undefined for rows that are none. */
export function summariseParts(rounds: readonly (readonly RecordMeasurement[])[]): PartSummary[] | undefined {
  const mixed = rounds.map((round) => round.flatMap(({ parts = [] }) => parts));
  const names = [...new Set(mixed.flat().flatMap((parts) => parts.names))];
  return names.length > 0 ? names.map((name) => summarisePart(name, mixed)) : undefined;
}

function summarisePart(name: string, rounds: readonly (readonly RecordParts[])[]): PartSummary {
  const attempted = rounds.flat().reduce((sum, parts) => sum + (parts.attempted[parts.names.indexOf(name)] ?? 0), 0);
  const samples = rounds
    .map((round) => pool(round.map((parts) => sampleOf(parts, name))))
    .filter((sample) => sizeOf(sample) > 0);
  const ok = samples.reduce((sum, sample) => sum + sizeOf(sample), 0);
  if (ok === 0) return { part: name, attempted, ok };
  const perRound = samples.map(describe);
  const insufficient = Object.entries(percentiles).flatMap(([id, quantile]) =>
    ok < samplesNeeded(quantile) ? [id as keyof typeof percentiles] : [],
  );
  const middle = (id: keyof typeof percentiles | "mean") => median(perRound.map((round) => round[id]));
  const latency = { p50: middle("p50"), p95: middle("p95"), p99: middle("p99"), mean: middle("mean") };
  return { part: name, attempted, ok, latency, ...(insufficient.length > 0 ? { insufficient } : {}) };
}

function sampleOf({ names, latencies }: RecordParts, name: string): Sample {
  const place = names.indexOf(name);
  return latenciesOf(latencies.slice(place, place + 1));
}
