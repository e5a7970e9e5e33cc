import { slowdownOfAll } from "../../src/facts/round-warnings.ts";
import { correlationOfRounds } from "../../src/stats/correlation.ts";
import { type Noise, replayedRow } from "../calibrate/replay.ts";
import { normal } from "./noises.ts";

/** A head that takes a little longer with all of its rows. */
export interface Together {
  readonly rows: number;
  readonly noise: Noise;
  /** Head takes so much longer. */
  readonly slower: number;
  /** Standard deviation of ln of what a launch does to all of its rows alike. */
  readonly alike?: number;
}

/** Rounds after which the slowdown of all rows is first told of; undefined where it never is. */
export function toldTogether(
  { rows: count, noise, slower, alike = 0 }: Together,
  { most, random }: { readonly most: number; readonly random: () => number },
): number | undefined {
  const rows = Array.from({ length: count }, (_, index) => {
    const row = replayedRow({ id: `row ${index + 1}`, thresholds: [], callMs: 0.5, callsPerLaunch: 100 });
    return { next: noise(row, random), seen: [] as { readonly round: number; readonly worse: number }[] };
  });
  for (let round = 0; round < most; round++) {
    const moved = Math.log1p(slower) + alike * (normal(random) - normal(random));
    for (const { next, seen } of rows) seen.push({ round, worse: moved + next().p50 });
    const seen = rows.map((row) => row.seen);
    const correlation = correlationOfRounds(seen);
    if (slowdownOfAll(seen, { correlation })) return round + 1;
  }
  return undefined;
}
