import type { Threshold } from "../../plan/threshold.ts";
import { evidenceOfSigns } from "../../stats/anytime.ts";
import type { Modes } from "../../table/modes.ts";
import type { Finding } from "../verdict.ts";
import { evidenceNeeded } from "./paired-decision.ts";

/** It passes while head's share of slow launches is at most so much above base's, as guards pass by their estimate. */
const smallestRise = 0.1;

/** A run does not go on for a single slow launch more. */
const fewestMore = 2;

const asOftenAsBase: Threshold = {
  metric: "slow_mode",
  level: "fail",
  limit: { kind: "points", points: 0 },
  text: "as often as base",
};

/** The gate on how often launches are slow: the anytime-valid test on the signs of the rounds in which only one arm was. */
export function judgeModes(row: string, { modes, gates }: { modes: Modes; gates: number }): Finding {
  const { head, base, rounds } = modes;
  const evidence = evidenceOfSigns([...new Array<number>(head).fill(1), ...new Array<number>(base).fill(-1)]);
  const rise = (head - base) / rounds;
  const isOpen = rise > smallestRise && head - base >= fewestMore;
  return {
    row,
    metric: "slow_mode",
    threshold: asOftenAsBase,
    state: evidence >= evidenceNeeded(gates) ? "regressed" : isOpen ? "inconclusive" : "pass",
    head: head / rounds,
    base: base / rounds,
    change: { estimate: rise },
    claim: head > base ? evidence : 0,
    rounds,
    reason: { code: "slow-launches", head, base, ofRounds: rounds },
  };
}
