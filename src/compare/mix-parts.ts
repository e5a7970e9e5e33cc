import type { RecordMeasurement } from "../baseline/record.ts";
import { partsOfSamples } from "../baseline/record-parts.ts";
import { decodeSamples } from "../baseline/record-samples.ts";
import { describe, median } from "../stats/describe.ts";
import type { PartSummary } from "../stats/part-summary.ts";
import { samplesNeeded } from "../stats/sufficiency.ts";

const percentiles = { p50: 0.5, p95: 0.95, p99: 0.99 } as const;

/** The parts of a mix, each over all rounds; undefined for rows that are none. */
export function summariseParts(rounds: readonly (readonly RecordMeasurement[])[]): PartSummary[] | undefined {
  const names = [...new Set(rounds.flat().flatMap(({ parts }) => parts?.names ?? []))];
  return names.length > 0 ? names.map((name) => summarisePart(name, rounds)) : undefined;
}

function summarisePart(name: string, rounds: readonly (readonly RecordMeasurement[])[]): PartSummary {
  const attempted = rounds.flat().reduce((sum, measurement) => sum + attemptedOf(measurement, name), 0);
  const samples = rounds
    .map((round) => round.flatMap((measurement) => samplesOf(measurement, name)))
    .filter((round) => round.length > 0);
  const ok = samples.reduce((sum, round) => sum + round.length, 0);
  if (ok === 0) return { part: name, attempted, ok };
  const perRound = samples.map(describe);
  const insufficient = Object.entries(percentiles).flatMap(([id, quantile]) =>
    ok < samplesNeeded(quantile) ? [id as keyof typeof percentiles] : [],
  );
  const middle = (id: keyof typeof percentiles | "mean") => median(perRound.map((round) => round[id]));
  const latency = { p50: middle("p50"), p95: middle("p95"), p99: middle("p99"), mean: middle("mean") };
  return { part: name, attempted, ok, latency, ...(insufficient.length > 0 ? { insufficient } : {}) };
}

function attemptedOf({ parts }: RecordMeasurement, name: string): number {
  return parts?.attempted[parts.names.indexOf(name)] ?? 0;
}

function samplesOf({ parts, samples }: RecordMeasurement, name: string): number[] {
  if (!parts) return [];
  const [of, place] = [partsOfSamples(parts.ofSamples), parts.names.indexOf(name)];
  return [...decodeSamples(samples)].filter((_, index) => of[index] === place);
}
