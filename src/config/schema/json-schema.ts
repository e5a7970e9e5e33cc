import { z } from "zod";
import { isMap } from "../../base/json.ts";
import { writtenBenchmark } from "./benchmark-fields.ts";
import { configSchema } from "./schema.ts";

type Schema = z.core.JSONSchema.BaseSchema;

/** Address at which every release of a major version keeps it. */
export const schemaAddress = "https://raw.githubusercontent.com/org/mcp-bench-action/v1/mcp-bench.schema.json";

/** The configuration file as JSON Schema, for editors. */
export function configJsonSchema(): Schema {
  const { $defs, ...written } = writtenSchema();
  const { $schema: _, ...schema } = schemaOf(configSchema(), written);
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: schemaAddress,
    title: "mcp-bench configuration",
    ...schema,
    $defs: { ...$defs, ...schema.$defs },
  };
}

/** Describes a file as it is written, before anything is transformed. */
function schemaOf(schema: z.ZodType, benchmark: object = {}): z.core.JSONSchema.JSONSchema {
  return z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      const label = z.globalRegistry.get(zodSchema as unknown as z.ZodType);
      if (label?.id === "benchmark") Object.assign(jsonSchema, benchmark);
      // Left out of what is transformed, as if they were of the outcome.
      if (label?.examples) jsonSchema.examples = label.examples as z.core.util.JSONType[];
    },
  });
}

/** A benchmark as it is written: `{{n}}` of a matrix may stand for a value, and cases and variants repeat its fields. */
function writtenSchema(): z.core.JSONSchema.JSONSchema {
  const { $schema: _, ...schema } = schemaOf(writtenBenchmark);
  const { matrix = {}, cases, variants, ...fields } = orPlaceholder(schema.properties ?? {});
  return {
    $defs: { ...schema.$defs, different: { type: "object", properties: fields, additionalProperties: false } },
    type: "object",
    properties: {
      ...fields,
      matrix,
      cases: { ...labelOf(cases), type: "array", minItems: 1, items: { $ref: "#/$defs/different" } },
      variants: {
        ...labelOf(variants),
        anyOf: [
          { type: "array", items: { type: "string" }, minItems: 1 },
          { type: "object", additionalProperties: { $ref: "#/$defs/different" } },
        ],
      },
    },
    additionalProperties: false,
  };
}

/** Keeps the description of a field, without its form. */
function labelOf(field: z.core.JSONSchema._JSONSchema | undefined): z.core.JSONSchema.JSONSchema {
  const { description = "", examples = [] } = typeof field === "object" ? field : {};
  return { description, examples };
}

/** Wherever not any text will do, one with a placeholder does as well. */
function orPlaceholder<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(orPlaceholder) as Value;
  if (!isMap(value)) return value;
  const inner = Object.entries(value).map(([key, item]) => [key, labels.includes(key) ? item : orPlaceholder(item)]);
  if (!isClosed(value)) return Object.fromEntries(inner) as Value;
  const label = inner.filter(([key]) => labels.includes(String(key)));
  const form = Object.entries(value).filter(([key]) => !labels.includes(key));
  return { ...Object.fromEntries(label), anyOf: [Object.fromEntries(form), placeholder] } as Value;
}

function isClosed({ type, pattern, enum: choices, anyOf }: Readonly<Record<string, unknown>>): boolean {
  if (Array.isArray(anyOf)) return anyOf.some((one) => isMap(one) && isClosed(one));
  return pattern !== undefined || choices !== undefined || /^(integer|number|boolean)$/.test(String(type));
}

const labels = ["description", "examples", "default"];
const placeholder = { type: "string", pattern: "\\{\\{.+\\}\\}" };

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
