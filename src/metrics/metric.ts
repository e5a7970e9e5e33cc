import { calls } from "./definitions/calls.ts";
import type { Metric } from "./definitions/definition.ts";
import { latency } from "./definitions/latency.ts";
import { loadMemory } from "./definitions/load-memory.ts";
import { rates } from "./definitions/rates.ts";
import { restarts } from "./definitions/restarts.ts";
import { server } from "./definitions/server.ts";
import { traffic } from "./definitions/traffic.ts";
import { trends } from "./definitions/trends.ts";

/** All metrics there are, in the order in which documents and exports list them. */
const metrics = { ...latency, ...rates, ...calls, ...trends, ...loadMemory, ...restarts, ...traffic, ...server };

export type MetricId = keyof typeof metrics;

export const metricIds = Object.keys(metrics) as MetricId[];

export function isMetricId(name: string): name is MetricId {
  return Object.hasOwn(metrics, name);
}

/** 1 where more is worse, -1 where less is. */
export function signOfWorse(id: MetricId): 1 | -1 {
  return metric(id).better === "less" ? 1 : -1;
}

/** Tests for a metric of the server that depends on all calls it answered: decided rows must go on for it. */
export function isUnderLoad(id: MetricId): boolean {
  const definition = metric(id);
  return definition.scope === "server" && definition.isUnderLoad === true;
}

/** A definition with its optional fields visible to the type checker. */
export function metric(id: MetricId): Metric {
  return metrics[id];
}
