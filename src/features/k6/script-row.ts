import { isOfCall } from "../../measure/replies/reply-check.ts";
import type { MetricId } from "../../metrics/metric.ts";
import { batchSizeOf, inFlightOf, isSearch, pauseOf, rateOf } from "../../model/load.ts";
import { type RowRequest, requestsOf } from "../../model/operation.ts";
import { methods } from "../../model/request.ts";
import type { LaunchSpec, Row } from "../../plan/plan.ts";
import type { Threshold } from "../../plan/threshold.ts";

/** Returns why a script cannot run a row; undefined where it can. */
export function whyLeftOut({ operation, load, setup, restart }: Row, launch: LaunchSpec): string | undefined {
  const calls = operation.kind === undefined ? operation : undefined;
  if (launch.transport === "stdio") return "its server is reached over stdio";
  if (launch.url === undefined || launch.url.includes("${PORT"))
    return "its server has no address before mcp-bench starts it";
  if (launch.identities) return "its sessions belong to `identities`";
  if (restart) return "it restarts its server";
  if (batchSizeOf(load) !== undefined) return "`batch` times groups of calls as one";
  if (isSearch(load)) return "each step of the search for its `capacity` depends on the one before";
  if (setup && setup.steps.length + setup.teardown.length > 0) return "it has `setup` or `teardown`";
  if (calls?.task) return "a `task` is followed to its end by further calls";
  if (calls?.updates !== undefined) return "`updates` waits for a notification";
  if (operation.kind === "steps" && operation.steps.some(({ capture }) => Object.keys(capture).length > 0))
    return "its steps `capture` what later ones need";
  return undefined;
}

/** Describes the differences of a script from mcp-bench in a row. */
export function differencesOf(row: Row): string[] {
  const { operation, load, traceContext } = row;
  const sessions = load.sessions ?? 1;
  const shares = operation.kind !== "http" && inFlightOf(load) !== sessions;
  const expectations = [row, ...requestsOf(row)].flatMap(({ expect }) => expect ?? []);
  return [
    shares && `every virtual user has a session of its own, where mcp-bench uses ${sessions}`,
    rateOf(load) !== undefined &&
      "latency counts from the write, not from when a call was due, and k6 drops iterations that find no free virtual user",
    operation.kind === undefined && operation.progress && "no progress is requested: k6 shows only whole replies",
    traceContext && "no trace is begun",
    expectations.some(({ schema }) => schema) && "replies are not checked against the schema of their tool",
    expectations.some(isOfCall) &&
      "a reply to another call passes that contains the expected text, as `item 12` contains `item 1`",
  ].filter((one) => typeof one === "string");
}

/** Makes the row of a script, from which runtime.js makes its calls. `server`: its place in the list of servers. */
export function scriptRow(row: Row, { server, users }: { readonly server: number; readonly users: number }) {
  const { load, id } = row;
  const pauseMs = pauseOf(load);
  return {
    row: id,
    server,
    // Calls of each virtual user that count in no figure.
    warmup: Math.ceil(load.warmup / users),
    timeout: `${Math.round(load.timeoutMs)}ms`,
    pauseSeconds: pauseMs > 0 ? pauseMs / 1000 : undefined,
    ...callsOf(row),
  };
}

function callsOf(row: Row) {
  const { id, operation } = row;
  const request = ({ operation: { method, params, argumentRows, target }, expect }: RowRequest) => {
    const name = target === method ? method : `${method} ${target}`;
    const naming = methods.get(method)?.naming;
    // `naming`: the parameter that the stateless line repeats in a header.
    return { name, method, params, argumentRows, naming, expect, check: checkOf({ id, name, expect }) };
  };
  if (operation.kind === "http") {
    const { target: name, request: asked } = operation;
    return { http: { ...asked, name, expect: row.expect, check: checkOf({ id, name, expect: row.expect }) } };
  }
  const think = operation.kind === "steps" ? operation.think : undefined;
  return {
    // One of the requests by its weight, instead of all of them one after the other.
    pick: operation.kind === "mix" ? true : undefined,
    think: think && { seconds: think.meanMs / 1000, exponential: think.distribution === "exponential" },
    freshSession: operation.kind === undefined && operation.freshSession ? true : undefined,
    requests: requestsOf(row).map((one, part) => ({
      ...request(one),
      weight: operation.kind === "mix" ? operation.parts[part]?.weight : undefined,
    })),
  };
}

/** Names the check of an expected reply. A check may not be called by two colons. */
function checkOf({ id, name, expect }: Pick<Row, "id" | "expect"> & { readonly name: string }): string | undefined {
  return expect && `${id}: ${name} is as expected`.replaceAll("::", ": :");
}

/** Names of k6 for the figures of a trend: https://grafana.com/docs/k6/latest/using-k6/thresholds/ */
const ofLatency: Partial<Record<MetricId, string>> = {
  p50: "med",
  p75: "p(75)",
  p90: "p(90)",
  p95: "p(95)",
  p99: "p(99)",
  p999: "p(99.9)",
  min: "min",
  max: "max",
  mean: "avg",
};

/**
 * Returns the budgets of a row as expressions of k6 by metric of the script, and those that k6 cannot apply, as written. A
 * change needs something to be compared with, and a warning has no place in k6.
 */
export function thresholdsOf(thresholds: readonly Threshold[], scenario: string) {
  const expressions: Record<string, string[]> = {};
  const leftOut: string[] = [];
  for (const { metric, level, limit, text } of thresholds) {
    const figure = ofLatency[metric];
    if (limit.kind !== "absolute") continue;
    const [name, expression] =
      metric === "error_rate"
        ? ["mcp_call_failed", `rate<=${limit.value}`]
        : ["mcp_call_duration", figure && `${figure}<=${limit.value}`];
    if (level !== "fail" || expression === undefined)
      leftOut.push(`${metric}: ${text}${level === "warn" ? " (warn)" : ""}`);
    else {
      const key = `${name}{scenario:${scenario}}`;
      expressions[key] = [...(expressions[key] ?? []), expression];
    }
  }
  return { expressions, leftOut };
}
