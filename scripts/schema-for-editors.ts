import { isMap } from "../src/base/json.ts";
import { configJsonSchema } from "../src/config/schema/json-schema.ts";

type Schema = Readonly<Record<string, unknown>>;

/** Keywords that say what a field is for; the others are its form, which fields may have in common. */
const labels = ["description", "examples", "default", "deprecated", "title", "$schema", "$id", "$defs"];

/** A shorter schema is written out: a reference would be as long. */
const shortest = 60;

/** Keywords that hold schemas by name, and those that hold one or a list of them. */
const maps = ["properties", "$defs"];
const schemas = ["items", "additionalProperties", "propertyNames", "anyOf", "allOf", "not"];

/** The schema of the configuration with each field, and each form of several fields, written once under `$defs`. */
export function schemaForEditors(root: Schema = configJsonSchema() as Schema): Schema {
  const names = namesOf(root);
  const $defs: Record<string, unknown> = {};
  const reference = (node: Schema): Schema | undefined => {
    const name = names.get(JSON.stringify(node));
    if (name === undefined) return undefined;
    if (!Object.hasOwn($defs, name)) {
      $defs[name] = {};
      $defs[name] = withSharedForm(node);
    }
    return { $ref: `#/$defs/${name}` };
  };
  const withSharedForm = (node: Schema): Schema => {
    const [label, form] = divided(node);
    const shared = Object.keys(label).length > 0 ? reference(form) : undefined;
    return shared ? { ...label, ...shared } : mapped(node, written);
  };
  const written = (node: Schema): Schema => reference(node) ?? withSharedForm(node);
  const { $defs: own, ...schema } = mapped(root, written);
  return { ...schema, $defs: { ...(isMap(own) ? own : {}), ...$defs } };
}

/** Names, by its text, each schema and each form that stands in several places, after the field that it was met at first. */
function namesOf(root: Schema): ReadonlyMap<string, string> {
  const uses = new Map<string, { count: number; readonly name: string }>();
  const use = (node: Schema, name: string): boolean => {
    const text = JSON.stringify(node);
    const known = uses.get(text);
    if (known) known.count++;
    else uses.set(text, { count: 1, name });
    return known === undefined;
  };
  const visit = (node: Schema, name: string): void => {
    const [label, form] = divided(node);
    const isNew = use(node, name);
    // Parts of a schema that is written once are counted once.
    if (!isNew || (Object.keys(label).length > 0 && !use(form, name))) return;
    for (const [key, value] of Object.entries(node)) {
      if (maps.includes(key) && isMap(value))
        for (const [field, one] of Object.entries(value)) if (isMap(one)) visit(one, field);
      if (schemas.includes(key)) for (const one of [value].flat()) if (isMap(one)) visit(one, name);
    }
  };
  visit(root, "root");
  const taken = new Map<string, number>(Object.keys(isMap(root.$defs) ? root.$defs : {}).map((name) => [name, 1]));
  return new Map(
    [...uses]
      .filter(([text, { count }]) => count > 1 && text.length >= shortest)
      .map(([text, { name }]) => {
        const before = taken.get(name) ?? 0;
        taken.set(name, before + 1);
        return [text, before === 0 ? name : `${name}-${before + 1}`];
      }),
  );
}

function divided(node: Schema): [label: Schema, form: Schema] {
  const entries = Object.entries(node);
  return [
    Object.fromEntries(entries.filter(([key]) => labels.includes(key))),
    Object.fromEntries(entries.filter(([key]) => !labels.includes(key))),
  ];
}

function mapped(node: Schema, change: (inner: Schema) => Schema): Schema {
  const inner = (value: unknown) => (isMap(value) ? change(value) : value);
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => {
      if (maps.includes(key) && isMap(value))
        return [key, Object.fromEntries(Object.entries(value).map(([field, one]) => [field, inner(one)]))];
      if (schemas.includes(key)) return [key, Array.isArray(value) ? value.map(inner) : inner(value)];
      return [key, value];
    }),
  );
}
