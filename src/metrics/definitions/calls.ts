import type { RecordSessions } from "../../record/launch.ts";
import { slowShare, stalledShare } from "../../stats/tail.ts";
import type { RowReading } from "../reading.ts";
import { middleOf, type RowMetric } from "./definition.ts";

const share = { unit: "ratio", better: "less", kind: "noisy", scope: "row" } as const;
const time = { unit: "ms", better: "less", kind: "noisy", scope: "row" } as const;
const rare = { ...time, optional: true } as const;
const rareMedian = { ...rare, isTypical: true } as const;
const held = { unit: "count", better: "less", kind: "noisy", scope: "row", optional: true } as const;

const cpuPerCall = middleOf(({ cpuPerCallMs }) => cpuPerCallMs);
const ofSessions = (figure: (sessions: RecordSessions) => number | undefined) =>
  middleOf(({ sessions }) => sessions && figure(sessions));

/** Metrics of the outcome and the cost of calls, and of what their median hides. */
export const calls = {
  /** Share of the attempted calls that were not ok: of all of them, as the median round has none as long as most launches answer. */
  error_rate: {
    ...share,
    label: "error rate",
    compared: "counts",
    pooled: "instead",
    perRound: ({ attempted, ok }) => (attempted > 0 ? 1 - ok / attempted : undefined),
  },
  cpu_per_call: { ...time, label: "CPU per call", isCpuTime: true, isTypical: true, perRound: cpuPerCall },
  /** 1 where a call is nothing but work of one thread. */
  cpu_to_p50: {
    ...share,
    label: "CPU per call / p50",
    compared: "beside",
    givesWayTo: "cpu_per_call",
    optional: true,
    perRound: (reading) => {
      const [cpu = 0, p50 = 0] = [cpuPerCall(reading), reading.description?.p50];
      return cpu > 0 && p50 > 0 ? cpu / p50 : undefined;
    },
  },
  slow_calls: { ...share, label: "slow calls", optional: true, ...tail(slowShare) },
  stalls: { ...share, label: "stalled time", optional: true, ...tail(stalledShare) },
  /** Share of launches in a slow mode, which are found by comparing base and head: see decide/paired/slow-mode.ts. */
  slow_mode: { ...share, label: "slow launches", compared: "beside" },
  first_call: { ...rare, label: "first call", perRound: middleOf(({ firstCallMs }) => firstCallMs) },
  /** Time from the write of a call to its first notification, where calls ask for progress. */
  first_progress: { ...rareMedian, label: "first progress", perRound: middleOf((one) => one.firstProgressMs) },
  /** The longest time in which any of them heard nothing: a proxy that cuts quiet connections goes by it. */
  longest_silence: { ...rare, label: "longest silence", perRound: middleOf((one) => one.longestSilenceMs) },
  /** Number of requests for a task until it ended, where a server may answer with one. 0: no call became a task. */
  polls: { ...held, label: "polls per call", perRound: middleOf(({ pollsPerCall }) => pollsPerCall) },
  /** Time from the write of a call to the notification, where calls change a resource that is subscribed to. */
  update_latency: { ...rareMedian, label: "update latency", perRound: middleOf(({ updateMs }) => updateMs) },
  /** Time of the handshake, from the first byte to its end, where each call has a session of its own. */
  session_open: { ...rareMedian, label: "session open", perRound: middleOf(({ sessionOpenMs }) => sessionOpenMs) },
  /** Memory that a session leaves with the server: the slope of RSS over sessions that nothing times. */
  session_memory: {
    ...held,
    label: "memory kept per session",
    unit: "bytes",
    compared: "rise",
    perRound: ofSessions(({ bytes }) => bytes),
  },
  session_files: { ...held, label: "open files kept per session", perRound: ofSessions(({ files }) => files) },
  session_threads: { ...held, label: "threads kept per session", perRound: ofSessions(({ threads }) => threads) },
  /** Time without a word until a server gives sessions back; of one that does not, the time that was waited. */
  session_reclaim: {
    ...rare,
    label: "session reclaim",
    perRound: ofSessions(({ reclaim }) => (reclaim && "afterMs" in reclaim ? reclaim.afterMs : undefined)),
  },
} as const satisfies Record<string, RowMetric>;

/** A share of latencies far above the typical one, by default that of the round. */
function tail(shareOf: typeof slowShare) {
  const atPace = ({ latencies }: RowReading, typicalMs: number) => shareOf(latencies, typicalMs);
  const perRound = (reading: RowReading) => reading.description && atPace(reading, reading.description.p50);
  return { atPace, perRound };
}
