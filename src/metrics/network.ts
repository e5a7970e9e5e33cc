import type { RecordNetwork } from "../record/network.ts";
import type { RecordMeasurement } from "../record/record.ts";
import type { MetricId } from "./metric.ts";

type PerRound = Partial<Record<MetricId, (number | undefined)[]>>;

/** What went over the network, a figure per round; nothing for rows that were not measured over HTTP. */
export function networkFigures(rounds: readonly (readonly RecordMeasurement[])[]): PerRound {
  if (rounds.every((round) => round.every(({ network }) => network === undefined))) return {};
  const each = (figure: (round: Round) => number | undefined) => rounds.map(roundOf).map(figure);
  return {
    request_gzip_bytes: each(({ networks }) => mean(networks.flatMap((one) => one.requestGzipBytes ?? []))),
    response_gzip_bytes: each(({ networks }) => mean(networks.flatMap((one) => one.responseGzipBytes ?? []))),
    sent_bandwidth: each(({ sum, wallMs }) => perSecond(sum("sentBytes"), wallMs)),
    received_bandwidth: each(({ sum, wallMs }) => perSecond(sum("receivedBytes"), wallMs)),
    connections_opened: each(({ networks, sum }) => (networks.length > 0 ? sum("opened") : undefined)),
    connection_reuse: each(({ sum }) => {
      const requests = sum("requests");
      return requests > 0 ? Math.max(0, 1 - sum("opened") / requests) : undefined;
    }),
    connection_failures: each(({ networks, sum }) => (networks.length > 0 ? sum("failed") : undefined)),
  };
}

interface Round {
  readonly networks: readonly RecordNetwork[];
  /** Of the blocks. */
  readonly wallMs: number;
  readonly sum: (key: "sentBytes" | "receivedBytes" | "requests" | "opened" | "failed") => number;
}

function roundOf(measurements: readonly RecordMeasurement[]): Round {
  const networks = measurements.flatMap(({ network }) => network ?? []);
  const blocks = measurements.flatMap((measurement) => measurement.blocks);
  return {
    networks,
    wallMs: blocks.reduce((sum, { wallMs }) => sum + wallMs, 0),
    sum: (key) => networks.reduce((sum, network) => sum + network[key], 0),
  };
}

function perSecond(bytes: number, wallMs: number): number | undefined {
  return wallMs > 0 ? (1000 * bytes) / wallMs : undefined;
}

function mean(values: readonly number[]): number | undefined {
  return values.length > 0 ? values.reduce((sum, value) => sum + value, 0) / values.length : undefined;
}
