import type { Stage } from "../../model/loads/open-load.ts";
import { MixParts } from "./mix.ts";

/** Largest rounding error of a sum that should be whole. */
const rounding = 1e-9;

/** Requests over a time in which the rate goes evenly from one to the other. */
function requestsOf({ durationMs, from, to }: Stage): number {
  return ((from + to) / 2) * (durationMs / 1000);
}

/**
 * Times at which each request of a staged load is due, in milliseconds from its start, and the place of the stage in which it
 * is. Request `k` is due when so many should have left: the rate r(t) = from + slope · t gives N(t) = from · t + slope · t² /
 * 2, which is solved for t.
 */
export function stagedArrivals(stages: readonly Stage[]) {
  let [requests, startMs] = [0, 0];
  const placed = stages.map((stage) => {
    const first = requests;
    const begins = startMs;
    requests += requestsOf(stage);
    startMs += stage.durationMs;
    return { ...stage, first, begins };
  });
  const stageAt = (index: number) => placed.findLastIndex(({ first }) => first <= index + rounding);
  const dueAt = (index: number) => {
    const stage = placed[stageAt(index)];
    const within = index - (stage?.first ?? 0);
    if (!stage || within === 0) return stage?.begins ?? 0;
    const { begins, durationMs, from, to } = stage;
    const slope = (1000 * (to - from)) / durationMs;
    // A falling rate never gets to what lies behind the end.
    const root = Math.sqrt(Math.max(0, from * from + 2 * slope * within));
    return begins + Math.min(durationMs, (1000 * 2 * within) / (from + root));
  };

  const whole = Math.max(1, Math.floor(requests + rounding));
  return {
    requests: whole,
    dueMs: (index: number) => dueAt(Math.min(index, whole)),
    stageOf: (index: number) => stageAt(Math.min(index, whole)),
  };
}

/** The calls of a staged load by stage. */
export class StageParts extends MixParts {
  readonly #stageOf: (index: number) => number;

  constructor(stages: readonly Stage[]) {
    super(stages.map((stage, place) => `${place + 1}. ${paceText(stage)}`));
    this.#stageOf = stagedArrivals(stages).stageOf;
  }

  /** Calls are made in the order in which they are due, a block of them being all stages. */
  override made(id: number): void {
    super.made(id, this.#stageOf(this.ofBlock));
  }
}

function paceText({ durationMs, from, to }: Stage): string {
  const [start, end] = [from, to].map((rate) => Number(rate.toPrecision(4)));
  return `${from === to ? end : `${start} to ${end}`}/s, ${durationMs / 1000} s`;
}
