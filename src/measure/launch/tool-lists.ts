import { isDeepStrictEqual } from "node:util";
import { isMap, ownValue } from "../../base/json.ts";
import { definitionOf, requiredIn } from "../../base/schema-reference.ts";
import type { Arm } from "../../plan/plan.ts";
import type { RecordListing } from "../../record/record.ts";
import {
  type JsonType,
  jsonTypes,
  longestWord,
  mostArguments,
  mostChoices,
  type RecordTool,
  type ToolArgument,
  toolHints,
} from "../../record/tool.ts";

/** More tools than this are counted in the sums only. */
const mostTools = 1_000;
/** Characters that the arguments of all tools of an arm take in the record; those of further tools are left out. */
const longestSurface = 200_000;

export interface ListOfLaunch {
  readonly tools: readonly RecordTool[];
  /** Pages as the server gave them. Untrusted. */
  readonly pages: readonly Record<string, unknown>[];
}

interface KnownList extends ListOfLaunch {
  /** Digests of the tools in their order, of the first launch of each kind. */
  readonly first: Map<string, readonly (string | undefined)[]>;
  compared: number;
  reordered: number;
  rewritten: number;
}

/** Lists of the arms, launch after launch, each held against the first with the same arguments and environment. */
export class ToolLists {
  readonly #arms = new Map<string, KnownList>();

  add({ id, launch }: Pick<Arm, "id" | "launch">, list: ListOfLaunch): void {
    const known = this.#arms.get(id) ?? { ...list, first: new Map(), compared: 0, reordered: 0, rewritten: 0 };
    this.#arms.set(id, known);
    const kind = JSON.stringify([launch.args, launch.env, launch.url]);
    const digests = list.tools.map(({ digest }) => digest);
    const first = known.first.get(kind);
    if (!first) {
      known.first.set(kind, digests);
      return;
    }
    known.compared++;
    if (isDeepStrictEqual(first, digests)) return;
    if (isDeepStrictEqual(first.toSorted(), digests.toSorted())) known.reordered++;
    else known.rewritten++;
  }

  /** Returns the lists that the record keeps of an arm; nothing without a list. */
  of(arm: string): { readonly tools?: RecordTool[]; readonly listing?: RecordListing } {
    const known = this.#arms.get(arm);
    if (!known) return {};
    const { pages, compared, reordered, rewritten } = known;
    const tools = withSurfaces(known.tools.slice(0, mostTools), pages);
    const listing = { compared, reordered, rewritten, pages: pages.length, ...cacheHints(pages) };
    return { ...(tools.length > 0 ? { tools } : {}), listing };
  }
}

function withSurfaces(tools: readonly RecordTool[], pages: ListOfLaunch["pages"]): RecordTool[] {
  const described = pages.flatMap((page) => (Array.isArray(page.tools) ? page.tools : [])).filter(isMap);
  let length = 0;
  return tools.map((tool, place) => {
    const surface = toolSurface(described[place] ?? {});
    length += JSON.stringify(surface).length;
    return length > longestSurface ? tool : { ...tool, ...surface };
  });
}

const longestLifeMs = 1e15;

/** For how long and for whom a client may keep a list of several pages: the shortest time, and for all only if every page is. */
function cacheHints(pages: ListOfLaunch["pages"]): Pick<RecordListing, "ttlMs" | "cacheScope"> {
  const lives = pages.flatMap(({ ttlMs }) =>
    typeof ttlMs === "number" && ttlMs >= 0 && ttlMs <= longestLifeMs ? [ttlMs] : [],
  );
  const scopes = pages.flatMap(({ cacheScope }) =>
    cacheScope === "public" || cacheScope === "private" ? [cacheScope] : [],
  );
  return {
    ...(lives.length === pages.length ? { ttlMs: Math.min(...lives) } : {}),
    ...(scopes.length === pages.length ? { cacheScope: scopes.includes("private") ? "private" : "public" } : {}),
  };
}

/** References and alternatives are followed as deep as this, and as often in one tool. */
const deepest = 4;
const mostSchemas = 1_000;

/** Reads what a caller of a tool has to know out of its untrusted description. What is too large or odd is left out. */
export function toolSurface({
  inputSchema,
  annotations,
}: Readonly<Record<string, unknown>>): Pick<RecordTool, "arguments" | "hints"> {
  const given = isMap(annotations) ? annotations : {};
  const hints = Object.fromEntries(
    toolHints.flatMap((hint) => (typeof given[hint] === "boolean" ? [[hint, given[hint]]] : [])),
  );
  const listed = argumentsOf(inputSchema);
  return { ...(listed ? { arguments: listed } : {}), ...(Object.keys(hints).length > 0 ? { hints } : {}) };
}

function argumentsOf(schema: unknown): ToolArgument[] | undefined {
  if (!isMap(schema)) return undefined;
  const properties = isMap(schema.properties) ? schema.properties : {};
  const required = new Set(requiredIn(schema));
  const names = [...new Set([...Object.keys(properties), ...required])];
  if (names.length > mostArguments || names.some((name) => name.length > longestWord)) return undefined;
  const read = { root: schema, depth: 0, left: { schemas: mostSchemas } };
  return names.map((name) => ({
    name,
    ...(required.has(name) ? { required: true } : {}),
    ...valuesOf(ownValue(properties, name), read),
  }));
}

type Values = Pick<ToolArgument, "types" | "choices">;

interface Place {
  readonly root: Readonly<Record<string, unknown>>;
  readonly depth: number;
  /** Counts down over a whole tool. */
  readonly left: { schemas: number };
}

/** Values that a schema takes, as far as types, choices, alternatives and references within the document say. */
function valuesOf(schema: unknown, place: Place): Values {
  if (!isMap(schema) || place.depth > deepest || place.left.schemas-- <= 0) return {};
  const deeper = { ...place, depth: place.depth + 1 };
  if (typeof schema.$ref === "string") return valuesOf(definitionOf(schema.$ref, place.root), deeper);
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(alternatives) && schema.type === undefined)
    return alternatives.length > mostChoices ? {} : union(alternatives.map((one) => valuesOf(one, deeper)));
  const listed = Object.hasOwn(schema, "const") ? [schema.const] : Array.isArray(schema.enum) ? schema.enum : undefined;
  const types = typesOf(schema.type) ?? (listed && typesOfValues(listed));
  const choices = listed ?? (schema.type === "null" ? [null] : undefined);
  return { ...(types ? { types } : {}), ...(choices ? { choices: choiceTexts(choices) } : {}) };
}

function union(all: readonly Values[]): Values {
  const types = all.map((one) => one.types);
  const choices = all.map((one) => one.choices);
  const isListed = choices.every((one) => one !== undefined);
  const texts = [...new Set(choices.flatMap((one) => one ?? []))];
  const isKept = choices.every((one) => one?.length !== 0) && texts.length <= mostChoices;
  return {
    ...(types.length > 0 && types.every((one) => one !== undefined)
      ? { types: jsonTypes.filter((type) => types.some((one) => one?.includes(type))) }
      : {}),
    ...(isListed && choices.length > 0 ? { choices: isKept ? texts : [] } : {}),
  };
}

function typesOf(type: unknown): JsonType[] | undefined {
  const named: readonly unknown[] = Array.isArray(type) ? type : [type];
  const types = jsonTypes.filter((one) => named.includes(one));
  return types.length > 0 && types.length === new Set(named).size ? types : undefined;
}

function typesOfValues(values: readonly unknown[]): JsonType[] | undefined {
  if (values.length === 0 || values.length > mostSchemas) return undefined;
  const types = values.map((value) =>
    value === null
      ? "null"
      : Array.isArray(value)
        ? "array"
        : Number.isInteger(value)
          ? "integer"
          : jsonTypes.find((type) => type === typeof value),
  );
  return jsonTypes.filter((type) => types.includes(type));
}

function choiceTexts(values: readonly unknown[]): string[] {
  if (values.length > mostChoices) return [];
  return values.every(fits) ? [...new Set(values.map((value) => JSON.stringify(value)))] : [];
}

function fits(value: unknown): boolean {
  if (typeof value === "object") return value === null;
  return typeof value !== "string" || (value.length <= longestWord && JSON.stringify(value).length <= longestWord);
}
