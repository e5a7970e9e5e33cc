import { serverRow } from "../../record/row-ids.ts";
import { evidenceAbove, evidenceBelow } from "../../stats/anytime.ts";
import { median } from "../../stats/describe.ts";
import { groupBy } from "../../stats/group-by.ts";
import { trimmedMean } from "../../stats/trimmed.ts";
import type { TableRound } from "../../table/round.ts";
import type { Side, Table } from "../../table/table.ts";
import type { Finding } from "../verdict.ts";
import { shareGate } from "./guards.ts";
import { evidenceNeeded } from "./paired-decision.ts";

/** An even runner is said to have moved at most once in a thousand runs, half of that in each direction. */
const evidenceOfMove = 2000;

/** A heavier head may slow its neighbour a little by its share of the caches. */
const smallestMove = 0.02;

/** Slowdown of the control beside head against that beside base. */
export interface ControlMove {
  /** ln of the ratio. */
  readonly estimate: number;
  readonly evidence: number;
  readonly rounds: number;
}

/**
 * Measures whether head favours or hinders its neighbours: the control does a fixed amount of work, so its blocks
 * beside base and those beside head should take equally long. Base and head take turns in an order that is drawn, so
 * what the machine does meets both alike, and only head itself moves the control. Undefined where it does not move, or
 * where there is no control.
 */
export function controlMove({ arms, rows, rounds, head, base }: Table): ControlMove | undefined {
  const controls = arms.filter((arm) => arm.side === "control").map((arm) => arm.id);
  if (controls.length === 0 || !base) return undefined;
  const keys = new Map(rows.map(({ id, key = id }) => [id, key]));
  const moves = rounds.flatMap((round) => roundMove(round, { sides: [base, head], controls, keys }) ?? []);
  if (moves.length === 0) return undefined;
  const hypothesis = { theta: 0, scale: smallestMove };
  const estimate = trimmedMean(moves);
  const evidence = (estimate > 0 ? evidenceAbove : evidenceBelow)(moves, hypothesis);
  if (evidence < evidenceOfMove || Math.abs(estimate) < smallestMove) return undefined;
  return { estimate, evidence, rounds: moves.length };
}

/** A head that slows its neighbours by more fails. */
const mostSlowdown = 0.05;

/** The guard on what head does to others: threads, pages and work that outlive its replies slow them. */
export function judgeNeighbours({ estimate, evidence, rounds }: ControlMove, gates: number): Finding {
  const share = Math.expm1(estimate);
  const isShown = share > mostSlowdown && evidence >= Math.max(evidenceOfMove, evidenceNeeded(gates));
  return {
    row: serverRow,
    metric: "neighbours",
    threshold: shareGate("neighbours", mostSlowdown),
    state: isShown ? "regressed" : "pass",
    change: { estimate: share },
    evidence,
    rounds,
    reason: { code: "control", slower: share, isCorrected: estimate > 0, ofRounds: rounds },
  };
}

/** ln of the control's time beside head over its time beside base: the median over the round's rows. */
function roundMove(
  round: TableRound,
  { sides, controls, keys }: { sides: readonly Side[]; controls: readonly string[]; keys: ReadonlyMap<string, string> },
): number | undefined {
  const measured = groupBy(
    controls.flatMap((control) => [...(round.cells.get(control) ?? [])]),
    ([row]) => keys.get(row),
  );
  const moves = Object.entries(round.order).flatMap(([key, order]) => {
    const blocks = measured.get(key)?.flatMap(([, reading]) => reading.blocks) ?? [];
    const beside = ({ arms }: Side) => {
      const times = blocks
        .filter(({ position }) => arms.some(({ id }) => id === neighbour(order, { position, controls })))
        .flatMap((block) => block.medianMs ?? []);
      return times.length > 0 ? median(times) : 0;
    };
    const [before = 0, after = 0] = sides.map(beside);
    return before > 0 && after > 0 ? [Math.log(after / before)] : [];
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
