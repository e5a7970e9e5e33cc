import { UserError } from "../errors.ts";
import type { RecordArm, RecordRow, RunRecord } from "../record/record.ts";
import { serverRowOf } from "../record/row-ids.ts";
import { type PairedRounds, pairRounds } from "./paired-rounds.ts";
import { type TableLaunch, type TableRound, tableRound } from "./round.ts";
import { RowSeries, ServerSeries } from "./series.ts";

/**
 * A run as everything after the measuring reads it: rows × metrics × rounds × arms, made once of a record. What a record says
 * beside its figures stands here under the same names. Series give their figures when they are first asked for.
 */
export interface Table extends Omit<RunRecord, "rows" | "rounds"> {
  readonly head: Side;
  /** Absent where base was not measured. */
  readonly base: Side | undefined;
  readonly rows: readonly TableRow[];
  /** Metrics of the server: one row alone, or one for each variant. */
  readonly servers: readonly TableServer[];
  readonly rounds: readonly TableRound[];
  /** The most rows that a leak check called. */
  readonly leakChecked: readonly string[];
}

/** Both sides of a row over the rounds of the run. */
interface Cells<Series> {
  readonly head: Series;
  readonly base: Series | undefined;
  /** Base and head beside each other, where both were measured. */
  readonly paired: PairedRounds | undefined;
}

export interface TableRow extends RecordRow, Cells<RowSeries> {}

export interface TableServer extends Cells<ServerSeries> {
  /** Its row id in findings. */
  readonly id: string;
  readonly variant: string | undefined;
}

/** Head or base: an arm, or the arms of its variants. */
export interface Side {
  /** The first of its arms. */
  readonly arm: RecordArm;
  readonly arms: readonly RecordArm[];
  readonly launches: readonly (readonly TableLaunch[])[];
}

/** Tests whether at least one launch of the base commit gave figures. */
export function isBaseMeasured({ base }: Pick<Table, "base">): boolean {
  const launches = base?.launches.flat() ?? [];
  return launches.some(({ failure }) => failure === undefined);
}

/** Makes the table of a record. Throws UserError where it has no head arm. */
export function tabulate(record: RunRecord): Table {
  return withRounds(record, record.rounds.map(tableRound));
}

type Facts = Omit<RunRecord, "rounds" | "rows"> & { readonly rows: readonly RecordRow[] };

/** The table of a run that had other rounds, such as some that may come. */
export function withRounds({ rows, ...facts }: Facts, rounds: readonly TableRound[]): Table {
  const [head, base] = [sideOf("head", facts.arms, rounds), sideOf("base", facts.arms, rounds)];
  if (!head) throw new UserError("the record has no head arm", { fix: "give the record of a run of `mcp-bench run`" });
  const run = { ...facts, rows };
  const leakChecked = rounds
    .flatMap(({ launches }) => launches.map(({ leakChecked = [] }) => leakChecked))
    .reduce<readonly string[]>((most, leakChecked) => (leakChecked.length > most.length ? leakChecked : most), []);
  const mostLeakChecked = leakChecked.length;
  return {
    ...facts,
    leakChecked,
    head,
    base,
    rounds,
    rows: rows.map((row) => {
      const on = (side: Side) => new RowSeries({ run, arm: armOf(side, row.variant).id, rounds }, row);
      return { ...row, ...bothSides(on, { head, base }) };
    }),
    servers: variantsOf(head).map((variant) => {
      const on = (side: Side) => new ServerSeries({ run, arm: armOf(side, variant).id, rounds }, { mostLeakChecked });
      const isInBase = variant === undefined || base?.arms.some((arm) => arm.variant === variant);
      return { id: serverRowOf(variant), variant, ...bothSides(on, { head, base: isInBase ? base : undefined }) };
    }),
  };
}

function bothSides<One extends RowSeries | ServerSeries>(
  on: (side: Side) => One,
  sides: { readonly head: Side; readonly base: Side | undefined },
): Cells<One> {
  const [head, base] = [on(sides.head), sides.base && on(sides.base)];
  return { head, base, paired: base && pairRounds(base, head) };
}

function sideOf(side: RecordArm["side"], all: readonly RecordArm[], rounds: readonly TableRound[]): Side | undefined {
  const arms = all.filter((arm) => arm.side === side);
  const ids = new Set(arms.map(({ id }) => id));
  const [first] = arms;
  const launches = rounds.map((round) => round.launches.filter(({ arm }) => ids.has(arm)));
  return first && { arm: first, arms, launches };
}

/** The arm of a variant. What is of no variant was measured on the first. */
function armOf({ arm, arms }: Side, variant: string | undefined): RecordArm {
  return arms.find((one) => variant !== undefined && one.variant === variant) ?? arm;
}

function variantsOf({ arms }: Side): (string | undefined)[] {
  const variants = arms.flatMap(({ variant }) => variant ?? []);
  return variants.length > 0 ? variants : [undefined];
}
