import { isMap, ownValue } from "./json.ts";

/** Names of the arguments that a schema requires. */
export function requiredIn(schema: unknown): string[] {
  const required = isMap(schema) && Array.isArray(schema.required) ? schema.required : [];
  return required.filter((name) => typeof name === "string");
}

/** The definition that a `$ref` names within its own document; of any other reference undefined. */
export function definitionOf(reference: string, document: Readonly<Record<string, unknown>>): unknown {
  const [, folder = "", name = ""] = /^#\/(\$defs|definitions)\/([^/]+)$/.exec(reference) ?? [];
  const definitions = document[folder];
  return isMap(definitions) ? ownValue(definitions, name) : undefined;
}
