import { rateOf } from "../../model/load.ts";
import { capacityOf } from "../capacity.ts";
import type { RowReading } from "../reading.ts";
import type { RowMetric } from "./definition.ts";

const rate = { unit: "per-second", better: "more", kind: "noisy", scope: "row" } as const;
const rare = { ...rate, optional: true } as const;

/** Metrics of the work done in a time. */
export const rates = {
  /** Ok replies per second of wall-clock time. */
  throughput: { ...rate, label: "throughput", isTypical: true, perRound: throughput },
  /** Items per second, where a call is worth several. */
  items_throughput: {
    ...rare,
    label: "items",
    perRound: (reading, { items }) => {
      const calls = throughput(reading);
      return items === undefined || calls === undefined ? undefined : items * calls;
    },
  },
  /** Time of all calls of a row together. */
  wall_time: {
    ...rate,
    label: "total time",
    unit: "ms",
    better: "less",
    isTypical: true,
    perRound: ({ blocks, wallMs }) => (blocks.length > 0 ? wallMs : undefined),
  },
  /** The highest rate that held, of a search; where that is a bound, the report says so. */
  capacity: {
    ...rare,
    label: "capacity",
    ofSearch: true,
    isTypical: true,
    perRound: (reading, { load }) => reading.middle(({ searchSteps = [] }) => capacityOf(searchSteps, load)?.perSecond),
  },
  requested_rate: { ...rare, label: "requested rate", kind: "exact", perRound: (_reading, { load }) => rateOf(load) },
  /** Requests sent per second of wall-clock time, until the last of them has ended: the pace the server kept up with. */
  achieved_rate: {
    ...rare,
    label: "achieved rate",
    perRound: (reading, { load }) => {
      const sent = reading.sumOfBlocks(({ attempted, backlog }) => attempted - (backlog?.dropped ?? 0));
      return rateOf(load) === undefined ? undefined : perSecond(sent, reading);
    },
  },
} as const satisfies Record<string, RowMetric>;

function throughput(reading: RowReading): number | undefined {
  return perSecond(
    reading.sumOfBlocks(({ ok }) => ok),
    reading,
  );
}

/** So much in the time that the blocks took. */
export function perSecond(amount: number, { wallMs }: RowReading): number | undefined {
  return wallMs > 0 ? (1000 * amount) / wallMs : undefined;
}
