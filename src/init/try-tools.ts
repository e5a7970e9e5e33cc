import { isMap, type Json, type JsonObject } from "../base/json.ts";
import { timeLimit } from "../base/time-limit.ts";
import type { RequestOptions } from "../measure/load/request-once.ts";
import { patienceMs, tryCall } from "../measure/probe/try-call.ts";
import { uniqueTools } from "../plan/discover.ts";
import { type Hints, sampleArguments } from "../plan/sample-arguments.ts";
import type { Wire } from "../server/protocol/session.ts";

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
  /** Called for every tool that did not answer in time. Holds untrusted text. */
  readonly warn: (message: string) => void;
}

/** Different arguments for one tool. */
const mostAttempts = 4;
/** Time limit of all calls together. */
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
  const safe = uniqueTools(tools.filter(({ readOnly }) => readOnly));
  for (const tool of safe.sort((a, b) => needs(a) - needs(b)))
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

async function tryTool(
  { name, inputSchema }: SeenTool,
  { wire, hints, warn, ...options }: { wire: Wire; hints: Hints & { readonly seen: Map<string, Json[]> } } & Calling,
): Promise<TriedTool> {
  const attempts = Array.from({ length: mostAttempts }, (_, attempt) =>
    sampleArguments(inputSchema, { hints, attempt }),
  );
  const different = [...new Map(attempts.map((one) => [JSON.stringify(one), one])).values()];
  let first: TriedTool | undefined;
  for (const args of different) {
    const calledAt = options.clock.now();
    const tried = await tryCall({ method: "tools/call", params: { name, arguments: args } }, wire, options);
    if (tried.kind === "ok") {
      keep(tried.result.structuredContent, hints.seen);
      keep(tried.value, hints.seen);
      return { name, arguments: args, outcome: { kind: "ok", latencyMs: tried.latencyMs } };
    }
    const reason = tried.kind === "slow" ? `no reply within ${timeLimit(patienceMs)}` : tried.reason;
    first ??= { name, arguments: args, outcome: { kind: "failed", reason } };
    options.signal.throwIfAborted();
    if (options.clock.now() - calledAt < patienceMs) continue;
    // Whatever the arguments, it would be waited for as long again.
    warn(`${name} did not answer within ${timeLimit(patienceMs)}`);
    break;
  }
  return first ?? { name, arguments: {}, outcome: { kind: "failed", reason: "it was not called" } };
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
