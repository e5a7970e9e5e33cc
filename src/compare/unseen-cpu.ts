import { hodgesLehmann } from "../stats/hodges-lehmann.ts";
import type { RowSummary } from "../stats/summary.ts";
import { beyondResolution } from "./change.ts";
import { judgeGuard } from "./guard.ts";
import type { Judgement } from "./judgement.ts";
import type { RoundRatio } from "./paired-rounds.ts";

/** One round's changes of a row, ln(head/base). */
export interface CpuAndP50 {
  readonly cpu: number;
  readonly p50: number;
}

/**
 * How much more CPU time head takes per call than its median latency tells, round by round: the work of a path that some
 * calls take, or of another thread. As a share of base's median latency, or of its CPU time per call where that is more;
 * `cpuToP50` is base's CPU time per call over its median latency. Both changes of a round share the machine's mood, so that
 * their difference is the steadiest figure of a busy one. Where head's p50 is the lower one over all rounds, it is taken as
 * unchanged: latency that was saved is no CPU time that was hidden.
 */
export function unseenCpu(rounds: readonly CpuAndP50[], cpuToP50: number): number[] {
  if (rounds.length === 0) return [];
  const saved = Math.min(0, hodgesLehmann(rounds.map(({ p50 }) => p50)));
  return rounds.map(({ cpu, p50 }) => Math.min(1, cpuToP50) * Math.expm1(cpu - (p50 - saved)));
}

interface Bar {
  readonly limit: number;
  readonly gates: number;
  /** The row as base measured it. */
  readonly base: RowSummary;
}

/** Less CPU time per launch than this is what a garbage collector takes that runs once more. */
const leastPerLaunchMs = 2;

/** Judges `cpu_to_p50` by the rounds that have both figures, as a guard. */
export function judgeUnseenCpu(
  ratios: { readonly cpu: readonly RoundRatio[]; readonly p50: readonly RoundRatio[] },
  { limit, gates, base }: Bar,
): Judgement {
  const p50 = new Map(ratios.p50.map(({ round, worse }) => [round, worse]));
  const rounds = ratios.cpu.flatMap(({ round, worse }) => {
    const ofRound = p50.get(round);
    return ofRound === undefined ? [] : [{ cpu: worse, p50: ofRound }];
  });
  const { value: cpu } = measured(base, "cpu_per_call");
  const { value: cpuToP50, rounds: measuredIn } = measured(base, "cpu_to_p50");
  const judged = judgeGuard(unseenCpu(rounds, cpuToP50), { id: "cpu_to_p50", limit, gates, base: cpuToP50 });
  const rise = (judged.change?.estimate ?? 0) * (cpu / Math.min(1, cpuToP50));
  const riseOfLaunch = rise * (base.attempted / measuredIn.length);
  const matters = beyondResolution("cpu_per_call", { base: cpu, head: cpu + rise }) && riseOfLaunch > leastPerLaunchMs;
  return judged.state === "regressed" && !matters
    ? { ...judged, state: "pass", reason: "the difference is too small to matter" }
    : judged;
}

function measured({ statistics }: RowSummary, id: "cpu_per_call" | "cpu_to_p50") {
  const statistic = statistics[id];
  return statistic?.state === "measured" ? statistic : { value: 0, rounds: [] };
}
