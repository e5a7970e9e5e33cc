import { inFlightOf, pauseOf } from "../../model/load.ts";
import { hasSingleResults, requestsOf } from "../../model/operation.ts";
import { hasPlaceholders } from "../../model/template.ts";
import type { Row } from "../../plan/plan.ts";
import type { RecordMeasurement } from "../../record/record.ts";
import { median } from "../../stats/describe.ts";

/** Time of a call by row, of the quickest arm and round so far: a busy moment leaves nothing out for good. */
export class CallPaces {
  readonly #paces = new Map<string, number>();

  /** Takes the middle block of each row. */
  learn(measurements: readonly RecordMeasurement[]): void {
    for (const { row, blocks } of measurements) {
      const paces = blocks.flatMap(({ attempted, wallMs }) => (attempted > 0 ? wallMs / attempted : []));
      if (paces.length > 0)
        this.#paces.set(row, Math.min(median(paces), this.#paces.get(row) ?? Number.POSITIVE_INFINITY));
    }
  }

  knows({ id }: { readonly id: string }): boolean {
    return this.#paces.has(id);
  }

  /** Time of a call in ms; infinite as long as it is not known. */
  of({ id }: { readonly id: string }): number {
    return this.#paces.get(id) ?? Number.POSITIVE_INFINITY;
  }
}

/** In less time than this on one arm, a single call that is held up is a large part of a row. */
const leastMs = 20;

/** Times as many calls as asked for: more tell little, and a record holds them all. */
const mostTimes = 10;

/** Returns the number of calls of quick rows in the next round, by row; the others are called as often as the plan says. */
export function callsOfRound(rows: readonly Row[], paces: CallPaces): ReadonlyMap<string, number> {
  const calls = new Map<string, number>();
  for (const row of rows) {
    const { requests } = row.load;
    if (requests === undefined || !mayBeCalledMore(row)) continue;
    const wanted = Math.ceil(leastMs / paces.of(row));
    if (wanted > requests) calls.set(row.id, Math.min(wanted, mostTimes * requests));
  }
  return calls;
}

/** These calls are additional: only read-only calls that are all the same are made more often. */
function mayBeCalledMore(row: Row): boolean {
  return (
    row.onlyReads === true &&
    isRepeatable(row) &&
    hasSingleResults(row.operation) &&
    pauseOf(row.load) === 0 &&
    requestsOf(row).every(({ operation }) => !hasPlaceholders(operation.params ?? {}))
  );
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
