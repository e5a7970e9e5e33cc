/** The tables of docs/configuration.md, from the JSON schema of the configuration. */
import { markdownTable } from "markdown-table";
import { isMap } from "../src/base/json.ts";
import { configJsonSchema } from "../src/config/schema/json-schema.ts";

type Schema = Readonly<Record<string, unknown>>;

const root: Schema = configJsonSchema() as Schema;

/** Keys that have a table of their own. */
const apart = ["server", "services", "defaults", "variants", "benchmarks", "thresholds"];
/** Rows of a benchmark repeat its keys. */
const repeated = ["cases", "variants", "thresholds"];

export function configurationTables(): { name: string; text: string }[] {
  const top = propertiesOf(root);
  const server = objectIn(top.server);
  return [
    { name: "top level", text: table(root, { without: apart }) },
    { name: "server", text: table(server) },
    { name: "services", text: table(objectIn(at(top.services, "additionalProperties"))) },
    { name: "defaults", text: table(objectIn(top.defaults)) },
    { name: "benchmarks", text: table(objectIn(at(top.benchmarks, "items")), { without: repeated }) },
    {
      name: "variants",
      text: table(objectIn(at(top.variants, "additionalProperties")), {
        without: ["thresholds"],
        leaveOut: Object.keys(propertiesOf(server)),
      }),
    },
  ];
}

interface Listing {
  /** Keys whose own keys are told elsewhere. */
  readonly without?: readonly string[];
  /** Keys that are told elsewhere. */
  readonly leaveOut?: readonly string[];
}

function table(schema: Schema, listing: Listing = {}): string {
  return markdownTable([["Key", "Meaning", "Value", "Default", "Example"], ...rows(schema, "", listing)], {
    alignDelimiters: false,
  });
}

function rows(schema: Schema, prefix: string, { without = [], leaveOut = [] }: Listing): string[][] {
  return Object.entries(propertiesOf(schema)).flatMap(([name, field]) => {
    if (leaveOut.includes(name) || isForbidden(field)) return [];
    const { description, examples, default: preset } = field;
    const [example] = Array.isArray(examples) ? examples : [];
    const row = [
      `\`${prefix}${name}\``,
      cell(String(description)),
      cell(valueForm(field)),
      preset === undefined || (isMap(preset) && Object.keys(preset).length === 0) ? "" : code(preset),
      code(example),
    ];
    const inner = without.includes(name) ? [] : [...objects(field)];
    const deeper = inner.flatMap(({ schema: one, suffix }) => rows(one, `${prefix}${name}${suffix}.`, {}));
    return [row, ...deeper];
  });
}

/** The maps with keys of their own that a field may be, or may list. */
function objects(field: Schema): { schema: Schema; suffix: string }[] {
  return branches(field).flatMap((branch) => {
    if (branch.$ref !== undefined) return [];
    const listed = isMap(branch.items) ? objects(branch.items).map(({ schema }) => ({ schema, suffix: "[]" })) : [];
    const more = branch.additionalProperties;
    const named = isMap(more) ? objects(more).map(({ schema }) => ({ schema, suffix: ".NAME" })) : [];
    return [...(isMap(branch.properties) ? [{ schema: branch, suffix: "" }] : []), ...listed, ...named];
  });
}

function objectIn(field: unknown): Schema {
  const found = branches(resolved(field)).find((branch) => isMap(branch.properties));
  if (!found) throw new Error(`no map with keys in ${JSON.stringify(field)}`);
  return found;
}

function resolved(field: unknown): Schema {
  if (!isMap(field)) return {};
  const name = typeof field.$ref === "string" ? field.$ref.split("/").at(-1) : undefined;
  const definition = isMap(root.$defs) && name !== undefined ? root.$defs[name] : undefined;
  return isMap(definition) ? definition : field;
}

function branches(field: Schema): Schema[] {
  return Array.isArray(field.anyOf) ? field.anyOf.filter(isMap).flatMap(branches) : [field];
}

function propertiesOf(schema: Schema): Readonly<Record<string, Schema>> {
  return isMap(schema.properties) ? (schema.properties as Readonly<Record<string, Schema>>) : {};
}

function at(field: unknown, key: string): unknown {
  return isMap(field) ? field[key] : undefined;
}

/** There only to be told that it must not be. */
function isForbidden({ not }: Schema): boolean {
  return isMap(not) && Object.keys(not).length === 0;
}

/** "text, or a list": the forms of a value in the words of the page. */
function valueForm(field: Schema): string {
  const forms = branches(resolved(field))
    .map(formOf)
    .filter((form) => form !== "");
  return [...new Set(forms)].join(", or ");
}

function formOf(branch: Schema): string {
  const { type, const: only, enum: choices, pattern, not, additionalProperties } = branch;
  if (isMap(not) && Object.keys(not).length === 0) return "";
  if (only !== undefined) return code(only);
  if (Array.isArray(choices)) return choices.map((choice) => code(choice)).join(", ");
  if (pattern === "\\{\\{.+\\}\\}") return "";
  if (typeof pattern === "string" && pattern.includes("ms|s|m|min|h")) return "time";
  if (typeof pattern === "string" && pattern.includes("/")) return pattern.includes("s|m|min|h") ? "rate" : "text";
  if (type === "array") return isMap(branch.items) ? `list of ${valueForm(branch.items) || "values"}` : "list";
  if (type === "object") return isMap(branch.properties) ? "map" : isMap(additionalProperties) ? "map by name" : "map";
  if (Array.isArray(type)) return type.map((one) => typeNames.get(String(one)) ?? String(one)).join(", or ");
  return typeNames.get(String(type)) ?? (type === undefined ? "anything" : String(type));
}

const typeNames = new Map([
  ["string", "text"],
  ["integer", "whole number"],
  ["number", "number"],
  ["boolean", "true or false"],
]);

function code(value: unknown): string {
  return cell(`\`${typeof value === "string" ? value : yaml(value)}\``);
}

/** YAML in one line. */
function yaml(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(yaml).join(", ")}]`;
  if (isMap(value))
    return Object.keys(value).length === 0
      ? "{}"
      : `{ ${Object.entries(value)
          .map(([key, item]) => `${key}: ${yaml(item)}`)
          .join(", ")} }`;
  if (typeof value !== "string") return String(value);
  return /^[\w./][\w./ -]*$/.test(value) ? value : JSON.stringify(value);
}

export function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}
