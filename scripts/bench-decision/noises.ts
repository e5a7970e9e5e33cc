import { readFileSync } from "node:fs";
import { median } from "../../src/stats/describe.ts";
import { drawnFrom, type Noise } from "../calibrate/replay.ts";
import { type Condition, conditionOf, type Figures, trialSchema } from "../calibrate/trial.ts";

const file = (name: string) => readFileSync(new URL(`../../fixtures/${name}`, import.meta.url), "utf8");

const trials = file("calibration/noise.jsonl")
  .trim()
  .split("\n")
  .map((line) => trialSchema.parse(JSON.parse(line)));

/** Rounds of real trials on two cores: nothing else running, or one of them kept busy. */
export function trialNoise(scenario: string, condition: Condition): Noise {
  const own = trials.filter((trial) => trial.scenario === scenario && conditionOf(trial) === condition);
  return drawnFrom(own.flatMap(({ figures }) => figures.flat()));
}

type Recorded = readonly [p50: number, throughput: number, cpu: number, slowCalls: number, stalls: number];
const crowded: Readonly<Record<string, readonly Recorded[]>> = JSON.parse(file("recorded/round-figures.json"));

/** Rounds recorded with two to three times as much work as cores. */
export function crowdedNoise(kind: "aa" | "ab10"): Noise {
  return drawnFrom(
    (crowded[kind] ?? []).map(([p50, throughput, cpu, slowCalls, stalls]) => ({
      p50,
      throughput,
      cpu,
      slowCalls,
      stalls,
    })),
  );
}

/** Says how launches and calls of a made-up machine scatter. */
interface Machine {
  /** Standard deviation of ln of a launch's latency. */
  readonly launches: number;
  /** So many of the calls are held up, for so many milliseconds on average. */
  readonly heldUp: { readonly share: number; readonly ms: number };
  /** Says whether CPU time is read finely enough. */
  readonly hasCpu: boolean;
}

/** Launches of the hosted macOS machines: CPU time comes in ticks of 10 ms, calls are held up. */
export const macOs = (launches: number): Machine => ({
  launches,
  heldUp: { share: 0.01 + (launches - 0.03) / 5, ms: 2 + (launches - 0.03) * 40 },
  hasCpu: false,
});

export const steady = (launches: number): Machine => ({ launches, heldUp: { share: 0, ms: 0 }, hasCpu: true });

/** One ln(head/base) of the launches of a round after the other, what changed left out. */
export type Launches = (spread: number, random: () => number) => () => number;

/** Independent launches. */
export const independent: Launches = (spread, random) => () => spread * (normal(random) - normal(random));

/** Neighbouring rounds resemble each other. */
export const correlated =
  (lag: number): Launches =>
  (spread, random) => {
    let before = normal(random);
    return () => {
      before = lag * before + Math.sqrt(1 - lag ** 2) * normal(random);
      return Math.SQRT2 * spread * before;
    };
  };

/** A machine that changes between two states, each lasting so many rounds and to the good of one arm by `size`. */
export const twoStates =
  ({ rounds, size }: { rounds: number; size: number }): Launches =>
  (spread, random) => {
    const next = independent(spread, random);
    let state = random() < 0.5 ? size : -size;
    return () => {
      if (random() < 1 / rounds) state = -state;
      return state + next();
    };
  };

/**
 * A machine that hops between two speeds, one `size` slower, after so many blocks; both arms' blocks take turns in pairs of a drawn
 * order, and the middle of the pairs counts.
 */
export const hopping =
  ({ blocks, size }: { blocks: number; size: number }): Launches =>
  (spread, random) => {
    const next = independent(spread, random);
    let isSlow = random() < 0.5;
    const block = () => {
      if (random() < 1 / blocks) isSlow = !isSlow;
      return isSlow ? Math.log1p(size) : 0;
    };
    const pair = () => (random() < 0.5 ? 1 : -1) * (block() - block());
    return () => median(Array.from({ length: pairsOfLaunch }, pair)) + next();
  };

/** Pairs of blocks that a row has in a launch. */
const pairsOfLaunch = 4;

/** Some launches are 1.4 times as slow. */
export const bimodal: Launches = (spread, random) => {
  const launch = () => spread * normal(random) + (random() < 0.3 ? Math.log(1.4) : 0);
  return () => launch() - launch();
};

/** Student's t with two degrees of freedom: now and then a round lies far out. */
export const heavyTailed: Launches = (spread, random) => () =>
  spread * normal(random) * Math.sqrt(2 / (-2 * Math.log(1 - random())));

/** One arm has an advantage for as long as the run takes. */
export const standing =
  (advantage: number): Launches =>
  (spread, random) => {
    const next = independent(spread, random);
    return () => advantage + next();
  };

/** Rounds of a machine: head takes `change` more of everything, as ln. */
export function madeUp(machine: Machine, { launches = independent, change = 0 } = {}): Noise {
  return ({ callMs, callsPerLaunch }, random) => {
    const next = launches(machine.launches, random);
    return (): Figures => {
      const moved = change + next();
      const [base, head] = [callMs, callMs * Math.exp(moved)].map((ms) =>
        heldUpCalls(ms, { calls: callsPerLaunch, ...machine.heldUp, random }),
      );
      if (!base || !head) throw new RangeError("a round has two arms");
      return {
        p50: moved + 0.002 * normal(random),
        throughput: Math.log(head.totalMs / base.totalMs),
        ...(machine.hasCpu ? { cpu: 0.7 * (moved - change) + change + 0.01 * normal(random) } : {}),
        slowCalls: head.slow - base.slow,
        stalls: head.stalled - base.stalled,
      };
    };
  };
}

interface HeldUp {
  readonly calls: number;
  readonly share: number;
  readonly ms: number;
  readonly random: () => number;
}

/** Calls that take `typicalMs`, but for those held up: shares as `src/stats/tail.ts` counts them. */
function heldUpCalls(typicalMs: number, { calls, share, ms, random }: HeldUp) {
  let [slow, lostMs, stalledMs] = [0, 0, 0];
  for (let call = 0; call < calls; call++) {
    if (random() >= share) continue;
    const delayMs = -ms * Math.log(1 - random());
    lostMs += delayMs;
    if (delayMs > 0.5 * typicalMs) slow += 1;
    if (typicalMs + delayMs > Math.max(5 * typicalMs, 4)) stalledMs += delayMs;
  }
  const totalMs = calls * typicalMs + lostMs;
  return { totalMs, slow: slow / calls, stalled: stalledMs / totalMs };
}

/** Box and Muller. */
export function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
