import { sideOf } from "../../metrics/arms.ts";
import { percent, plural } from "../../metrics/format.ts";
import type { Arms } from "../../metrics/row-rounds.ts";
import type { RecordRound, RunRecord } from "../../record/record.ts";
import { evidenceAbove, evidenceBelow } from "../../stats/anytime.ts";
import { median } from "../../stats/describe.ts";
import { groupBy } from "../../stats/group-by.ts";
import { hodgesLehmann } from "../../stats/hodges-lehmann.ts";

/** Unchanged runners are called restless at most once in a thousand runs, half of that in each direction. */
const evidenceOfMove = 2000;

/** A heavier head may slow its neighbour a little by its share of the caches: that alone must not excuse it. */
const smallestMove = 0.02;

/**
 * Whether the runner itself favoured an arm: the control arm does a fixed amount of work, so its blocks beside base and
 * those beside head should take equally long. Undefined where they do, or where there is no control.
 */
export function contamination(record: RunRecord, arms: Arms): string | undefined {
  const controls = record.arms.filter((arm) => arm.side === "control").map((arm) => arm.id);
  const besides = { base: idsOf(record, arms.base), head: idsOf(record, arms.head) };
  const keys = new Map(record.rows.map(({ id, key = id }) => [id, key]));
  const moves = record.rounds
    .map((round) => roundMove(round, { besides, controls, keys }))
    .filter((move) => move !== undefined);
  if (moves.length === 0) return undefined;
  const hypothesis = { theta: 0, scale: smallestMove };
  const move = hodgesLehmann(moves);
  const evidence = Math.max(evidenceAbove(moves, hypothesis), evidenceBelow(moves, hypothesis));
  if (evidence < evidenceOfMove || Math.abs(move) < smallestMove) return undefined;
  const pace = move > 0 ? "slower" : "faster";
  return `the control ran ${percent(Math.abs(Math.expm1(move)))} ${pace} beside head than beside base in ${plural(moves.length, "round")}`;
}

interface Neighbours {
  readonly besides: { readonly base: ReadonlySet<string>; readonly head: ReadonlySet<string> };
  readonly controls: readonly string[];
  /** Row id to the key its blocks are ordered by. */
  readonly keys: ReadonlyMap<string, string>;
}

/** Ids of an arm and of its other variants. */
function idsOf(record: RunRecord, arm: string): ReadonlySet<string> {
  return new Set(sideOf(record, arm).map(({ id }) => id));
}

/** ln of the control's time beside head over its time beside base: the median over the round's rows. */
function roundMove(round: RecordRound, { besides, controls, keys }: Neighbours): number | undefined {
  const measured = groupBy(
    round.launches.filter(({ arm }) => controls.includes(arm)).flatMap(({ measurements }) => measurements),
    ({ row }) => keys.get(row),
  );
  const moves = Object.entries(round.order).flatMap(([key, order]) => {
    const blocks = measured.get(key)?.flatMap((measurement) => measurement.blocks) ?? [];
    const beside = (arms: ReadonlySet<string>) => {
      const times = blocks
        .filter((block) => arms.has(neighbour(order, { position: block.position, controls }) ?? ""))
        .flatMap((block) => block.medianMs ?? []);
      return times.length > 0 ? median(times) : 0;
    };
    const [base, head] = [beside(besides.base), beside(besides.head)];
    return base > 0 && head > 0 ? [Math.log(head / base)] : [];
  });
  return moves.length > 0 ? median(moves) : undefined;
}

/** The arm that ran last before a control block, or first after it where none ran before. */
function neighbour(
  order: readonly string[],
  { position, controls }: { position: number; controls: readonly string[] },
) {
  const isArm = (arm: string) => !controls.includes(arm);
  return order.slice(0, position).findLast(isArm) ?? order.slice(position).find(isArm);
}
