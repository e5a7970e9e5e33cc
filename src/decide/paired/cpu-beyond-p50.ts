import type { RoundChange } from "../../table/round-change.ts";
import type { FindingState } from "../verdict.ts";
import type { PairedState } from "./paired-decision.ts";

/** One round's changes of a row, ln(head/base). */
interface CpuAndP50 {
  readonly cpu: number;
  readonly p50: number;
}

/** The rounds that have both changes. */
export function inBoth(ratios: {
  readonly cpu: readonly RoundChange[];
  readonly p50: readonly RoundChange[];
}): CpuAndP50[] {
  const p50 = new Map(ratios.p50.map(({ round, worse }) => [round, worse]));
  return ratios.cpu.flatMap(({ round, worse }) => {
    const ofRound = p50.get(round);
    return ofRound === undefined ? [] : [{ cpu: worse, p50: ofRound }];
  });
}

/**
 * Computes how much more CPU time head takes per call than its median latency tells, in two series of one number per
 * round: beyond what p50 rose by, and by itself. As a share of base's median latency, or of its CPU time per call where
 * that is more; `cpuToP50` is base's CPU time per call over its median latency. On a busy core both changes of a round
 * carry what the machine did meanwhile, which cancels in their difference.
 */
export function cpuSeries(
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
 * CPU time is hidden from p50 if it rose, and by more than p50: latency that was saved is no CPU time that was hidden. So
 * both series must regress, and a pass of either suffices.
 */
export function stateOfBoth(states: readonly FindingState[]): Exclude<PairedState, "improved"> {
  if (states.some((state) => state === "pass" || state === "improved")) return "pass";
  return states.every((state) => state === "regressed") ? "regressed" : "inconclusive";
}
