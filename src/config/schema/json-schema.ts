import { z } from "zod";
import { writtenBenchmark } from "./benchmark.ts";
import { configSchema } from "./schema.ts";

type Schema = z.core.JSONSchema.BaseSchema;

/** The configuration file as JSON Schema, for editors. */
export function configJsonSchema(): Schema {
  const schema = z.toJSONSchema(configSchema, {
    io: "input",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      if (z.globalRegistry.get(zodSchema as unknown as z.ZodType)?.id === "benchmark")
        Object.assign(jsonSchema, writtenSchema());
    },
  });
  return { ...schema, title: "mcp-bench configuration" };
}

/** A benchmark as it is written: `{{n}}` of a matrix may stand for a number, and cases and variants repeat its fields. */
function writtenSchema(): z.core.JSONSchema.JSONSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(writtenBenchmark, { io: "input", unrepresentable: "any" });
  const { matrix: _matrix, cases: _cases, variants: _variants, ...fields } = orPlaceholder(schema).properties ?? {};
  const properties: z.core.JSONSchema.JSONSchema["properties"] = {
    ...fields,
    tool: { anyOf: [{ type: "string" }, { type: "object", additionalProperties: { type: "string" } }] },
  };
  const again: z.core.JSONSchema.JSONSchema = { type: "object", properties, additionalProperties: false };
  return {
    type: "object",
    properties: {
      ...properties,
      matrix: schema.properties?.matrix ?? {},
      cases: { type: "array", minItems: 1, items: again },
      variants: {
        anyOf: [
          { type: "array", items: { type: "string" } },
          { type: "object", additionalProperties: again },
        ],
      },
    },
    additionalProperties: false,
  };
}

function orPlaceholder<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(orPlaceholder) as Value;
  if (value === null || typeof value !== "object") return value;
  const inner = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, orPlaceholder(item)]));
  const isNumber = inner.type === "integer" || inner.type === "number";
  return (isNumber ? { anyOf: [inner, { type: "string", pattern: "^\\{\\{.+\\}\\}$" }] } : inner) as Value;
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
