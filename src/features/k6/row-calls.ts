import type { JsonObject } from "../../base/json.ts";
import type { Expectation } from "../../model/expectation.ts";
import { batchSizeOf, inFlightOf, isSearch, pauseOf, rateOf } from "../../model/load.ts";
import { type HttpRequest, requestsOf } from "../../model/operation.ts";
import { methods, type RpcOperation } from "../../model/request.ts";
import { hasPlaceholders } from "../../model/template.ts";
import type { LaunchSpec, Row } from "../../plan/plan.ts";

/** Row of a script, from which runtime.js makes its calls. */
export interface ScriptRow {
  readonly row: string;
  /** Place in the list of servers. */
  readonly server: number;
  /** Calls of each virtual user that count in no figure. */
  readonly warmup: number;
  /** For k6, such as `30000ms`. */
  readonly timeout: string;
  readonly pauseSeconds?: number;
  readonly freshSession?: true;
  /** One of the requests by its weight, instead of all of them one after the other. */
  readonly pick?: true;
  readonly think?: { readonly seconds: number; readonly exponential: boolean };
  readonly requests?: readonly ScriptRequest[];
  readonly http?: HttpRequest & NamedCall;
}

interface NamedCall {
  /** Name of the request in k6's own metrics, which would use its address. */
  readonly name: string;
  readonly expect?: Expectation;
  /** Name of the check of `expect`. */
  readonly check?: string;
}

interface ScriptRequest extends NamedCall {
  readonly method: string;
  readonly params?: JsonObject;
  readonly argumentRows?: readonly JsonObject[];
  readonly weight?: number;
  /** The parameter that the stateless line repeats in a header. */
  readonly naming?: string;
}

/** Returns why a script cannot run a row; undefined where it can. */
export function whyLeftOut({ operation, load, setup }: Row, launch: LaunchSpec): string | undefined {
  const calls = operation.kind === undefined ? operation : undefined;
  if (launch.transport === "stdio") return "its server is reached over stdio";
  if (launch.url === undefined || launch.url.includes("${PORT"))
    return "its server has no address before mcp-bench starts it";
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
  return [
    ...(shares ? [`every virtual user has a session of its own, where mcp-bench uses ${sessions}`] : []),
    ...(rateOf(load) !== undefined
      ? [
          "latency counts from the write, not from when a call was due, and k6 drops iterations that find no free virtual user",
        ]
      : []),
    ...(operation.kind === undefined && operation.progress
      ? ["no progress is requested: k6 shows only whole replies"]
      : []),
    ...(traceContext ? ["no trace is begun"] : []),
    ...(expectationsOf(row).some(({ schema }) => schema)
      ? ["replies are not checked against the schema of their tool"]
      : []),
    ...(expectationsOf(row).some(isOfCall)
      ? ["a reply to another call passes that contains the expected text, as `item 12` contains `item 1`"]
      : []),
  ];
}

function expectationsOf(row: Row): Expectation[] {
  return [row, ...requestsOf(row)].flatMap(({ expect }) => expect ?? []);
}

/** Tests whether the expected reply differs from call to call. */
function isOfCall({ text = "", structured = null }: Expectation): boolean {
  return hasPlaceholders(typeof text === "string" ? text : text.pattern) || hasPlaceholders(structured);
}

/** Makes the row of a script. */
export function scriptRow(row: Row, { server, users }: { readonly server: number; readonly users: number }): ScriptRow {
  const { operation, load, id } = row;
  const pauseMs = pauseOf(load);
  const common = {
    row: id,
    server,
    warmup: Math.ceil(load.warmup / users),
    timeout: `${Math.round(load.timeoutMs)}ms`,
    ...(pauseMs > 0 ? { pauseSeconds: pauseMs / 1000 } : {}),
  };
  // A check may not be called by two colons.
  const checkOf = (expect: Expectation | undefined, name: string) =>
    expect ? { expect, check: `${id}: ${name} is as expected`.replaceAll("::", ": :") } : {};
  const request = (one: RpcOperation, expect: Expectation | undefined): ScriptRequest => {
    const { method, params, argumentRows, target } = one;
    const name = target === method ? method : `${method} ${target}`;
    const naming = methods.get(method)?.naming;
    return {
      name,
      method,
      ...(params ? { params } : {}),
      ...(argumentRows ? { argumentRows } : {}),
      ...(naming ? { naming } : {}),
      ...checkOf(expect, name),
    };
  };
  if (operation.kind === "http") {
    const name = operation.target;
    return { ...common, http: { ...operation.request, name, ...checkOf(row.expect, name) } };
  }
  const weights = operation.kind === "mix" ? operation.parts.map(({ weight }) => ({ weight })) : [];
  const requests = requestsOf(row).map(({ operation: one, expect }, part) => ({
    ...request(one, expect),
    ...weights[part],
  }));
  const think = operation.kind === "steps" ? operation.think : undefined;
  return {
    ...common,
    ...(operation.kind === "mix" ? { pick: true } : {}),
    ...(think ? { think: { seconds: think.meanMs / 1000, exponential: think.distribution === "exponential" } } : {}),
    ...(operation.kind === undefined && operation.freshSession ? { freshSession: true } : {}),
    requests,
  };
}
