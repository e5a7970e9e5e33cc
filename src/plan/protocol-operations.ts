import { z } from "zod";
import type { JsonObject } from "../base/json.ts";
import type { RpcOperation } from "./operation.ts";

/**
 * The operations of the protocol: how a benchmark asks for each, what a server must offer for it, and whether it changes
 * anything. A new operation is an entry of `methods` and, where it has a key of its own, of `requests`.
 */

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

const text = z.string().min(1);

const completion = z
  .strictObject({
    prompt: text.optional().meta({ description: "Prompt with the argument", examples: ["greeting"] }),
    resource: text.optional().meta({ description: "URI template with the argument", examples: ["file:///{name}"] }),
    argument: text.meta({ description: "Argument to complete", examples: ["name"] }),
    value: z
      .string()
      .default("")
      .meta({ description: "Text typed so far", examples: ["A"] }),
    context: z
      .record(z.string(), z.string())
      .optional()
      .meta({ description: "Other arguments, already chosen", examples: [{ language: "en" }] }),
  })
  .refine(({ prompt, resource }) => (prompt === undefined) !== (resource === undefined), {
    message: "completes an argument of a `prompt` or of a `resource` template; write one of them",
  })
  .meta({
    description: "Argument of a prompt or resource template to complete",
    examples: [{ prompt: "greeting", argument: "name", value: "A" }],
  });

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
  readonly operation: (value: Value, given: RequestArguments) => RpcOperation;
  /** Names the benchmark by its target; absent: the target itself. */
  readonly named?: (target: string) => string;
}

type RequestKey = keyof RequestKeys;

const requests: { readonly [Key in RequestKey]: Request<RequestKeys[Key]> } = {
  tool: {
    field: text.meta({ description: "Tool to call", examples: ["search"] }),
    takes: "arguments",
    operation: (name, given) => ({
      method: "tools/call",
      params: { name, arguments: given.arguments ?? {} },
      target: name,
    }),
  },
  method: {
    field: text.meta({ description: "Any request by its method, with `params`", examples: ["tools/list"] }),
    takes: "params",
    operation: (method, { params }) => ({ method, ...(params ? { params } : {}), target: method }),
  },
  resource: {
    field: text.meta({ description: "URI of a resource to read", examples: ["file:///readme.md"] }),
    operation: (uri) => ({ method: "resources/read", params: { uri }, target: uri }),
  },
  prompt: {
    field: text.meta({ description: "Prompt to get", examples: ["greeting"] }),
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

/** The key of each request, as a field of a benchmark that need not be there. */
export const requestFields = Object.fromEntries(
  requestKeys.map((key) => [key, requests[key].field.optional()]),
) as unknown as Fields;

/** A benchmark, or a part of a mix: exactly one of its keys says what is requested. */
export type WrittenRequest = WrittenKeys & RequestArguments;
type WrittenKeys = { readonly [Key in RequestKey]?: RequestKeys[Key] | undefined };

/**
 * Returns the request of a benchmark and the name that it gives it; undefined where it requests nothing of the
 * protocol.
 */
export function requestOf(written: WrittenRequest): { operation: RpcOperation; name: string } | undefined {
  const key = requestKeys.find((one) => written[one] !== undefined);
  return key && requestUnder(key, written);
}

function requestUnder<Key extends RequestKey>(key: Key, written: WrittenRequest) {
  const { operation, named = String }: Request<RequestKeys[Key]> = requests[key];
  const keys: WrittenKeys = written;
  const value: RequestKeys[Key] | undefined = keys[key];
  if (value === undefined) return undefined;
  const made = operation(value, written);
  return { operation: made, name: named(made.target) };
}
