import type { JsonObject } from "../base/json.ts";
import type { Expectation } from "../model/expectation.ts";
import type { RpcOperation } from "../model/request.ts";
import { literally } from "../model/template.ts";
import type { LeftOutCode } from "../record/coverage.ts";

/** Capabilities and lists of a server. Names are untrusted text. */
export interface Offer {
  readonly protocol: string;
  /** Names of the advertised capabilities, e.g. `tools`. */
  readonly capabilities: ReadonlySet<string>;
  readonly tools: readonly OfferedTool[];
  readonly prompts: readonly OfferedPrompt[];
}

export interface OfferedTool {
  readonly name: string;
  readonly required: readonly string[];
  /** All that the schema names; absent where it leaves room for others. */
  readonly named?: readonly string[];
  /** True when it declares itself read-only and not destructive; absent is false, as in the protocol. */
  readonly readOnly: boolean;
  /** True where any text will do for each of those arguments. */
  readonly takesTexts?: boolean;
  /** Arguments that its input schema gives itself, where it requires any: see `derivedArguments`. */
  readonly derived?: JsonObject;
}

export type OfferedPrompt = Pick<OfferedTool, "name" | "required" | "named">;

/** An operation that is safe to repeat, and the name of its benchmark. */
export interface Discovered {
  readonly benchmark: string;
  readonly operation: RpcOperation;
  readonly expect?: Expectation;
  readonly origin: "discovered" | "derived";
}

const listed = ["tools", "resources", "prompts"];

/** Lists what to measure without a configuration: ping, the lists, and read-only tools whose arguments the schema gives. */
export function discoverBenchmarks({ capabilities, tools }: Offer): Discovered[] {
  const methods = ["ping", ...listed.filter((name) => capabilities.has(name)).map((name) => `${name}/list`)];
  return [
    ...methods.map(
      (method): Discovered => ({ benchmark: method, operation: { method, target: method }, origin: "discovered" }),
    ),
    ...uniqueTools(tools.filter(isSafe)).map(({ name, derived }): Discovered => {
      const params = { name: literally(name), arguments: literally(derived ?? {}) };
      return {
        benchmark: methods.includes(name) ? `tool ${name}` : name,
        operation: { method: "tools/call", params, target: name },
        origin: derived ? "derived" : "discovered",
      };
    }),
  ];
}

/** Sessions that clients leave without a word, as most do: what that costs the server. */
export const abandonedSessions: Discovered = {
  benchmark: "abandoned sessions",
  operation: {
    method: "ping",
    target: "ping",
    freshSession: { ends: [{ end: "abandon", share: 1 }], idleMs: 1000 },
  },
  origin: "discovered",
};

/** Text that no server says by itself, different in each call. */
const ownText = "mcp-bench call {{seq}}";

/** More tools than these are not asked whether they answer with what they were given. */
const mostAsked = 5;

/** Calls that show whether replies reach their own caller: of read-only tools that take any text, and may answer with it. */
export function echoCandidates({ tools }: Offer): (Discovered & { readonly text: string })[] {
  const able = tools.filter(({ required, readOnly, takesTexts }) => readOnly && takesTexts && required.length > 0);
  return uniqueTools(able)
    .slice(0, mostAsked)
    .map(({ name, required }) => {
      const texts = Object.fromEntries(required.map((argument) => [argument, ownText]));
      return {
        benchmark: name,
        operation: { method: "tools/call", params: { name: literally(name), arguments: texts }, target: name },
        expect: { text: ownText, error: false },
        origin: "derived",
        text: ownText,
      };
    });
}

/** Each is a row, and every round measures all rows. */
const mostTools = 100;

function isSafe({ required, readOnly, derived }: OfferedTool): boolean {
  return readOnly && (required.length === 0 || derived !== undefined);
}

/** The limit of a benchmark's name in the configuration, too. */
const longestName = 200;

/** Returns tools with usable names, each once, as many as are measured by default: a server may offer one twice or nameless. */
export function uniqueTools<Tool extends { readonly name: string }>(tools: readonly Tool[]): Tool[] {
  const byName = new Map<string, Tool>();
  for (const tool of tools) if (isUsable(tool.name) && !byName.has(tool.name)) byName.set(tool.name, tool);
  return [...byName.values()].slice(0, mostTools);
}

function isUsable(name: string): boolean {
  return name.trim() !== "" && name.length <= longestName && name !== "__proto__";
}

/** Returns why a tool is no row of its own without a configuration; undefined where it is. */
export function whyLeftOut(
  { name, readOnly, required, derived }: OfferedTool,
  { tools }: Offer,
): LeftOutCode | undefined {
  if (!readOnly) return "not-read-only";
  if (required.length > 0 && !derived) return "needs-arguments";
  if (!isUsable(name)) return "unusable-name";
  return uniqueTools(tools.filter(isSafe)).some((tool) => tool.name === name) ? undefined : "too-many";
}
