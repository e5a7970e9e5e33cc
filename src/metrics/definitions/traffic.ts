import { mean } from "simple-statistics";
import type { RecordNetwork } from "../../record/launch.ts";
import type { RowReading } from "../reading.ts";
import { middleOf, type RowMetric } from "./definition.ts";
import { perSecond } from "./rates.ts";

const size = { unit: "bytes", better: "less", kind: "exact", scope: "row" } as const;
const rareSize = { ...size, optional: true } as const;
const bandwidth = { unit: "bytes-per-second", better: "more", kind: "noisy", scope: "row", optional: true } as const;
const connections = { unit: "count", better: "less", kind: "noisy", scope: "row", optional: true } as const;

/** Metrics of the size of messages, and of network traffic, which only rows over HTTP have. */
export const traffic = {
  request_bytes: { ...size, label: "request size", perRound: middleOf(({ requestBytes }) => requestBytes) },
  response_bytes: { ...size, label: "response size", perRound: middleOf(({ responseBytes }) => responseBytes) },
  response_tokens: {
    ...rareSize,
    label: "response tokens",
    unit: "tokens",
    perRound: middleOf(({ responseTokens }) => responseTokens),
  },
  request_gzip_bytes: { ...rareSize, label: "request size, gzip", perRound: gzipped("requestGzipBytes") },
  response_gzip_bytes: { ...rareSize, label: "response size, gzip", perRound: gzipped("responseGzipBytes") },
  sent_bandwidth: { ...bandwidth, label: "sent", perRound: bandwidthOf("sentBytes") },
  received_bandwidth: { ...bandwidth, label: "received", perRound: bandwidthOf("receivedBytes") },
  connections_opened: { ...connections, label: "connections opened", perRound: total("opened") },
  connection_reuse: {
    ...connections,
    label: "connection reuse",
    unit: "ratio",
    better: "more",
    perRound: (reading) => {
      const [opened = 0, requests = 0] = [total("opened")(reading), total("requests")(reading)];
      return requests > 0 ? Math.max(0, 1 - opened / requests) : undefined;
    },
  },
  connection_failures: { ...connections, label: "connection failures", perRound: total("failed") },
  /** Requests of the server to the API behind it, and bytes of their replies, where that is recorded: see features/upstream. */
  upstream_requests: { ...rareSize, label: "API requests per call", unit: "count", perRound: perCall("requests") },
  upstream_bytes: { ...rareSize, label: "API bytes per call", perRound: perCall("receivedBytes") },
} as const satisfies Record<string, RowMetric>;

function networksOf({ measurements }: RowReading): RecordNetwork[] {
  return measurements.flatMap(({ network = [] }) => network);
}

function gzipped(field: "requestGzipBytes" | "responseGzipBytes") {
  return (reading: RowReading): number | undefined => {
    const sizes = networksOf(reading).flatMap((network) => network[field] ?? []);
    return sizes.length > 0 ? mean(sizes) : undefined;
  };
}

function total(field: "sentBytes" | "receivedBytes" | "requests" | "opened" | "failed") {
  return (reading: RowReading): number | undefined => {
    const networks = networksOf(reading);
    return networks.length > 0 ? networks.reduce((sum, network) => sum + network[field], 0) : undefined;
  };
}

function bandwidthOf(field: "sentBytes" | "receivedBytes") {
  return (reading: RowReading): number | undefined => {
    const bytes = total(field)(reading);
    return bytes === undefined ? undefined : perSecond(bytes, reading);
  };
}

function perCall(field: "requests" | "receivedBytes") {
  return ({ measurements }: RowReading): number | undefined => {
    const seen = measurements.flatMap(({ upstream = [] }) => upstream);
    const calls = seen.reduce((sum, one) => sum + one.calls, 0);
    return calls > 0 ? seen.reduce((sum, one) => sum + one[field], 0) / calls : undefined;
  };
}
