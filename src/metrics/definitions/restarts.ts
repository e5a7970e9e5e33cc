import { mean } from "simple-statistics";
import type { RecordRestart } from "../../record/launch.ts";
import type { RowReading } from "../reading.ts";
import { middleOf, type RowMetric } from "./definition.ts";

const common = { better: "less", kind: "noisy", scope: "row", optional: true } as const;

/** Metrics of a restart of the server while calls of a row are under way. */
export const restarts = {
  /** Calls under way at the signal that got no ok reply. */
  restart_lost: {
    ...common,
    label: "calls lost by a restart",
    ...perRestart((restart) => (restart.calls > 0 ? restart.lost : undefined)),
  },
  restart_repeated: { ...common, label: "calls answered twice in a restart", ...perRestart((one) => one.repeated) },
  /** From the signal to the first handshake with the new process. */
  restart_unready: {
    ...common,
    label: "unready in a restart",
    unit: "ms",
    perRound: middleOf(({ restart }) => restart?.unreadyMs),
  },
  /** Streams that the server did not end before it went. */
  restart_cut: {
    ...common,
    label: "streams cut by a restart",
    ...perRestart(({ stream }) => (stream === "none" ? undefined : Number(stream === "cut"))),
  },
  /** Sessions of before that get neither a reply nor the 404 that tells a client to begin anew. */
  restart_stranded: {
    ...common,
    label: "sessions stranded by a restart",
    ...perRestart(({ session }) => session && Number(session === "stranded")),
  },
} as const satisfies Record<string, RowMetric>;

/** A count, on average over restarts: one call lost in any of them is lost. */
function perRestart(count: (restart: RecordRestart) => number | undefined) {
  const perRound = ({ measurements }: RowReading): number | undefined => {
    const counts = measurements.flatMap(({ restart }) => (restart ? (count(restart) ?? []) : []));
    return counts.length > 0 ? mean(counts) : undefined;
  };
  return { unit: "count", pooled: "instead", perRound } as const;
}
