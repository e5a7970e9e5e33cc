import type { Expectation, RpcOperation } from "./operation.ts";
import { literally } from "./template.ts";

/** What a server says it can do. Names are untrusted text. */
export interface Offer {
  /** Revision of the protocol it speaks. */
  readonly protocol: string;
  /** Names of the advertised capabilities, e.g. `tools`. */
  readonly capabilities: ReadonlySet<string>;
  readonly tools: readonly OfferedTool[];
  readonly prompts: readonly OfferedPrompt[];
}

export interface OfferedTool {
  readonly name: string;
  /** Arguments that its input schema requires. */
  readonly required: readonly string[];
  /** All that the schema names; absent where it leaves room for others. */
  readonly named?: readonly string[];
  /** True when it declares itself read-only; absent is false, as in the protocol. */
  readonly readOnly: boolean;
  /** Whether any text will do for each of those arguments. */
  readonly takesTexts?: boolean;
  readonly hasOutputSchema?: boolean;
}

export interface OfferedPrompt {
  readonly name: string;
  /** Arguments that it marks as required. */
  readonly required: readonly string[];
  /** All that it names. */
  readonly named?: readonly string[];
}

/** An operation that is safe to repeat, and the name of its benchmark. */
export interface Discovered {
  readonly benchmark: string;
  readonly operation: RpcOperation;
  readonly expect?: Expectation;
}

const lists = [
  { capability: "tools", method: "tools/list" },
  { capability: "resources", method: "resources/list" },
  { capability: "prompts", method: "prompts/list" },
] as const;

/**
 * What to measure where nothing is configured: ping, the lists the server offers, and every tool that needs no
 * arguments and declares itself read-only.
 */
export function discoverBenchmarks({ capabilities, tools }: Offer): Discovered[] {
  const methods = [
    "ping",
    ...lists.filter(({ capability }) => capabilities.has(capability)).map((list) => list.method),
  ];
  const safe = uniqueNames(tools.filter(isSafe));
  return [
    ...methods.map((method) => ({ benchmark: method, operation: { method, target: method } })),
    ...safe.map((name) => ({
      benchmark: methods.includes(name) ? `tool ${name}` : name,
      operation: { method: "tools/call", params: { name: literally(name), arguments: {} }, target: name },
    })),
  ];
}

/** What no server says by itself, and each call in its own way. */
const ownText = "mcp-bench call {{seq}}";

/** More tools than these are not asked whether they answer with what they were given. */
const mostAsked = 5;

/**
 * Calls that may show whether replies reach their own caller: of read-only tools to which any text can be given. One that is
 * answered with the text is good for it.
 */
export function echoCandidates({ tools }: Offer): (Discovered & { readonly text: string })[] {
  const able = tools.filter(({ required, readOnly, takesTexts }) => readOnly && takesTexts && required.length > 0);
  return uniqueNames(able)
    .slice(0, mostAsked)
    .map((name) => {
      const { required = [] } = able.find((tool) => tool.name === name) ?? {};
      const texts = Object.fromEntries(required.map((argument) => [argument, ownText]));
      return {
        benchmark: name,
        operation: { method: "tools/call", params: { name: literally(name), arguments: texts }, target: name },
        expect: { text: ownText, error: false },
        text: ownText,
      };
    });
}

/** Each is a row, and every round measures all rows. */
const mostTools = 100;

function isSafe({ required, readOnly }: OfferedTool): boolean {
  return readOnly && required.length === 0;
}

/** As of a benchmark's name in the configuration. */
const longestName = 200;

/**
 * Usable names, each once, as many as are measured unasked: a server may offer a tool twice, or one without a name, or with a
 * whole book for one.
 */
export function uniqueNames(tools: readonly { readonly name: string }[]): string[] {
  return usableNames(tools).slice(0, mostTools);
}

function usableNames(tools: readonly { readonly name: string }[]): string[] {
  return [...new Set(tools.map(({ name }) => name))].filter(isUsable);
}

function isUsable(name: string): boolean {
  return name.trim() !== "" && name.length <= longestName && name !== "__proto__";
}

/** Why tools of a server are not measured when nothing is configured; undefined when all are. `measured`: all the same. */
export function leftOutTools(
  { tools: all }: Offer,
  { measured = [] }: { readonly measured?: readonly string[] } = {},
): string | undefined {
  const tools = all.filter(({ name }) => !measured.includes(name));
  const needy = tools.filter(({ required }) => required.length > 0).length;
  const writing = tools.filter(({ required, readOnly }) => required.length === 0 && !readOnly).length;
  const nameless = new Set(
    tools
      .filter(isSafe)
      .map(({ name }) => name)
      .filter((name) => !isUsable(name)),
  ).size;
  const surplus = Math.max(0, usableNames(tools.filter(isSafe)).length - mostTools);
  const reasons = [
    ...(needy > 0 ? [`${needy} ${needy === 1 ? "needs" : "need"} arguments`] : []),
    ...(writing > 0
      ? [`${writing} ${writing === 1 ? "does not declare itself" : "do not declare themselves"} read-only`]
      : []),
    ...(nameless > 0 ? [`${nameless} ${nameless === 1 ? "has a name" : "have names"} that cannot be used`] : []),
    ...(surplus > 0 ? [`${surplus} beyond the first ${mostTools}`] : []),
  ];
  if (reasons.length === 0) return undefined;
  return `${needy + writing + nameless + surplus} of ${all.length} tools are not measured: ${reasons.join(", ")}; list them under \`benchmarks\``;
}
