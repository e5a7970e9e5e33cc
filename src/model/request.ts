import { z } from "zod";
import type { JsonObject } from "../base/json.ts";
import type { Expectation } from "./expectation.ts";
import { type Complain, checked, field, hasOneOf, identifier, json, text } from "./fields.ts";
import type { FreshSession } from "./fresh-session.ts";
import {
  fixedText,
  hasPlaceholders,
  renderParams,
  type TemplateValues,
  unknownPlaceholder,
  unknownPlaceholders,
} from "./template.ts";

/** The operations of the protocol. A new one is an entry of `methods` and, where it has a key of its own, of `requests`. */

/** Any JSON-RPC method with parameters, in which `{{seq}}` is replaced by the call's number. */
export interface RpcOperation {
  /** Always absent: it was there before the other kinds, and hashes of it are in every record. */
  readonly kind?: never;
  readonly method: string;
  readonly params?: JsonObject;
  /** Short name for tables: the tool, prompt or resource, or the method itself. */
  readonly target: string;
  /** Arguments of the calls in turn, over and over; laid over those of `params`. */
  readonly argumentRows?: readonly JsonObject[];
  /** The server is asked to tell how each call goes on. */
  readonly progress?: true;
  /** The server may answer with a task, which is followed to its end. */
  readonly task?: true;
  /** URI of the resource that the call changes: it ends once the server has told so, too. */
  readonly updates?: string;
  /** Each call is made in a session that is opened for it; `true`: and ended by DELETE. */
  readonly freshSession?: true | FreshSession;
}

interface Method {
  /** The capability a server declares for it; absent: every server answers it. */
  readonly capability?: string;
  /** True where a call is known to change nothing; `declared`: where the tool says so. */
  readonly reads: boolean | "declared";
  /** The server's list in which the name must be, with the arguments it requires. What is on it need not be called to know. */
  readonly list?: "tools" | "prompts";
  /** The parameter that says which of many: https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#standard-request-headers */
  readonly naming?: "name" | "uri";
  /** Name of the operation on its target, and advice where the server refuses it: the target was probably mistaken. */
  readonly refused?: { readonly does: string; readonly fix: string };
}

/** Methods by the name in a request. */
export const methods: ReadonlyMap<string, Method> = new Map<string, Method>([
  ["tools/call", { capability: "tools", reads: "declared", list: "tools", naming: "name" }],
  ["tools/list", { capability: "tools", reads: true }],
  ["prompts/get", { capability: "prompts", reads: true, list: "prompts", naming: "name" }],
  ["prompts/list", { capability: "prompts", reads: true }],
  [
    "resources/read",
    {
      capability: "resources",
      reads: true,
      naming: "uri",
      refused: { does: "read the resource", fix: "use a URI that `resources/list` shows" },
    },
  ],
  ["resources/list", { capability: "resources", reads: true }],
  ["resources/templates/list", { capability: "resources", reads: true }],
  ["completion/complete", { capability: "completions", reads: true }],
  ["logging/setLevel", { capability: "logging", reads: false }],
  ["ping", { reads: true }],
]);

const completion = field(
  "Argument of a prompt or resource template to complete",
  z
    .strictObject({
      prompt: field("Prompt with the argument", text.optional(), "greeting"),
      resource: field("URI template with the argument", text.optional(), "file:///{name}"),
      argument: field("Argument to complete", text, "name"),
      value: field("Text typed so far", z.string().default(""), "A"),
      context: field("Other arguments, already chosen", z.record(z.string(), z.string()).optional(), {
        language: "en",
      }),
    })
    .refine(
      hasOneOf("prompt", "resource"),
      "completes an argument of a `prompt` or of a `resource` template; write one of them",
    ),
  { prompt: "greeting", argument: "name", value: "A" },
);

/** Keys that a benchmark writes for each request. */
interface RequestKeys {
  readonly tool: string;
  readonly method: string;
  readonly resource: string;
  readonly prompt: string;
  readonly completion: z.output<typeof completion>;
}

interface RequestArguments {
  readonly arguments?: JsonObject | undefined;
  readonly params?: JsonObject | undefined;
}

interface Request<Value> {
  readonly field: z.ZodType<Value>;
  /** The key that goes with it. */
  readonly takes?: keyof RequestArguments;
  operation(value: Value, given: RequestArguments): RpcOperation;
  /** Names the benchmark by its target; absent: the target itself. */
  readonly named?: (target: string) => string;
}

type RequestKey = keyof RequestKeys;

const requests: { readonly [Key in RequestKey]: Request<RequestKeys[Key]> } = {
  tool: {
    field: field("Tool to call", text, "search"),
    takes: "arguments",
    operation: (name, given) => ({
      method: "tools/call",
      params: { name, arguments: given.arguments ?? {} },
      target: name,
    }),
  },
  method: {
    field: field("Any request by its method, with `params`", text, "tools/list"),
    takes: "params",
    operation: (method, { params }) => ({ method, ...(params ? { params } : {}), target: method }),
  },
  resource: {
    field: field("URI of a resource to read", text, "file:///readme.md"),
    operation: (uri) => ({ method: "resources/read", params: { uri }, target: uri }),
  },
  prompt: {
    field: field("Prompt to get", text, "greeting"),
    takes: "arguments",
    operation: (name, given) => ({
      method: "prompts/get",
      params: { name, arguments: given.arguments ?? {} },
      target: name,
    }),
  },
  completion: {
    field: completion,
    operation: ({ prompt, resource = "", argument, value, context }) => ({
      method: "completion/complete",
      params: {
        ref: prompt ? { type: "ref/prompt", name: prompt } : { type: "ref/resource", uri: resource },
        argument: { name: argument, value },
        ...(context ? { context: { arguments: context } } : {}),
      },
      target: prompt ?? resource,
    }),
    named: (target) => `completion ${target}`,
  },
};

export const requestKeys = Object.keys(requests) as RequestKey[];

/** The keys whose request takes `arguments`, or `params`. */
export function keysTaking(key: keyof RequestArguments): RequestKey[] {
  return requestKeys.filter((one) => requests[one].takes === key);
}

type Fields = { readonly [Key in RequestKey]: z.ZodOptional<z.ZodType<RequestKeys[Key]>> };

const argumentMap = z.record(z.string(), json).superRefine(
  checked((value, complain) => {
    for (const name of unknownPlaceholders(value)) complain(unknownPlaceholder(name));
  }),
);

/** One request of the protocol: the key of each, of which one is there, and what it is called with. */
export const requestFields = {
  ...(Object.fromEntries(requestKeys.map((key) => [key, requests[key].field.optional()])) as unknown as Fields),
  arguments: field(
    "Arguments of the tool or prompt; {{seq}} is the number of the call, {{session}} that of its session, {{identity}} for the name of whose session it is",
    argumentMap.optional(),
    { query: "item {{seq}}" },
  ),
  params: field("Parameters of a `method`", argumentMap.optional(), { level: "error" }),
};

/** A benchmark, or a part of a mix: exactly one of its keys says what is requested. */
export type WrittenRequest = RequestArguments & { readonly [Key in RequestKey]?: RequestKeys[Key] | undefined };

/** Returns the request of a benchmark and the name that it gives it; undefined where it requests nothing. */
export function requestOf(written: WrittenRequest): { operation: RpcOperation; name: string } | undefined {
  const key = requestKeys.find((one) => written[one] !== undefined);
  if (key === undefined) return undefined;
  const { operation, named = String } = requests[key] as Request<WrittenRequest[RequestKey]>;
  const made = operation(written[key], written);
  return { operation: made, name: named(made.target) };
}

/** A path into a result: names with dots, `[0]` for an item, `[*]` for every item. */
const capturePath = text.regex(
  /^[^.[\]]+(\.[^.[\]]+|\[(\d+|\*)\])*$/,
  "not a path such as `structuredContent.id` or `content[0].text`",
);

/** Lists of values from a result, by name. */
export const capture = field(
  "Lists of values from the results, for {{ids[seq]}} in later arguments",
  z.record(identifier, capturePath).optional(),
  { ids: "structuredContent.id" },
);

type RequestWithExpectation = WrittenRequest & { readonly expect?: Expectation | undefined };

export function checkRequest(value: RequestWithExpectation, complain: Complain): void {
  const takes = (key: "arguments" | "params") => keysTaking(key).some((one) => value[one] !== undefined);
  if (value.arguments && !takes("arguments"))
    complain(`\`arguments\` go with ${argumentKeys}; a raw \`method\` takes \`params\``, ["arguments"]);
  if (value.params && !takes("params")) complain("`params` go with `method`; a `tool` takes `arguments`", ["params"]);
  for (const key of requestKeys)
    for (const name of unknownPlaceholders(JSON.stringify(value[key]) ?? "")) complain(unknownPlaceholder(name), [key]);
  if (!value.expect?.schema) return;
  if (value.tool === undefined) complain("`schema` needs `tool`", ["expect", "schema"]);
  else if (fixedText(value.tool) === undefined)
    complain("`schema` takes a `tool` of the same name in every call", ["expect", "schema"]);
  if (value.expect.error) complain("an error is bound to no schema; remove `schema` or `error`", ["expect", "schema"]);
}

/** Checks a part that makes one request. */
export const checkOneRequest = checked((value: RequestWithExpectation, complain) => {
  const named = requestKeys.filter((key) => value[key] !== undefined);
  checkOne(named, { of: requestKeys, complain });
  checkRequest(value, complain);
});

/** "`tool` or `prompt`" */
export const argumentKeys = quoted(keysTaking("arguments")).join(" or ");

export function checkOne(
  named: readonly string[],
  { of, complain }: { of: readonly string[]; complain: Complain },
): void {
  const [first, second] = named;
  if (first === undefined) complain(`does not say what to measure; write one of ${quoted(of).join(", ")}`);
  if (second !== undefined)
    complain(`has ${quoted(named).join(" and ")}; one benchmark measures one operation`, [second]);
}

function quoted(keys: readonly string[]): string[] {
  return keys.map((key) => `\`${key}\``);
}

/** Returns the named target of an operation; undefined without one, or where it differs between calls. */
export function fixedName({ params }: RpcOperation): string | undefined {
  return typeof params?.name === "string" ? fixedText(params.name) : undefined;
}

/** Gives the parameters of an operation's call number `seq`: placeholders filled, and the arguments of its turn. */
export function callParams(
  { params, argumentRows }: RpcOperation,
  valuesOf: (seq: number) => TemplateValues,
): (seq: number) => JsonObject | undefined {
  if (params === undefined) return () => undefined;
  const templated = hasPlaceholders(params);
  const filled = (seq: number): JsonObject => (templated ? renderParams(params, valuesOf(seq)) : params);
  if (!argumentRows) return filled;
  return (own) => {
    const { arguments: common, ...rest } = filled(own);
    const { seq } = valuesOf(own);
    return { ...rest, arguments: { ...(common as JsonObject), ...argumentRows[seq % argumentRows.length] } };
  };
}

/** Makes the operation of a part that is checked to have one request. */
export function rpcOperation(request: WrittenRequest): RpcOperation {
  const found = requestOf(request);
  if (!found) throw new RangeError("a benchmark says what it measures");
  return found.operation;
}
