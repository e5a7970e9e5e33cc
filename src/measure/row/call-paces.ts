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
