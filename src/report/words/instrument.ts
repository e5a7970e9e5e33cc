import type { RecordInstrument } from "../../record/instrument.ts";

const whatIsDone = {
  spinning: "cores are kept awake by processes that yield to everything else",
  awake: "replies are waited for awake",
  asleep: "cores may sleep",
};

const reasons = {
  "one-core": "there is one core only, or less",
  "other-work": "other programs need the cores",
  platform: "this system has no class of processes that yields to everything else",
  "no-tools": "`chrt` or `taskset` (util-linux) is not installed",
  quota: "a control group limits the time of the cores",
  battery: "the machine runs on battery",
  "many-cores": "there are too many cores to keep awake",
  refused: "the system refused processes that yield to everything else",
  slower: "computing is slower beside processes that keep cores awake",
};

/** Says how the machine was kept quiet, and why not better. */
export function instrumentText({ kind, why }: RecordInstrument): string {
  return why === undefined ? whatIsDone[kind] : `${whatIsDone[kind]}: ${reasons[why]}`;
}
