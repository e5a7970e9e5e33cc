import { differenceWorse } from "../metrics/change.ts";
import { isOfLoad } from "../metrics/definitions/definition.ts";
import { type MetricId, metric } from "../metrics/metric.ts";
import type { RowReading } from "../metrics/reading.ts";
import { rateOf } from "../model/load.ts";
import { isMade } from "../model/operation.ts";
import type { RecordRow } from "../record/record.ts";
import { findModes, type Modes } from "./modes.ts";
import { blockRatio, type Change, type RoundChange, ratio, tailDifference } from "./round-change.ts";
import { RowSeries, ServerSeries } from "./series.ts";

/** Figures of head and base measured beside each other, for one row or the server: of a run, or drawn in a replay. */
export interface PairedRounds {
  /** Returns one log ratio per round in which both have a value above zero. */
  readonly ratios: (id: MetricId) => readonly RoundChange[];
  /** Returns by how much head is worse than base in each round, in the metric's own unit, for what may be zero. */
  readonly differences: (id: MetricId) => readonly RoundChange[];
  /** Returns both values of the rounds in which both have one; absent where they are not known. */
  readonly values?: (id: MetricId) => readonly (readonly [base: number, head: number])[];
  /** Returns the figures of either side, where the estimate is to be that between their own centres: among several variants. */
  readonly perArm?: (id: MetricId) => { readonly base: readonly number[]; readonly head: readonly number[] };
  /** Base's figure over all rounds; undefined where it was not measured. */
  readonly base: (id: MetricId) => number | undefined;
  readonly callsPerLaunch: () => number;
  /** Tests whether CPU time was read finely enough, and is that of the calls alone; of the server, that of its start-up. */
  readonly cpuTells: () => boolean;
  /** Modes of a row whose launches fall into two. */
  readonly modes: Modes | undefined;
}

type Series = RowSeries | ServerSeries;

export function pairRounds(base: Series, head: Series): PairedRounds {
  const known = new Map<MetricId, readonly RoundChange[]>();
  // Several gates of a row ask for the same.
  const ratios = (id: MetricId) => {
    const found = known.get(id) ?? ratiosOf(base, head, id);
    known.set(id, found);
    return found;
  };
  return {
    ratios,
    differences: (id) => differencesOf(base, head, id),
    values: (id) =>
      zip(base.values(id), head.values(id)).flatMap(([before, after]) =>
        before === undefined || after === undefined ? [] : [[before, after] as const],
      ),
    base: (id) => {
      const statistic = base.statistic(id);
      return statistic?.state === "measured" ? statistic.value : undefined;
    },
    callsPerLaunch: () => (base instanceof RowSeries ? base.attempted / base.measurements.length : Number.NaN),
    cpuTells: () =>
      base.cpuIsResolved && head.cpuIsResolved && (head instanceof ServerSeries || isOfCallsAlone(head.row)),
    get modes() {
      return head instanceof RowSeries ? findModes(ratios("p50")) : undefined;
    },
  };
}

function ratiosOf(base: Series, head: Series, id: MetricId): RoundChange[] {
  const definition = metric(id);
  const perBlock = definition.scope === "row" ? definition.perBlock : undefined;
  return changesOf(
    { base, head, id },
    {
      ofCells: perBlock && ((before, after) => blockRatio(before, after, { id, perBlock })),
      ofValues: (before, after) => ratio(id, before, after),
    },
  );
}

function differencesOf(base: Series, head: Series, id: MetricId): RoundChange[] {
  const definition = metric(id);
  const atPace = definition.scope === "row" ? definition.atPace : undefined;
  return changesOf(
    { base, head, id },
    {
      ofCells: atPace && ((before, after) => tailDifference(before, after, atPace)),
      ofValues: (before, after) =>
        before === undefined || after === undefined
          ? undefined
          : { worse: differenceWorse(id, { base: before, head: after }), base: before },
    },
  );
}

type Compare<One> = (before: One | undefined, after: One | undefined) => Change | undefined;

/** The changes of the rounds that have one: by the measurements of rows where these can be compared, else by values. */
function changesOf(
  { base, head, id }: { base: Series; head: Series; id: MetricId },
  { ofCells, ofValues }: { ofCells: Compare<RowReading> | undefined; ofValues: Compare<number> },
): RoundChange[] {
  // Latencies of a search are those of the rates that it chose: two searches have none to compare.
  if (head instanceof RowSeries && !isOfLoad(metric(id), head.row.load)) return [];
  const changes =
    ofCells && base instanceof RowSeries && head instanceof RowSeries
      ? zip(base.cells, head.cells).map(([before, after]) => ofCells(before, after))
      : zip(base.values(id), head.values(id)).map(([before, after]) => ofValues(before, after));
  return changes.flatMap((change, place) => {
    const round = head.rounds[place]?.index;
    return change === undefined || round === undefined ? [] : [{ round, ...change }];
  });
}

function zip<One>(before: readonly One[], after: readonly One[]): (readonly [One | undefined, One | undefined])[] {
  return after.map((one, place) => [before[place], one]);
}

/** CPU time is not of the calls alone at a fixed rate or in turns, with what is done between them, nor is it of one call in a mix. */
function isOfCallsAlone({ load, method }: RecordRow): boolean {
  return rateOf(load) === undefined && !isMade({ method });
}
