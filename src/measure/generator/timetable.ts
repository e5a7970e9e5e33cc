import type { Generator } from "../../plan/generator.ts";
import type { Plan } from "../../plan/plan.ts";
import type { Load } from "../../plan/workload.ts";
import { groupsOfRound, launchGroups, type RowSet, rowOn } from "../launch/launch-group.ts";
import { rowSeed, type ScheduledBlock, scheduleBlocks } from "../row/schedule.ts";

/** Before the blocks of a row: for sessions, set-up and warm-up. What needs longer gets it by `cooldown`. */
export const preparationMs = 5_000;

/** Replies of one block that are judged after it: while more than that are, a schedule would stand still. */
const mostReplies = 100_000;

/** A block and when it begins, in ms after the start of the run. */
interface TimedBlock extends ScheduledBlock {
  readonly startMs: number;
}

/**
 * When each block of a run begins, from the plan alone, so that all generators know it: there is nobody to ask. A block lasts
 * as long as the plan says; then the last of its requests has its time limit to be answered. Before the next row there is time
 * to prepare it.
 */
export class Timetable {
  readonly #blocks = new Map<string, readonly TimedBlock[]>();
  /** Of the last block. */
  readonly endMs: number;

  constructor(plan: Plan & { readonly generator: Generator }) {
    const groups = launchGroups(plan.rows, plan.arms);
    let atMs = 0;
    for (let round = 0; round < plan.rounds.min; round++) {
      const rows = plan.rows.filter((row) => row.rounds === undefined || round < row.rounds);
      for (const set of groupsOfRound(groups, rows).flatMap(({ sets }) => sets)) {
        atMs += preparationMs;
        const blocks = blocksOf(set, { plan, round }).map((block) => {
          const startMs = atMs;
          atMs += block.amount + (set.rows[0]?.load.timeoutMs ?? 0);
          return { ...block, startMs };
        });
        atMs += set.rows[0]?.cooldownMs ?? plan.cooldownMs;
        this.#blocks.set(keyOf(set, round), blocks);
      }
    }
    this.endMs = atMs;
  }

  /** Of a row on all its arms, in one round. */
  of(set: RowSet, round: number): readonly TimedBlock[] {
    return this.#blocks.get(keyOf(set, round)) ?? [];
  }
}

function keyOf({ key }: RowSet, round: number): string {
  return JSON.stringify([round, key]);
}

/** One of each arm, which lead in turn, unless it would have too many replies. */
function blocksOf(
  set: RowSet,
  { plan, round }: { readonly plan: Plan & { readonly generator: Generator }; readonly round: number },
): ScheduledBlock[] {
  const [row] = set.rows;
  if (!row) return [];
  const arms = plan.arms.filter((arm) => rowOn(set, arm)).map(({ id }) => id);
  const blocks = Math.ceil(requestsOf(row.load) / plan.generator.count / mostReplies);
  return scheduleBlocks(arms, {
    load: row.load,
    round,
    seed: rowSeed(plan.seed, set.key),
    blocks: Math.max(1, blocks),
  });
}

/** As far as the plan says. */
function requestsOf(load: Load): number {
  return load.kind === "open" ? (load.ratePerSecond * (load.durationMs ?? 0)) / 1000 : 0;
}
