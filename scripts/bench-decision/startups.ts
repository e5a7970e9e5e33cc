import { decideGate } from "../../src/decide/paired/decide-gate.ts";
import type { PairedState } from "../../src/decide/paired/paired-decision.ts";
import type { MetricId } from "../../src/metrics/metric.ts";
import type { Threshold } from "../../src/plan/threshold.ts";
import type { PairedRounds } from "../../src/table/paired-rounds.ts";
import { normal } from "./noises.ts";

/** Says how the start-ups of base and head scatter, and how they differ. */
export interface Startups {
  /** Standard deviation of ln of a launch's start-up by the clock, beside that of its CPU time. */
  readonly clock: number;
  /** The same of its CPU time; undefined where none was read. */
  readonly cpu: number | undefined;
  /** Head takes so much more of CPU time, and of time by the clock. */
  readonly work?: number;
  /** Head takes so much longer by the clock alone. */
  readonly waits?: number;
}

const threshold: Threshold = {
  metric: "startup",
  level: "fail",
  limit: { kind: "relative", change: 0.2 },
  text: "+20%",
};

/** For a run of twelve rows. */
const gates = 100;
const mostRounds = 60;

/** Rounds of start-ups until they are decided, or there are no more. */
export function playStartups(
  { clock, cpu, work = 0, waits = 0 }: Startups,
  random: () => number,
): { readonly state: PairedState; readonly rounds: number } {
  const seen = { startup: [] as number[], startup_cpu: [] as number[] };
  const between = (spread: number) => spread * (normal(random) - normal(random));
  const ratios = (id: MetricId) =>
    (id === "startup" || id === "startup_cpu" ? seen[id] : []).map((worse, round) => ({ round, worse }));
  const rounds: PairedRounds = {
    ratios,
    differences: ratios,
    base: () => 300,
    callsPerLaunch: () => 0,
    cpuTells: () => cpu !== undefined,
    modes: undefined,
  };
  for (let made = 1; ; made++) {
    const moved = Math.log1p(work) + between(cpu ?? 0.1);
    seen.startup_cpu.push(moved);
    seen.startup.push(moved + Math.log1p(waits) + between(clock));
    const { state } = decideGate(threshold, { rounds, gates, correlation: 0 });
    if (state !== "inconclusive" || made === mostRounds) return { state, rounds: made };
  }
}
