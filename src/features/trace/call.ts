import { isMap, type Json, type JsonObject, jsonOf, mapValues, textOf } from "../../base/json.ts";
import { methods } from "../../model/request.ts";

/** Ends from which a call is seen. A trace may hold a span of each for the same call. */
export const views = ["server", "client", "log", "agent"] as const;

/** One call that a trace or a log names. Everything in it is untrusted. */
export interface SeenCall {
  readonly method: string;
  /** Name or URI of what is called; empty for a method that takes none. */
  readonly target: string;
  /** Undefined where the trace does not keep them. */
  readonly arguments?: JsonObject | undefined;
  /** Since the epoch; undefined where the trace does not say. */
  readonly timeMs?: number | undefined;
  /** Calls of one group are steps of one errand. */
  readonly group?: string | undefined;
  readonly failed: boolean;
  readonly view: (typeof views)[number];
}

export type Fields = Readonly<Record<string, unknown>>;

/** Separators of names differ from log to log, as in `mcp-session-id`, `mcp_session_id` and `mcp.session.id`. */
function nameless(name: string): string {
  return name.toLowerCase().replace(/[^a-z\d]/g, "");
}

const keys = {
  method: ["mcp.method.name", "mcp.method", "http.mcp.method", "rpc.method", "method"],
  tool: ["gen_ai.tool.name", "mcp.tool.name", "mcp.tool", "tool.name", "tool"],
  prompt: ["gen_ai.prompt.name", "mcp.prompt.name", "mcp.prompt"],
  resource: ["mcp.resource.uri", "mcp.resource"],
  name: ["mcp.name", "http.mcp.name"],
  arguments: ["gen_ai.tool.call.arguments", "mcp.tool.arguments", "tool.arguments", "arguments", "input.value"],
  session: ["mcp.session.id", "http.mcp.session.id", "session.id"],
  trace: ["trace.id"],
  time: ["start.time", "time", "timestamp", "ts", "datetime", "date"],
  error: ["error.type", "error"],
  operation: ["gen_ai.operation.name"],
  span: ["span.name"],
} as const;

const alike = mapValues(keys, (names) => names.map(nameless)) as Record<keyof typeof keys, string[]>;

/** Reads the call that a flat record names: attributes of a span, a line of a log. Undefined where it names none. */
export function callOfFields(given: Fields, more: Partial<SeenCall> = {}): SeenCall | undefined {
  const fields = new Map(Object.entries(given).map(([name, value]) => [nameless(name), value]));
  const read = (key: keyof typeof keys) => alike[key].map((name) => fields.get(name)).find(isSaid);
  const tool = textOf(read("tool"));
  const isExecution = textOf(read("operation")) === "execute_tool";
  const said = alike.method.map((name) => textOf(fields.get(name))).find((one) => methods.has(one));
  const method = said ?? (tool !== "" && (isExecution || more.view === undefined) ? "tools/call" : undefined);
  if (method === undefined) return undefined;
  const name = textOf(read("name")) || afterMethod(textOf(read("span")), method);
  const target = targetOf(method, {
    tool: tool || name,
    prompt: textOf(read("prompt")) || name,
    uri: textOf(read("resource")) || name,
  });
  if (target === undefined) return undefined;
  const error = read("error");
  return {
    method,
    target,
    arguments: mapOf(read("arguments")),
    timeMs: timeOf(read("time")),
    group: textOf(read("trace")) || textOf(read("session")) || undefined,
    failed: isSaid(error) && error !== false && error !== "false",
    view: "log",
    ...more,
    ...(more.view !== undefined && said === undefined ? { view: "agent" as const } : {}),
  };
}

/** Spans are called `{method} {target}`, some with words before it. */
function afterMethod(span: string, method: string): string {
  const start = span.indexOf(`${method} `);
  return start === -1 ? "" : span.slice(start + method.length + 1);
}

/** Gateways write `-` for what a request did not have. */
function isSaid(value: unknown): boolean {
  return value !== undefined && value !== null && value !== "" && value !== "-";
}

/** Reads a request of JSON-RPC. Undefined for replies, notifications, and methods that no benchmark calls. */
export function callOfMessage(message: Fields, more: Partial<SeenCall> = {}): SeenCall | undefined {
  const { method, params, id } = message;
  if (typeof method !== "string" || id === undefined || !methods.has(method)) return undefined;
  const given = isMap(params) ? params : {};
  const name = textOf(given.name);
  const target = targetOf(method, { tool: name, prompt: name, uri: textOf(given.uri) });
  if (target === undefined) return undefined;
  return { method, target, arguments: mapOf(given.arguments ?? {}), failed: false, view: "log", ...more };
}

/** Undefined where the method takes a name that is not there. Completions are rare, and no load. */
function targetOf(
  method: string,
  { tool, prompt, uri }: { readonly tool: string; readonly prompt: string; readonly uri: string },
): string | undefined {
  if (method === "tools/call") return tool || undefined;
  if (method === "prompts/get") return prompt || undefined;
  if (method === "resources/read") return uri || undefined;
  return method === "completion/complete" || method === "logging/setLevel" ? undefined : "";
}

/** Arguments may be written as a map or as its JSON. */
function mapOf(value: unknown): JsonObject | undefined {
  const map = typeof value === "string" ? jsonOf(value) : value;
  return isMap(map) ? (map as Record<string, Json>) : undefined;
}

const earliestMs = Date.UTC(2000);

/** Reads a time since the epoch in ms: a date, or a number of seconds, milliseconds, microseconds or nanoseconds. */
export function timeOf(value: unknown): number | undefined {
  const number = typeof value === "string" && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  if (typeof number === "number") {
    const scaled = [1_000, 1, 1e-3, 1e-6].map((factor) => number * factor);
    return scaled.find((ms) => ms >= earliestMs && ms < earliestMs * 10);
  }
  const ms = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
}
