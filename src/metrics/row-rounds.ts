import { mean } from "simple-statistics";
import type { RecordBlock, RunRecord } from "../record/record.ts";
import { middle } from "../stats/describe.ts";
import { samplesNeeded } from "../stats/sufficiency.ts";
import { armFor, rowOf } from "./arms.ts";
import { differenceWorse, logWorse } from "./change.ts";
import { isOfLoad } from "./definitions/definition.ts";
import { type MetricId, metric } from "./metric.ts";
import { type RowReading, readingOf, serverReadings } from "./reading.ts";

/** The two arms that are paired. */
export interface Arms {
  readonly base: string;
  readonly head: string;
}

/** One round's change, turned so that up is worse: ln(head/base), or a difference in the metric's own unit. */
export interface RoundChange {
  readonly round: number;
  readonly worse: number;
  /** Base's figure, of which head's differs by the change; absent in replays, which have changes alone. */
  readonly base?: number;
}

type Change = Omit<RoundChange, "round">;

/** Row, or metrics of the server, with its counterpart in base, which may have another id. */
interface RowPair {
  readonly id: MetricId;
  readonly row: string;
  readonly baseRow?: string;
  readonly arms: Arms;
}

/** One log-ratio per round in which both arms have a value above zero. */
export function roundRatios(record: RunRecord, compared: RowPair): RoundChange[] {
  const { id } = compared;
  const definition = metric(id);
  if (!isTold(record, compared)) return [];
  const ratios =
    definition.scope === "row" && definition.perBlock
      ? blockRatios(record, { ...compared, perBlock: definition.perBlock })
      : pairsOf(record, compared).map(({ base, head }) => ratio(id, base, head));
  return inRounds(record, ratios);
}

/** The differences of head and base per round, for shares and growths: they may be zero, and then have no ratio. Up is worse. */
export function roundDifferences(record: RunRecord, compared: RowPair): RoundChange[] {
  const definition = metric(compared.id);
  if (!isTold(record, compared)) return [];
  if (definition.scope === "row" && definition.atPace)
    return inRounds(record, tailDifferences(record, { ...compared, atPace: definition.atPace }));
  const differences = pairsOf(record, compared).map(({ base, head }) =>
    base === undefined || head === undefined
      ? undefined
      : { worse: differenceWorse(compared.id, { base, head }), base },
  );
  return inRounds(record, differences);
}

/** Both arms' values of the rounds in which both have one. */
export function roundValues(record: RunRecord, compared: RowPair): (readonly [base: number, head: number])[] {
  return pairsOf(record, compared).flatMap(({ base, head }) =>
    base === undefined || head === undefined ? [] : [[base, head] as const],
  );
}

/** Latencies of a search are those of the rates that it chose: two searches have none to compare. */
function isTold(record: RunRecord, { id, row }: RowPair): boolean {
  const about = rowOf(record, row);
  return about === undefined || isOfLoad(metric(id), about.load);
}

/** The changes of the rounds that have one. */
function inRounds({ rounds }: RunRecord, changes: readonly (Change | undefined)[]): RoundChange[] {
  return rounds.flatMap(({ index }, place) => {
    const change = changes[place];
    return change === undefined ? [] : [{ round: index, ...change }];
  });
}

/** Both arms' values of a metric in each round of the record. */
function pairsOf(
  record: RunRecord,
  compared: RowPair,
): { readonly base: number | undefined; readonly head: number | undefined }[] {
  const { base, head } = sidesOf(record, compared);
  const [before, after] = [
    valuesOf(record, { ...base, id: compared.id }),
    valuesOf(record, { ...head, id: compared.id }),
  ];
  return record.rounds.map((_, place) => ({ base: before[place], head: after[place] }));
}

/** A row (or the server), and the arm that measured it. */
interface Side {
  readonly arm: string;
  readonly row: string;
}

function sidesOf(record: RunRecord, { row, baseRow = row, arms }: RowPair): { base: Side; head: Side } {
  return {
    base: { arm: armFor(record, arms.base, baseRow), row: baseRow },
    head: { arm: armFor(record, arms.head, row), row },
  };
}

/** A metric's value in each round of the record; undefined where it has none, or calls too few to give it. */
function valuesOf(record: RunRecord, { id, arm, row }: Side & { readonly id: MetricId }): (number | undefined)[] {
  const definition = metric(id);
  if (definition.scope === "server") return serverReadings(record, arm).map((one) => definition.perRound?.(one, id));
  return record.rounds.map((round) => valueIn(record, { id, row, reading: readingOf(round, { arm, row }) }));
}

/** Reads the value of one round. */
function valueIn(
  record: RunRecord,
  { id, row, reading }: Pick<RowPair, "id" | "row"> & { readonly reading: RowReading | undefined },
): number | undefined {
  const definition = metric(id);
  const about = rowOf(record, row);
  if (definition.scope === "server" || !about || !reading) return undefined;
  const { perRound, quantile } = definition;
  return quantile !== undefined && reading.calls < samplesNeeded(quantile) ? undefined : perRound?.(reading, about);
}

/** Compares neighbouring blocks, which share the speed of the machine, pair by pair: the change of a round is the middle of them. */
function blockRatios(
  record: RunRecord,
  { perBlock, ...compared }: RowPair & { readonly perBlock: (block: RecordBlock) => number | undefined },
): (Change | undefined)[] {
  const inOrder = (reading: RowReading | undefined) =>
    (reading?.blocks ?? []).toSorted((a, b) => a.position - b.position).map(perBlock);
  return readingPairs(record, compared).map(({ base, head }) => {
    const [before, after] = [inOrder(base), inOrder(head)];
    const ofBlocks = before.flatMap((value, place) => ratio(compared.id, value, after[place]) ?? []);
    const worse = middle(ofBlocks.map((one) => one.worse));
    return worse === undefined ? undefined : { worse, base: Math.exp(mean(ofBlocks.map((one) => Math.log(one.base)))) };
  });
}

/**
 * A call of head is slow, or held up, only if it would have been so at base's pace, too: a server that became faster
 * is not worse for what is now large beside its median.
 */
function tailDifferences(
  record: RunRecord,
  { atPace, ...compared }: RowPair & { readonly atPace: (reading: RowReading, typicalMs: number) => number },
): (Change | undefined)[] {
  return readingPairs(record, compared).map(({ base, head }) => {
    if (!base?.description || !head?.description) return undefined;
    const typicalMs = base.description.p50;
    const before = atPace(base, typicalMs);
    return { worse: atPace(head, Math.max(typicalMs, head.description.p50)) - before, base: before };
  });
}

function readingPairs(record: RunRecord, compared: RowPair) {
  const { base, head } = sidesOf(record, compared);
  return record.rounds.map((round) => ({ base: readingOf(round, base), head: readingOf(round, head) }));
}

function ratio(
  id: MetricId,
  base: number | undefined,
  head: number | undefined,
): { readonly worse: number; readonly base: number } | undefined {
  const isKnown = base !== undefined && head !== undefined && base > 0 && head > 0;
  return isKnown ? { worse: logWorse(id, { base, head }), base } : undefined;
}
