import type { StreamedDescription } from "../stats/streamed-sample.ts";

/** One field of the server's own log on one arm, over all rounds of a row. In the unit that the server writes. */
export interface ServerMetricSummary {
  /** As the configuration calls it. */
  readonly field: string;
  /** Lines that matched, and the calls in whose time they were written. */
  readonly lines: number;
  readonly calls: number;
  /** Over all rounds; percentiles are medians over rounds. Absent where no line held a number. */
  readonly values?: StreamedDescription;
}
