import { ServerError } from "../errors.ts";
import { resultText } from "../measure/load/reply.ts";
import { type RequestOptions, requestOnce } from "../measure/load/request.ts";
import { uniqueNames } from "../plan/discover.ts";
import type { Wire } from "../server/protocol/session.ts";
import { isMap, type Json, type JsonObject, jsonOf } from "../text/json.ts";
import { timeLimit } from "../text/time-limit.ts";
import { saidFailure } from "./said-failure.ts";
import { type Hints, sampleArguments } from "./sample-arguments.ts";

/** A tool as the server describes it. All of it is untrusted. */
export interface SeenTool {
  readonly name: string;
  readonly readOnly: boolean;
  /** It says that it may destroy something. */
  readonly destructive: boolean;
  /** JSON Schema of the arguments, as it came. */
  readonly inputSchema: unknown;
}

/** A tool with the arguments that are proposed for it, and what came of one call with them. */
export interface TriedTool {
  readonly name: string;
  readonly arguments: JsonObject;
  readonly outcome:
    | { readonly kind: "ok"; readonly latencyMs: number }
    /** `reason`: the server's own words, untrusted. */
    | { readonly kind: "failed"; readonly reason: string }
    | { readonly kind: "not tried"; readonly readOnly: boolean; readonly destructive: boolean };
}

interface Calling extends Omit<RequestOptions, "timeoutMs"> {
  /** Told of every tool that was waited for in vain. Holds untrusted text. */
  readonly warn: (message: string) => void;
}

/** Different arguments for one tool. */
const mostAttempts = 4;
/** A call that takes longer is not worth some hundred of them that nobody asked for. */
const patienceMs = 2_000;
/** Of all calls together. */
const longestMs = 60_000;
/** Values that are kept of earlier results, under one key. */
const mostSeen = 3;

/**
 * Calls each tool that says it only reads, once for each of a few sets of arguments until one works or is not answered in
 * time. What needs the fewest arguments comes first, since its result may hold what others ask for. No other tool is called.
 */
export async function tryTools(
  tools: readonly SeenTool[],
  { wire, hints, ...options }: { wire: Wire; hints: Omit<Hints, "seen"> } & Calling,
): Promise<TriedTool[]> {
  const seen = new Map<string, Json[]>();
  const tried = new Map<string, TriedTool>();
  const until = options.clock.now() + longestMs;
  const safe = tools.filter(({ readOnly }) => readOnly);
  const order = uniqueNames(safe).flatMap((name) => safe.find((tool) => tool.name === name) ?? []);
  order.sort((a, b) => needs(a) - needs(b));
  for (const tool of order)
    if (options.clock.now() < until)
      tried.set(tool.name, await tryTool(tool, { wire, hints: { ...hints, seen }, ...options }));
  const all = [...new Map(tools.map((tool) => [tool.name, tool])).values()];
  return all.map(
    (tool) =>
      tried.get(tool.name) ?? {
        name: tool.name,
        arguments: sampleArguments(tool.inputSchema, { hints: { ...hints, seen } }),
        outcome: { kind: "not tried", readOnly: tool.readOnly, destructive: tool.destructive },
      },
  );
}

function needs({ inputSchema }: SeenTool): number {
  return isMap(inputSchema) && Array.isArray(inputSchema.required) ? inputSchema.required.length : 0;
}

interface Trying extends Calling {
  readonly wire: Wire;
  readonly hints: Hints & { readonly seen: Map<string, Json[]> };
}

async function tryTool({ name, inputSchema }: SeenTool, { wire, hints, warn, ...options }: Trying): Promise<TriedTool> {
  const attempts = Array.from({ length: mostAttempts }, (_, attempt) =>
    sampleArguments(inputSchema, { hints, attempt }),
  );
  const different = [...new Map(attempts.map((one) => [JSON.stringify(one), one])).values()];
  let first: TriedTool | undefined;
  for (const args of different) {
    const calledAt = options.clock.now();
    const outcome = await callOnce({ name, arguments: args }, { wire, seen: hints.seen, ...options });
    if (outcome.kind === "ok") return { name, arguments: args, outcome };
    first ??= { name, arguments: args, outcome };
    options.signal.throwIfAborted();
    if (options.clock.now() - calledAt < patienceMs) continue;
    // Whatever the arguments, it would be waited for as long again.
    warn(`${name} did not answer within ${timeLimit(patienceMs)}`);
    break;
  }
  return first ?? { name, arguments: {}, outcome: { kind: "failed", reason: "it was not called" } };
}

async function callOnce(
  params: JsonObject,
  { wire, seen, ...options }: { wire: Wire; seen: Map<string, Json[]> } & Omit<RequestOptions, "timeoutMs">,
): Promise<Exclude<TriedTool["outcome"], { kind: "not tried" }>> {
  try {
    const request = { method: "tools/call", params };
    const { reply, latencyMs } = await requestOnce(wire, request, { ...options, timeoutMs: patienceMs });
    if (reply.kind === "error") return { kind: "failed", reason: reply.message };
    const text = resultText(reply.result);
    if (reply.result.isError === true) return { kind: "failed", reason: text };
    const value = jsonOf(text);
    const failure = saidFailure(text, value);
    if (failure !== undefined)
      return { kind: "failed", reason: `it answers without \`isError\`, but says: ${failure}` };
    keep(reply.result.structuredContent, seen);
    keep(value, seen);
    return { kind: "ok", latencyMs };
  } catch (error) {
    // What to do about it would be cut off in a comment of one line.
    if (error instanceof ServerError)
      return { kind: "failed", reason: error.message.replace(`\n  fix: ${error.explanation.fix}`, "") };
    throw error;
  }
}

/** Remembers texts and numbers by the key they stand under. */
function keep(value: unknown, seen: Map<string, Json[]>, key = ""): void {
  if (Array.isArray(value)) for (const item of value.slice(0, mostSeen)) keep(item, seen, key);
  else if (isMap(value)) for (const [name, item] of Object.entries(value).slice(0, 100)) keep(item, seen, name);
  else if (key !== "" && (typeof value === "number" || (typeof value === "string" && value.length <= 200))) {
    const known = seen.get(key) ?? [];
    if (known.length < mostSeen && !known.includes(value)) seen.set(key, [...known, value]);
  }
}
