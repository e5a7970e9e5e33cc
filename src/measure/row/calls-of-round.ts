import { sum } from "simple-statistics";
import { metric } from "../../metrics/metric.ts";
import { inFlightOf, pauseOf, usualWarmUp } from "../../model/load.ts";
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
function isMostlyOk({ outcomes }: Pick<RecordMeasurement, "outcomes">): boolean {
  const { ok = 0 } = outcomes;
  return 2 * ok > sum(Object.values(outcomes));
}

/** In less time than this on one arm, a single call that is held up is a large part of a row. */
const leastMs = 20;

/** Times as many calls as asked for: more tell little, and a record holds them all. */
const mostTimes = 10;

/** Calls that take longer on one arm, and that nobody asked for, have to tell something. */
const enoughMs = 250;

/** Warm-up calls that nobody asked for end after about so long: what is slow has little to warm up. */
const warmUpMs = 100;

/** Standard error of the mean of a launch's calls, as a share: launches differ by about as much, and no call tells that. */
const enoughError = 0.02;

/** Says how often rows are called in the next round, by the rounds so far. One for a whole run. */
export class CallsOfRound {
  readonly #timed = new CallPaces();
  readonly #warmUps = new CallPaces();

  /** Takes the timed calls of a round. */
  learn(measurements: readonly RecordMeasurement[]): void {
    this.#timed.learn(measurements.filter(isMostlyOk));
  }

  /** Takes the warm-up of a row on every arm, which tells its pace as long as no timed calls have. */
  learnWarmUp(measurements: readonly RecordMeasurement[]): void {
    this.#warmUps.learn(measurements.filter(isMostlyOk));
  }

  /** Returns the number of warm-up calls: of slow ones fewer than usual, unless the configuration asks for another number. */
  warmUpsOf(row: Row): number {
    const { warmup } = row.load;
    if (!row.callsAsNeeded || warmup !== usualWarmUp || !isPlain(row) || !this.#timed.knows(row)) return warmup;
    const least = 2 * (inFlightOf(row.load) ?? 1);
    return Math.min(warmup, Math.max(least, Math.ceil(warmUpMs / this.#timed.of(row))));
  }

  /** Returns the number of timed calls; undefined where it is that of the plan. */
  of(row: Row): number | undefined {
    const { requests } = row.load;
    if (requests === undefined || !isPlain(row)) return undefined;
    const paces = this.#timed.knows(row) ? this.#timed : this.#warmUps;
    const [least, enough] = [Math.ceil(leastMs / paces.of(row)), enoughCalls(row, paces)];
    if (least > requests && mayBeCalledMore(row)) return Math.min(least, mostTimes * requests);
    return enough < requests && row.callsAsNeeded ? enough : undefined;
  }
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
