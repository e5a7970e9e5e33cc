import type { Stage } from "../../model/loads/open-load.ts";
import type { RecordParts } from "../../record/parts.ts";
import { MixParts, type Parts } from "./mix.ts";

/** Times at which each request of a staged load is due, in milliseconds from its start. */
interface Arrivals {
  readonly requests: number;
  readonly dueMs: (index: number) => number;
  /** Place of the stage in which it is due. */
  readonly stageOf: (index: number) => number;
}

/** Largest rounding error of a sum that should be whole. */
const rounding = 1e-9;

/** Requests over a time in which the rate goes evenly from one to the other. */
function requestsOf({ durationMs, from, to }: Stage): number {
  return ((from + to) / 2) * (durationMs / 1000);
}

/**
 * Request `k` is due when so many should have left: the rate r(t) = from + slope · t gives N(t) = from · t + slope · t² / 2, which is
 * solved for t.
 */
export function stagedArrivals(stages: readonly Stage[]): Arrivals {
  let [requests, startMs] = [0, 0];
  const placed = stages.map((stage) => {
    const first = requests;
    const begins = startMs;
    requests += requestsOf(stage);
    startMs += stage.durationMs;
    return { ...stage, first, begins };
  });
  const stageAt = (index: number) =>
    Math.max(
      0,
      placed.findLastIndex(({ first }) => first <= index + rounding),
    );
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
    dueMs: (index) => dueAt(Math.min(index, whole)),
    stageOf: (index) => stageAt(Math.min(index, whole)),
  };
}

/** The calls of a staged load by stage. */
export class StageParts implements Parts {
  readonly #stageOf: Arrivals["stageOf"];
  readonly #parts: MixParts;
  #made = 0;

  constructor(stages: readonly Stage[]) {
    this.#stageOf = stagedArrivals(stages).stageOf;
    this.#parts = new MixParts(stages.map((stage, place) => `${place + 1}. ${paceText(stage)}`));
  }

  get count(): number {
    return this.#parts.count;
  }

  /** Calls are made in the order in which they are due, a block of them being all stages. */
  made(id: number): void {
    this.#parts.made(id, this.#stageOf(this.#made++));
  }

  partOf(id: number): number | undefined {
    return this.#parts.partOf(id);
  }

  add(block: Parameters<Parts["add"]>[0]): void {
    this.#parts.add(block);
    this.#made = 0;
  }

  skip(): void {
    this.#parts.skip();
    this.#made = 0;
  }

  result(latencies: Parameters<Parts["result"]>[0]): RecordParts {
    return this.#parts.result(latencies);
  }
}

function paceText({ durationMs, from, to }: Stage): string {
  const [start, end] = [from, to].map((rate) => Number(rate.toPrecision(4)));
  return `${from === to ? end : `${start} to ${end}`}/s, ${durationMs / 1000} s`;
}
