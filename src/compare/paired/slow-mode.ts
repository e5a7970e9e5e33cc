import type { RoundChange } from "../../metrics/row-rounds.ts";
import type { Threshold } from "../../plan/threshold.ts";
import { evidenceAbove } from "../../stats/anytime.ts";
import { signTest } from "../../stats/more-often.ts";
import { noEvidence } from "../judge.ts";
import type { Finding } from "../verdict.ts";
import { evidenceNeeded } from "./paired-decision.ts";

/*
 * The same server can run several times slower in one launch than in the next, only by which cores it was given. Such
 * launches say nothing about the size of a change, but a change may make them more frequent.
 */

/** Two launches of a round further apart than this ran in different modes. */
const apart = Math.log(2);

export interface Modes {
  /** Rounds in which head alone was slow, and base alone. */
  readonly head: number;
  readonly base: number;
  readonly rounds: number;
  /** Rounds that must not be judged for size, as both arms have slow launches. */
  readonly discordant: ReadonlySet<number>;
}

/**
 * Tells launches in a slow mode from a plain change, by the rounds' ratios of p50. Undefined where no round lies far
 * apart, or where most do in one direction: that is a change.
 */
export function findModes(ratios: readonly RoundChange[]): Modes | undefined {
  const far = ratios.filter(({ worse }) => Math.abs(worse) > apart);
  const head = far.filter(({ worse }) => worse > 0).length;
  const base = far.length - head;
  if (far.length === 0 || Math.max(head, base) > ratios.length / 2) return undefined;
  const both = head > 0 && base > 0;
  return { head, base, rounds: ratios.length, discordant: new Set(both ? far.map(({ round }) => round) : []) };
}

/** Head is not shown to be slow more often while its share of slow launches is at most so much above base's. */
const smallestRise = 0.1;

const asOftenAsBase: Threshold = {
  metric: "slow_mode",
  level: "fail",
  limit: { kind: "points", points: 0 },
  text: "as often as base",
};

/** The gate on how often launches are slow: the anytime-valid test on the signs of the rounds in which only one arm was. */
export function judgeModes(row: string, { modes, gates }: { modes: Modes; gates: number }): Finding {
  const { head, base, rounds } = modes;
  const signs = [...new Array<number>(head).fill(1), ...new Array<number>(base).fill(-1)];
  const evidence = evidenceAbove(signs, { theta: 0, scale: 0.2 });
  const regressed = evidence >= evidenceNeeded(gates);
  const open = (head - base) / rounds > smallestRise && signTest(head, base) <= noEvidence;
  return {
    row,
    metric: "slow_mode",
    threshold: asOftenAsBase,
    state: regressed ? "regressed" : open ? "inconclusive" : "pass",
    head: head / rounds,
    base: base / rounds,
    change: { estimate: (head - base) / rounds },
    claim: head > base ? evidence : 0,
    rounds,
    reason: `head alone was more than twice as slow in ${head} of ${rounds} rounds, base alone in ${base}`,
  };
}
