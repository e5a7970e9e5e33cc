import { isMap, type Json, type JsonObject, ownValue } from "../text/json.ts";

/** How deep a schema is followed; deeper parts are left out. */
const deepest = 5;

/**
 * Arguments that fit the required part of a JSON Schema, to be corrected by a person: its own default, example or first
 * choice where it names one, else the simplest value of the type. Anything that is no schema gives no arguments.
 */
export function sampleArguments(schema: unknown): JsonObject {
  const sample = sampleOf({ ...(isMap(schema) ? schema : {}), type: "object" }, 0);
  return isJsonObject(sample) ? sample : {};
}

function sampleOf(schema: unknown, depth: number): Json {
  if (!isMap(schema) || depth > deepest) return null;
  const { default: preset, examples, const: only, enum: choices, anyOf, oneOf } = schema;
  const [given] = [preset, first(examples), only, first(choices)].filter(isJson);
  if (given !== undefined) return given;
  const [variant] = [first(anyOf), first(oneOf)].filter((one) => one !== undefined);
  if (variant !== undefined && schema.type === undefined) return sampleOf(variant, depth + 1);
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case "object":
      return objectOf(schema, depth);
    case "array":
      return Number(schema.minItems) > 0 ? [sampleOf(schema.items, depth + 1)] : [];
    case "integer":
    case "number":
      return typeof schema.minimum === "number" && schema.minimum > 0 ? schema.minimum : 1;
    case "boolean":
      return false;
    case "string":
      return "text";
    default:
      return null;
  }
}

function objectOf({ properties, required }: Record<string, unknown>, depth: number): JsonObject {
  const names = Array.isArray(required) ? required.map(String) : [];
  const schemas = isMap(properties) ? properties : {};
  const schemaOf = (name: string) => ownValue(schemas, name);
  return Object.fromEntries(names.map((name) => [name, sampleOf(schemaOf(name), depth + 1)]));
}

function first(list: unknown): unknown {
  return Array.isArray(list) ? list[0] : undefined;
}

/** What came from JSON text is JSON, as long as it is there. */
function isJson(value: unknown): value is Json {
  return value !== undefined;
}

function isJsonObject(value: Json): value is JsonObject {
  return isMap(value);
}
