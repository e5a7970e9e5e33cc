import { isMap, ownValue } from "./json.ts";

/** The definition that a `$ref` names within its own document; of any other reference undefined. */
export function definitionOf(reference: string, document: Readonly<Record<string, unknown>>): unknown {
  const [, folder = "", name = ""] = /^#\/(\$defs|definitions)\/([^/]+)$/.exec(reference) ?? [];
  const definitions = document[folder];
  return isMap(definitions) ? ownValue(definitions, name) : undefined;
}
