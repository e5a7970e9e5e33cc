import { resolution } from "../../metrics/change.ts";
import { measurementsOf } from "../../metrics/measurements.ts";
import type { RoundRatio } from "../../metrics/row-rounds.ts";
import type { RowSummary } from "../../metrics/summary.ts";
import type { RunRecord } from "../../record/record.ts";
import type { Judgement } from "../judge.ts";
import type { FindingState } from "../verdict.ts";
import { judgeGuard } from "./judge-guard.ts";
import type { PairedState } from "./paired-decision.ts";

/** One round's changes of a row, ln(head/base). */
export interface CpuAndP50 {
  readonly cpu: number;
  readonly p50: number;
}

/** The rounds that have both changes. */
export function inBoth(ratios: {
  readonly cpu: readonly RoundRatio[];
  readonly p50: readonly RoundRatio[];
}): CpuAndP50[] {
  const p50 = new Map(ratios.p50.map(({ round, worse }) => [round, worse]));
  return ratios.cpu.flatMap(({ round, worse }) => {
    const ofRound = p50.get(round);
    return ofRound === undefined ? [] : [{ cpu: worse, p50: ofRound }];
  });
}

/**
 * How much more CPU time head takes per call than its median latency tells, in two series of one number per round: beyond
 * what p50 rose by, and by itself. As a share of base's median latency, or of its CPU time per call where that is more;
 * `cpuToP50` is base's CPU time per call over its median latency. On a busy core both changes of a round share the
 * machine's mood, which their difference does not.
 */
export function unseenCpu(
  rounds: readonly CpuAndP50[],
  cpuToP50: number,
): { readonly beyondP50: number[]; readonly alone: number[] } {
  const share = Math.min(1, cpuToP50);
  return {
    beyondP50: rounds.map(({ cpu, p50 }) => share * cpu - p50),
    alone: rounds.map(({ cpu }) => share * cpu),
  };
}

/**
 * Work is unseen if CPU time rose, and by more than p50: latency that was saved is no CPU time that was hidden. So both series
 * must regress, and a pass of either suffices.
 */
export function unseenState(states: readonly FindingState[]): Exclude<PairedState, "improved"> {
  if (states.some((state) => state === "pass" || state === "improved")) return "pass";
  return states.every((state) => state === "regressed") ? "regressed" : "inconclusive";
}

/** Less CPU time per launch than this is what a garbage collector takes that runs once more. */
const leastPerLaunchMs = 2;

/** What base spends on a row: CPU time per call, and its ratio to the median latency. */
interface CpuOfBase {
  readonly cpuMs: number;
  readonly cpuToP50: number;
  readonly callsPerLaunch: number;
}

export function cpuOfBase(record: RunRecord, { arm, row }: { arm: string; row: RowSummary }): CpuOfBase {
  const value = (id: "cpu_per_call" | "cpu_to_p50") => {
    const statistic = row.statistics[id];
    return statistic?.state === "measured" ? statistic.value : 0;
  };
  const launches = measurementsOf(record, arm, row.row).flat().length;
  return { cpuMs: value("cpu_per_call"), cpuToP50: value("cpu_to_p50"), callsPerLaunch: row.attempted / launches };
}

interface UnseenCpuBar extends CpuOfBase {
  readonly limit: number;
  readonly gates: number;
}

/** Judges `cpu_to_p50` as a guard. What is less than 5 µs per call or 2 ms per launch does not matter. */
export function judgeUnseenCpu(rounds: readonly CpuAndP50[], bar: UnseenCpuBar): Judgement {
  const { cpuMs, cpuToP50, callsPerLaunch, gates } = bar;
  const floorMs = Math.max(resolution.call, leastPerLaunchMs / callsPerLaunch);
  const limit = Math.max(bar.limit, (Math.min(1, cpuToP50) * floorMs) / cpuMs);
  const { beyondP50, alone } = unseenCpu(rounds, cpuToP50);
  const judge = (series: readonly number[]) => judgeGuard(series, { id: "cpu_to_p50", limit, gates, base: cpuToP50 });
  const [beyond, itself] = [judge(beyondP50), judge(alone)];
  const state = unseenState([beyond.state, itself.state]);
  const [smaller, larger] = sizeOf(itself) < sizeOf(beyond) ? [itself, beyond] : [beyond, itself];
  return { ...(smaller.state === state ? smaller : larger), state };
}

/** Without its sign. */
function sizeOf({ change }: Judgement): number {
  return Math.abs(change?.estimate ?? 0);
}
