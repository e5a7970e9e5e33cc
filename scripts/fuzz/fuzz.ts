import { seededRandom } from "../../src/stats/random.ts";
import type { Target } from "./targets.ts";

/** An input that broke a target: the seed makes it again. */
export interface Finding {
  readonly target: string;
  readonly seed: number;
  readonly what: string;
}

export interface Tally {
  readonly name: string;
  inputs: number;
  /** For them, how many were taken for valid: with none of these nothing is tried but the door. */
  valid: number;
}

interface Fuzzing {
  readonly seed: number;
  /** Told before each input; false ends it. */
  readonly goOn: (inputs: number) => boolean;
  /** No input may keep a target busy for longer, in processor time, which a busy machine does not add to. */
  readonly longestMs: number;
}

/** Feeds the targets in turn, each input with a seed of its own, until told to stop. */
export async function fuzz(targets: readonly Target[], { seed, goOn, longestMs }: Fuzzing) {
  const tallies: Tally[] = targets.map(({ name }) => ({ name, inputs: 0, valid: 0 }));
  const findings: Finding[] = [];
  for (let inputs = 0; goOn(inputs); inputs++) {
    const at = inputs % targets.length;
    const [target, tally] = [targets[at], tallies[at]];
    if (!target || !tally) break;
    const own = seed + inputs;
    const from = process.cpuUsage();
    tally.inputs++;
    const note = (what: string) => findings.push({ target: target.name, seed: own, what });
    try {
      if (await target.run(seededRandom(own))) tally.valid++;
    } catch (error) {
      note(error instanceof Error ? (error.stack ?? error.message) : String(error));
    }
    const took = process.cpuUsage(from).user / 1000;
    if (took > longestMs) note(`took ${Math.round(took)} ms`);
  }
  return { tallies, findings };
}
