import { z } from "zod";
import { configSchema } from "./schema.ts";

type Schema = z.core.JSONSchema.BaseSchema;

/** The configuration file as JSON Schema, for editors. */
export function configJsonSchema(): Schema {
  return { ...z.toJSONSchema(configSchema, { io: "input", unrepresentable: "any" }), title: "mcp-bench configuration" };
}

/** A look-up of the keys that a JSON Schema allows at a path of the document. */
export function keysAt(root: Schema): (path: readonly PropertyKey[]) => string[] {
  return (path) => {
    let schemas = expand([root], root);
    for (const key of path)
      schemas = expand(
        schemas.flatMap((schema) => child(schema, key)),
        root,
      );
    return [...new Set(schemas.flatMap((schema) => Object.keys(schema.properties ?? {})))];
  };
}

function child(schema: Schema, key: PropertyKey): Schema[] {
  const found =
    typeof key === "number" ? schema.items : (schema.properties?.[String(key)] ?? schema.additionalProperties);
  return [found].flat().filter((candidate): candidate is Schema => typeof candidate === "object" && candidate !== null);
}

/** Alternatives and references resolved, so that only plain schemas are left. */
function expand(schemas: readonly Schema[], root: Schema): Schema[] {
  return schemas.flatMap((schema) => {
    const branches = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])] as Schema[];
    const name = schema.$ref?.split("/").at(-1);
    const target = name ? (root.$defs?.[name] as Schema | undefined) : undefined;
    return [schema, ...expand(branches, root), ...(target ? [target] : [])];
  });
}
