import { sum } from "simple-statistics";
import { metric } from "../../metrics/metric.ts";
import { inFlightOf, pauseOf } from "../../model/load.ts";
import { hasSingleResults, requestsOf } from "../../model/operation.ts";
import { hasPlaceholders } from "../../model/template.ts";
import type { Row } from "../../plan/plan.ts";
import type { RecordMeasurement } from "../../record/record.ts";
import { latenciesOf } from "../../record/samples.ts";
import { describe, median } from "../../stats/describe.ts";
import { groupBy } from "../../stats/group-by.ts";
import { sizeOf } from "../../stats/pool.ts";
import { samplesNeeded } from "../../stats/sufficiency.ts";

/** Times of calls by row, as the rounds so far tell them. */
export class CallPaces {
  readonly #paces = new Map<string, number>();
  readonly #scatter = new Map<string, number>();

  /** Takes the middle block of each row. */
  learn(measurements: readonly RecordMeasurement[]): void {
    for (const [row, arms] of groupBy(measurements, ({ row }) => row)) {
      const scatter = Math.max(...arms.map(scatterOf));
      this.#scatter.set(row, Math.min(scatter, this.#scatter.get(row) ?? Number.POSITIVE_INFINITY));
    }
    for (const { row, blocks } of measurements) {
      const paces = blocks.flatMap(({ attempted, wallMs }) => (attempted > 0 ? wallMs / attempted : []));
      if (paces.length > 0)
        this.#paces.set(row, Math.min(median(paces), this.#paces.get(row) ?? Number.POSITIVE_INFINITY));
    }
  }

  knows({ id }: { readonly id: string }): boolean {
    return this.#paces.has(id);
  }

  /**
   * Time of a call in ms, of the quickest arm and round so far: a busy moment leaves nothing out for good. Infinite as long as
   * it is not known.
   */
  of({ id }: { readonly id: string }): number {
    return this.#paces.get(id) ?? Number.POSITIVE_INFINITY;
  }

  /**
   * Standard deviation of the calls of a launch by their mean, on the arm that scatters more and in the steadiest round so far.
   * Infinite as long as it is not known.
   */
  scatterOf({ id }: { readonly id: string }): number {
    return this.#scatter.get(id) ?? Number.POSITIVE_INFINITY;
  }
}

function scatterOf(measurement: RecordMeasurement): number {
  const latencies = latenciesOf([measurement]);
  if (sizeOf(latencies) < 2) return Number.POSITIVE_INFINITY;
  const { mean, stddev = Number.POSITIVE_INFINITY } = describe(latencies);
  return stddev / mean;
}

/** Tests whether most calls were ok: those that fail at once tell nothing of how long the others take. */
export function isMostlyOk({ outcomes }: Pick<RecordMeasurement, "outcomes">): boolean {
  const { ok = 0 } = outcomes;
  return 2 * ok > sum(Object.values(outcomes));
}

/** In less time than this on one arm, a single call that is held up is a large part of a row. */
const leastMs = 20;

/** Times as many calls as asked for: more tell little, and a record holds them all. */
const mostTimes = 10;

/** Calls that take longer on one arm, and that nobody asked for, have to tell something. */
const enoughMs = 250;

/** Standard error of the mean of a launch's calls, as a share: launches differ by about as much, and no call tells that. */
const enoughError = 0.02;

/** Returns the number of calls in the next round, by row; those left out are called as often as the plan says. */
export function callsOfRound(rows: readonly Row[], paces: CallPaces): ReadonlyMap<string, number> {
  const calls = new Map<string, number>();
  for (const row of rows) {
    const { requests } = row.load;
    if (requests === undefined || !isPlain(row)) continue;
    const [least, enough] = [Math.ceil(leastMs / paces.of(row)), enoughCalls(row, paces)];
    if (least > requests && mayBeCalledMore(row)) calls.set(row.id, Math.min(least, mostTimes * requests));
    if (enough < requests && row.callsAsNeeded) calls.set(row.id, enough);
  }
  return calls;
}

/** Fewest calls of a launch that tell about as much as any number would, and that every percentile with a limit needs. */
function enoughCalls(row: Row, paces: CallPaces): number {
  const { requests = Number.POSITIVE_INFINITY } = row.load;
  const needs = row.thresholds.map(({ metric: id }) => samplesNeeded(metric(id).quantile ?? 0.5));
  return Math.max(
    samplesNeeded(0.5),
    ...needs.filter((need) => need <= requests),
    4 * (inFlightOf(row.load) ?? 1),
    Math.ceil(enoughMs / paces.of(row)),
    Math.ceil((paces.scatterOf(row) / enoughError) ** 2),
  );
}

/** Tests whether calls go on in a closed loop without pauses, each a reading of its own. */
function isPlain(row: Row): boolean {
  return isRepeatable(row) && hasSingleResults(row.operation) && pauseOf(row.load) === 0;
}

/** These calls are additional: only read-only calls that are all the same are made more often. */
function mayBeCalledMore(row: Row): boolean {
  return row.onlyReads === true && requestsOf(row).every(({ operation }) => !hasPlaceholders(operation.params ?? {}));
}

/** Rows whose calls can go on as they are, several at once: nothing is prepared for each, and one session is all they need. */
export function isRepeatable({ operation, setup, load, variant }: Row): boolean {
  const { steps = [], teardown = [] } = setup ?? {};
  return (
    variant === undefined &&
    steps.length + teardown.length === 0 &&
    (load.sessions ?? 1) === 1 &&
    inFlightOf(load) !== undefined &&
    operation.kind !== "steps" &&
    (operation.kind !== undefined || operation.updates === undefined)
  );
}
