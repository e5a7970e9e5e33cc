import { isMap, ownValue } from "../../base/json.ts";
import { definitionOf } from "../../base/schema-reference.ts";
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

type Surface = Pick<RecordTool, "arguments" | "hints">;

/** References and alternatives are followed as deep as this, and as often in one tool. */
const deepest = 4;
const mostSchemas = 1_000;

/** Reads what a caller of a tool has to know out of its untrusted description. What is too large or odd is left out. */
export function toolSurface({ inputSchema, annotations }: Readonly<Record<string, unknown>>): Surface {
  const hints = isMap(annotations)
    ? Object.fromEntries(
        toolHints.flatMap((hint) => (typeof annotations[hint] === "boolean" ? [[hint, annotations[hint]]] : [])),
      )
    : {};
  const listed = argumentsOf(inputSchema);
  return { ...(listed ? { arguments: listed } : {}), ...(Object.keys(hints).length > 0 ? { hints } : {}) };
}

function argumentsOf(schema: unknown): ToolArgument[] | undefined {
  if (!isMap(schema)) return undefined;
  const properties = isMap(schema.properties) ? schema.properties : {};
  const required = new Set(Array.isArray(schema.required) ? schema.required.map(String) : []);
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
