import { z } from "zod";
import { amount, field, hasOneOf, positive, positiveAmount } from "../fields.ts";
import { duration, rate } from "../quantity.ts";
import {
  everyLoad,
  type FigureFormat,
  fairBlocks,
  type LoadKind,
  type LoadSettings,
  shortestBlockMs,
  tenthOf,
} from "./load-kind.ts";

/** A stretch of an open load over which its rate goes evenly from one to another, per second; held where they are the same. */
const stage = z.strictObject({ durationMs: positiveAmount, from: amount, to: amount });
export type Stage = z.infer<typeof stage>;

/** Requests leave at fixed times, whether or not earlier ones are answered; latency counts from those times. */
export const openLoad = z.strictObject({
  kind: z.literal("open"),
  /** On average, where there are stages. */
  ratePerSecond: positiveAmount,
  /** Stages of the load, one after the other; absent: one rate for all of it. */
  stages: z.array(stage).min(1).max(100).readonly().optional(),
  /** A request that is due while so many are unanswered is not sent and counts as dropped. */
  maxInFlight: positive,
  ...everyLoad,
});

export type OpenLoad = z.infer<typeof openLoad>;

const writtenStage = z
  .strictObject({
    duration: field("Duration; `0s` jumps to its `target`", duration, "10s"),
    rate: field("Held as long as it lasts", rate.optional(), "50/s"),
    target: field("Gone to evenly, from the rate before; from nothing in the first stage", rate.optional(), "200/s"),
  })
  .refine(hasOneOf("rate", "target"), "has either a `rate`, which it holds, or a `target`, to which it goes");

export const stagesField = field(
  "An open loop whose rate is held and changed in stages, one after the other: steps, ramps, spikes",
  z
    .array(writtenStage)
    .min(1, "lists no stage")
    .max(100, "at most 100 stages")
    .refine((stages) => stages.some(({ duration: ms }) => ms > 0), "no stage takes any time")
    .optional(),
  [
    { duration: "10s", rate: "50/s" },
    { duration: "5s", target: "200/s" },
    { duration: "10s", rate: "50/s" },
  ],
);

const standardRequests = 100;

export function makeAtRate(ratePerSecond: number, { common, extent, maxInFlight }: LoadSettings): OpenLoad {
  return { kind: "open", ratePerSecond, maxInFlight, ...common, requests: standardRequests, ...extent };
}

/** A stage without a length only sets the rate from which the next one goes on. */
export function makeInStages(
  written: readonly z.output<typeof writtenStage>[],
  { common, maxInFlight }: LoadSettings,
): OpenLoad {
  let level = 0;
  const stages = written.flatMap(({ duration: durationMs, rate: held, target = 0 }) => {
    const one = { durationMs, from: held ?? level, to: held ?? target };
    level = one.to;
    return durationMs > 0 ? [one] : [];
  });
  const durationMs = stages.reduce((sum, one) => sum + one.durationMs, 0);
  const calls = stages.reduce((sum, { durationMs: ms, from, to }) => sum + (ms * (from + to)) / 2, 0);
  return { kind: "open", ratePerSecond: calls / durationMs, stages, maxInFlight, ...common, durationMs };
}

export const open: LoadKind<OpenLoad> = {
  keys: [
    { key: "rate", conflicts: ["concurrency", "delay", "batch"] },
    { key: "stages", conflicts: ["rate", "capacity", "concurrency", "requests", "duration", "delay", "batch"] },
  ],
  label: ({ ratePerSecond, stages }, format) =>
    stages ? stagesLabel(stages, format) : `${format.significant(ratePerSecond)}/s`,
  // Stages follow one another without a pause: what a server has not worked off goes on into the next.
  blocks: (load) => (load.stages ? [load.durationMs ?? 0] : blocksAtRate(load)),
  leastMs: (load) => {
    const { requests = 0, durationMs, ratePerSecond } = load;
    return durationMs ?? (Math.max(0, requests - blocksAtRate(load).length) * 1000) / ratePerSecond;
  },
  quick: (load) => {
    const shorter = tenthOf(load, 2);
    const factor = (shorter.durationMs ?? 0) / (load.durationMs ?? 1);
    const stages = load.stages?.map((one) => ({ ...one, durationMs: one.durationMs * factor }));
    return stages ? { ...shorter, stages } : shorter;
  },
  answered: () => ({ kind: "closed", concurrency: 1 }),
  steadyTime: ({ stages }) => stages && longestHold(stages),
  pace: ({ ratePerSecond, stages }) => (stages ? undefined : { field: "rate", value: ratePerSecond }),
};

/** At least as many requests in a block as are due in the shortest one. */
function blocksAtRate(load: OpenLoad): number[] {
  return fairBlocks(load, { fewest: Math.ceil((load.ratePerSecond * shortestBlockMs) / 1000) });
}

/** The longest stretch of one rate; nothing where there is none. */
function longestHold(stages: readonly Stage[]): readonly [fromMs: number, toMs: number] {
  let [startMs, best] = [0, [0, 0] as readonly [number, number]];
  for (const { durationMs, from, to } of stages) {
    if (from === to && durationMs > best[1] - best[0]) best = [startMs, startMs + durationMs];
    startMs += durationMs;
  }
  return best;
}

/** The lowest and the highest of the rates at the ends of stages. */
function stagesLabel(stages: readonly Stage[], format: FigureFormat): string {
  const rates = stages.flatMap(({ from, to }) => [from, to]);
  const [lowest, highest] = [Math.min(...rates), Math.max(...rates)].map((perSecond) => rateLabel(perSecond, format));
  return `${lowest} to ${highest}/s in ${format.plural(stages.length, "stage")}`;
}

export function rateLabel(perSecond: number, { count, significant }: FigureFormat): string {
  return Number.isInteger(perSecond) ? count(perSecond) : significant(perSecond);
}
