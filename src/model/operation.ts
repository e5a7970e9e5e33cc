import { z } from "zod";
import { ConfigError } from "../errors.ts";
import { type Expectation, expectation } from "./expectation.ts";
import { field, text } from "./fields.ts";
import { duration, positiveDuration } from "./quantity.ts";
import {
  capture,
  checkOneRequest,
  type RpcOperation,
  requestFields,
  requestKeys,
  requestOf,
  rpcOperation,
  type WrittenRequest,
} from "./request.ts";

/** Operation of a row. A new kind is made here, and its calls in `measure/row/calls.ts`. */
export type Operation = RpcOperation | MixOperation | StepsOperation | HttpOperation;

/** A request that a row makes, and what its reply must be. */
export interface RowRequest {
  readonly operation: RpcOperation;
  readonly expect?: Expectation | undefined;
}

const mixPart = z
  .strictObject({
    ...requestFields,
    weight: field("Weight of this part beside the others", z.int().positive().max(1_000).default(1), 8),
    expect: field("Expected reply; any other is an error", expectation.optional(), { text: "/found/" }),
  })
  .superRefine(checkOneRequest)
  .transform(({ weight, expect, ...request }) => ({ operation: rpcOperation(request), weight, expect }));

/** Several requests in an order that the seed of the run decides, each as often as its weight says. */
export interface MixOperation {
  readonly kind: "mix";
  readonly method: "mix";
  /** A weight is a positive whole number: how many of every `sum of weights` calls. */
  readonly parts: readonly (RowRequest & { readonly weight: number })[];
  readonly target: string;
}

const step = z
  .strictObject({
    ...requestFields,
    capture,
    expect: field("Condition on the reply for the steps to continue", expectation.optional(), { text: "/found/" }),
  })
  .superRefine(checkOneRequest)
  .transform(({ capture = {}, expect, ...request }) => ({ operation: rpcOperation(request), capture, expect }));

export interface TurnStep extends RowRequest {
  /** List to path into the result, for later steps. */
  readonly capture: Readonly<Record<string, string>>;
}

const drawn = z.strictObject({
  mean: field("On average", positiveDuration, "2s"),
  distribution: field(
    "The same each time, or drawn from the seed of the run",
    z.enum(["fixed", "exponential"]).default("exponential"),
    "exponential",
  ),
});

const think = z
  .union([duration, drawn], "a time, or { mean: a time, distribution: fixed or exponential }")
  .transform((pause) =>
    typeof pause === "number"
      ? { meanMs: pause, distribution: "fixed" as const }
      : { meanMs: pause.mean, distribution: pause.distribution },
  );

/** Pause before each step. */
export type Think = Readonly<z.output<typeof think>>;

/** Several requests one after the other, as an agent makes them: timed as one operation and each for itself. */
export interface StepsOperation {
  readonly kind: "steps";
  readonly method: "steps";
  readonly steps: readonly TurnStep[];
  readonly think?: Think;
  readonly target: string;
}

/** A request to the origin of the server, for comparing its API with MCP. `{{seq}}` is replaced in path, headers and body. */
export interface HttpOperation {
  readonly kind: "http";
  readonly method: "http";
  readonly request: HttpRequest;
  readonly target: string;
}

/** A request with its headers by names in lower case. */
export interface HttpRequest extends Readonly<Omit<z.output<typeof request>, "request">> {
  readonly verb: HttpVerb;
  /** Path and query, beginning with a slash. */
  readonly path: string;
}

export const httpVerbs = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;
export type HttpVerb = (typeof httpVerbs)[number];

/** `GET /path?query`, or with a whole address of the server. */
const requestLine = text.transform((line, context) => {
  const match = /^([A-Z]+)\s+(\/\S*|https?:\/\/\S+)$/.exec(line.trim());
  const verb = httpVerbs.find((name) => name === match?.[1]);
  if (match && verb) return { verb, target: match[2] ?? "" };
  context.addIssue(
    `${JSON.stringify(line)} is not a request; write one of ${httpVerbs.join(", ")} and a path, for example "GET /health"`,
  );
  return z.NEVER;
});

const header = z.record(z.string().regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/, "not the name of a header"), z.string());

const request = z.strictObject({
  request: field("Verb, and path or address", requestLine, "POST /query"),
  headers: field("Headers of the request", header.default({}), { "content-type": "application/json" }),
  body: field("Body of the request", z.string().optional(), '{"q":"a"}'),
  status: field("Status that counts as ok; without one, 200 to 299", z.int().min(100).max(599).optional(), 404),
});

const httpField = field(
  "A plain HTTP request to the same server: a line, or a map with headers, body and expected status",
  z
    .union(
      [requestLine.transform((line) => request.parse({ request: `${line.verb} ${line.target}` })), request],
      'a request such as "GET /health", or a map with `request`',
    )
    .optional(),
  "GET /health",
);

/** Fields that say what a benchmark calls where that is no single request of the protocol. */
export const operationFields = {
  mix: field(
    "Several requests in a seeded order, the same for base and head",
    z.array(mixPart).min(2, "a mix has at least two parts").max(100, "a mix has at most 100 parts").optional(),
    [
      { tool: "get", weight: 8 },
      { tool: "put", weight: 2 },
    ],
  ),
  steps: field(
    "Requests one after the other, as an agent makes them: timed as one operation and each for itself",
    z.array(step).min(2, "`steps` has at least two steps").max(100, "`steps` has at most 100 steps").optional(),
    [
      { tool: "search", arguments: { query: "a" }, capture: { ids: "structuredContent.ids" } },
      { tool: "get", arguments: { id: "{{ids[0]}}" } },
    ],
  ),
  think: field("With `steps`: a pause before each step, in no latency", think.optional(), { mean: "2s" }),
  http: httpField,
};

/** Keys of which a benchmark has one. */
export const operationKeys = [...requestKeys, "mix", "steps", "http"] as const;

type OperationConfig = WrittenRequest & {
  readonly [Key in "mix" | "steps" | "think" | "http"]?: z.output<(typeof operationFields)[Key]> | undefined;
};

/** Names what a benchmark measures; empty where it measures nothing. */
export function operationName({ mix, steps, http, ...request }: OperationConfig): string {
  if (mix) return "mix";
  if (steps) return "turn";
  return http ? `${http.request.verb} ${http.request.target}` : (requestOf(request)?.name ?? "");
}

/** Address that plain HTTP requests may go to, and the place that an error names. */
interface OperationContext {
  /** The address as configured, `${PORT}` and all; absent over stdio. */
  readonly serverUrl: string | undefined;
  readonly where: string;
}

/** Makes the operation of a benchmark. Throws ConfigError for a plain HTTP request to somewhere else than the server. */
export function operationOf(
  { mix, steps, think, http, ...request }: OperationConfig,
  context: OperationContext,
): Operation {
  if (mix) {
    const target = mix.map(({ operation, weight }) => `${operation.target} ×${weight}`).join(", ");
    return { kind: "mix", method: "mix", parts: mix, target };
  }
  if (steps) {
    const target = steps.map(({ operation }) => operation.target).join(" → ");
    // A pause of zero is no pause.
    return { kind: "steps", method: "steps", steps, ...(think?.meanMs ? { think } : {}), target };
  }
  if (!http) return rpcOperation(request);
  const { request: line, headers, body, status } = http;
  const path = pathOf(line.target, context);
  const names = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    kind: "http",
    method: "http",
    request: { verb: line.verb, path, headers: Object.fromEntries(names), body, status },
    target: `${line.verb} ${path}`,
  };
}

/** Requests stay with the server, so that a configuration cannot point its load, and its headers, at another host. */
function pathOf(target: string, { serverUrl, where }: OperationContext): string {
  if (serverUrl === undefined)
    throw new ConfigError("a plain HTTP request needs a server that is reached by `url`", {
      where,
      fix: "measure it with `transport: streamable-http`, or leave it out",
    });
  if (target.startsWith("/")) return target;
  const origin = originOf(serverUrl);
  if (originOf(target) !== origin)
    throw new ConfigError(`${JSON.stringify(target)} is not an address of the server`, {
      where,
      expected: `a path such as "/health", or an address that begins with ${origin}`,
    });
  const path = target.slice(origin.length);
  return path.startsWith("/") ? path : `/${path}`;
}

/** Scheme, host and port as written, since a port may be `${PORT}`. */
function originOf(url: string): string {
  return (/^https?:\/\/[^/?#]+/i.exec(url)?.[0] ?? url).toLowerCase().replaceAll("${port}", "${PORT}");
}

/** Returns the requests of a row; a plain HTTP row makes none of the protocol. */
export function requestsOf({
  operation,
  expect,
}: Pick<RowRequest, "expect"> & { readonly operation: Operation }): readonly RowRequest[] {
  switch (operation.kind) {
    case "http":
      return [];
    case "mix":
      return operation.parts;
    case "steps":
      return operation.steps;
    default:
      return [{ operation, expect }];
  }
}

/** Tests whether a call is one of several, or made of several. */
export function isMade({ method }: { readonly method: string }): boolean {
  return method === "mix" || method === "steps";
}

/** Tests whether each reply is the result of one request of the protocol: not of plain HTTP, nor of several steps. */
export function hasSingleResults({ kind }: Operation): boolean {
  return kind === undefined || kind === "mix";
}

/** Tests whether the target of a call says by itself what is called. */
export function isNamedByTarget(method: string): boolean {
  return method === "tools/call" || method === "http" || isMade({ method });
}

/** Describes what calls are made with; undefined where they differ from each other, or take nothing. */
export function argumentsText(operation: Operation): string | undefined {
  if (operation.kind === "http") return operation.request.body;
  if (operation.kind !== undefined) return undefined;
  const { params = {}, argumentRows } = operation;
  if (argumentRows) return `${argumentRows.length} sets of arguments in turn`;
  // For a tool call or a prompt, the name is the target.
  const { name: _name, arguments: given, ...others } = params;
  const sent = given ?? others;
  return Object.keys(sent ?? {}).length === 0 ? undefined : JSON.stringify(sent);
}
