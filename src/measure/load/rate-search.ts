import { duration, percent } from "../../metrics/format.ts";
import { type RateCondition, rateResolution, type SearchLoad } from "../../model/loads/search-load.ts";
import type { RecordSearchStep } from "../../record/launch.ts";
import { latenciesOf } from "../../record/samples.ts";
import { describe } from "../../stats/describe.ts";
import { sizeOf } from "../../stats/pool.ts";
import type { CallTally, LoopResult } from "./loop-result.ts";

/** A step cannot hold any more once so many calls took longer than this, or have been waited for longer. */
export interface Hopeless {
  readonly lateMs: number;
  readonly calls: number;
}

/**
 * Looks for the highest rate that holds by halving the range on a logarithmic scale. A rate that does not hold is tried once
 * more at once, as one bad moment of the machine would else decide, unless it broke down before its step was over.
 */
export class RateSearch {
  readonly steps: RecordSearchStep[] = [];
  readonly #load: SearchLoad;
  #held: number | undefined;
  #failed: number | undefined;
  #again: number | undefined;

  constructor(load: SearchLoad) {
    this.#load = load;
  }

  /** Rate of the next step; undefined once the search is over. */
  get rate(): number | undefined {
    const { lowest, highest } = this.#load;
    const [low, high] = [this.#held ?? lowest, this.#failed ?? highest];
    if (this.#again !== undefined) return this.#again;
    if (Math.log(high / low) > Math.log1p(rateResolution)) return Number(Math.sqrt(low * high).toPrecision(4));
    if (this.#failed === undefined) return this.#held === highest ? undefined : highest;
    return this.#held === undefined && high > lowest ? lowest : undefined;
  }

  callsAt(rate: number): number {
    return Math.max(1, Math.round((rate * this.#load.stepMs) / 1000));
  }

  hopelessAt(rate: number): Hopeless[] {
    const calls = this.callsAt(rate);
    return this.#load.conditions.flatMap(({ metric, atMost }) => {
      const quantile = quantiles[metric];
      return quantile === undefined ? [] : [{ lateMs: atMost, calls: Math.ceil((1 - quantile) * calls) + 2 }];
    });
  }

  /** Takes in what came of the step at `rate`; `judged`: its replies. */
  add(result: LoopResult, judged: CallTally): void {
    const { rate } = this;
    if (rate === undefined) return;
    const step = { ratePerSecond: rate, ...this.#judge(rate, result, judged) };
    this.steps.push(step);
    const isWhole = judged.outcomes.total >= this.callsAt(rate);
    const again = step.result !== "held" && isWhole && this.#again === undefined ? rate : undefined;
    if (step.result === "held") this.#held = rate;
    else if (again === undefined) this.#failed = rate;
    this.#again = again;
  }

  #judge(rate: number, result: LoopResult, judged: CallTally): Pick<RecordSearchStep, "result" | "reason"> {
    const { conditions, stepMs } = this.#load;
    const times = conditions.flatMap(({ metric, atMost }) => (metric === "error_rate" ? [] : [atMost]));
    // Sent at a lower rate than asked for, a step says nothing of the rate; nor where our own delay is much of what is allowed.
    const allowedLagMs = Math.min((rateResolution * stepMs) / 2, ...times.map((ms) => ms / 10));
    const { lagMs = 0 } = result;
    if (lagMs > allowedLagMs) return { result: "lagged", reason: `requests left ${duration(lagMs)} late on average` };
    const broken = conditions.flatMap((condition) => brokenBy(condition, judged) ?? []);
    if (broken[0] !== undefined) return { result: "failed", reason: broken[0] };
    const attempted = judged.outcomes.total;
    if (attempted < this.callsAt(rate))
      return { result: "failed", reason: `${attempted} calls were too late for the rest to matter` };
    const growth = backlogGrowth(result, { rate, stepMs });
    if (growth === undefined) return { result: "held" };
    return { result: "failed", reason: `a backlog grew: replies came ${duration(growth)} later at the end` };
  }
}

const quantiles: Partial<Record<RateCondition["metric"], number>> = {
  p50: 0.5,
  p95: 0.95,
  p99: 0.99,
  max: 1,
};

/** Describes how a step breaks a condition; undefined where it holds. */
function brokenBy({ metric, atMost }: RateCondition, { latencies, outcomes }: CallTally): string | undefined {
  if (metric === "error_rate") {
    const share = outcomes.total > 0 ? 1 - latencies.count / outcomes.total : 1;
    return share > atMost ? `error rate ${percent(share)} is over ${percent(atMost)}` : undefined;
  }
  const sample = latenciesOf([latencies.stored()]);
  if (sizeOf(sample) === 0) return "no call was ok";
  const value = describe(sample)[metric];
  return value > atMost ? `${metric} ${duration(value)} is over ${duration(atMost)}` : undefined;
}

/** Number of standard errors that a difference of medians has to exceed. */
const clearly = 3;

/**
 * Measures how much later replies came in the last third of a step than in its first, where a server that answers less
 * than what arrives explains it; else undefined. Between the middles of the two lie two thirds of the step, or of its
 * beginning: that is all there is to see of one with more replies than memory should hold.
 */
function backlogGrowth(
  { answers, further }: Pick<LoopResult, "answers" | "further">,
  { rate, stepMs }: { readonly rate: number; readonly stepMs: number },
): number | undefined {
  const seenMs = further ? Math.min(stepMs, (1000 * answers.length) / rate) : stepMs;
  const third = Math.floor(answers.length / 3);
  if (third === 0) return undefined;
  const of = (part: LoopResult["answers"]) => describe(part.map(({ latencyMs }) => latencyMs));
  const [first, last] = [of(answers.slice(0, third)), of(answers.slice(-third))];
  const growth = last.p50 - first.p50;
  // Standard error of a median of normal values, with the spread estimated by the median absolute deviation.
  const error = 1.2533 * 1.4826 * Math.hypot(first.mad, last.mad) * Math.sqrt(1 / third);
  return growth > Math.max((2 / 3) * rateResolution * seenMs, clearly * error) ? growth : undefined;
}
