import type { Row } from "../../plan/plan.ts";
import { median } from "../../stats/describe.ts";
import type { LiveArm } from "../launch/running-arm.ts";

/** Time of a call by row, of the quickest arm and round so far: a busy moment leaves nothing out for good. */
export class CallPaces {
  readonly #paces = new Map<string, number>();

  /** Takes the middle block of each row. */
  learn(measurements: LiveArm["measurements"]): void {
    for (const { row, blocks } of measurements) {
      const paces = blocks.flatMap(({ attempted, wallMs }) => (attempted > 0 ? wallMs / attempted : []));
      if (paces.length > 0)
        this.#paces.set(row, Math.min(median(paces), this.#paces.get(row) ?? Number.POSITIVE_INFINITY));
    }
  }

  knows({ id }: Row): boolean {
    return this.#paces.has(id);
  }

  /** Time of a call in ms where these rows take turns; infinite as long as one of them is not known. */
  of(rows: readonly Row[]): number {
    const known = rows.map(({ id }) => this.#paces.get(id) ?? Number.POSITIVE_INFINITY);
    return known.reduce((sum, pace) => sum + pace, 0) / known.length;
  }
}
