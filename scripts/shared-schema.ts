import { isMap } from "../src/text/json.ts";

type Schema = Readonly<Record<string, unknown>>;

/** Keywords that say what a field is for; the others are its form, which fields may have in common. */
const labels = ["description", "examples", "default", "deprecated", "title", "$schema", "$id", "$defs"];

/** A form shorter than a reference is repeated. */
const shortestForm = 60;

/** Returns the same JSON Schema with each form that several fields have written once, under `$defs`. */
export function sharedSchema(root: Schema): Schema {
  const uses = new Map<string, { count: number; readonly name: string }>();
  visit(root, "root", (form, name) => {
    const text = JSON.stringify(form);
    const known = uses.get(text);
    if (known) known.count++;
    else uses.set(text, { count: 1, name });
    // A form within one that is written once is itself counted once.
    return known === undefined;
  });
  const names = namesOf([...uses].filter(([text, { count }]) => count > 1 && text.length >= shortestForm));
  const $defs: Record<string, unknown> = {};
  const written = (node: Schema): Schema => {
    const form = formOf(node);
    const name = names.get(JSON.stringify(form));
    if (name === undefined) return mapped(node, written);
    $defs[name] ??= mapped(form, written);
    return { ...labelsOf(node), $ref: `#/$defs/${name}` };
  };
  const { $defs: own, ...schema } = mapped(root, written);
  return { ...schema, $defs: { ...(isMap(own) ? own : {}), ...$defs } };
}

/** Names the forms by the field that each was met at first. */
function namesOf(forms: readonly (readonly [text: string, { readonly name: string }])[]): ReadonlyMap<string, string> {
  const taken = new Map<string, number>([["different", 1]]);
  return new Map(
    forms.map(([text, { name }]) => {
      const before = taken.get(name) ?? 0;
      taken.set(name, before + 1);
      return [text, before === 0 ? name : `${name}-${before + 1}`];
    }),
  );
}

function formOf(node: Schema): Schema {
  return Object.fromEntries(Object.entries(node).filter(([key]) => !labels.includes(key)));
}

function labelsOf(node: Schema): Schema {
  return Object.fromEntries(Object.entries(node).filter(([key]) => labels.includes(key)));
}

/** Keywords that hold schemas by name, and those that hold one or a list of them. */
const maps = ["properties", "$defs"];
const schemas = ["items", "additionalProperties", "propertyNames", "anyOf", "allOf", "not"];

/** Visits every schema within a schema, with the name of the field that it is at, as long as `visitor` says to look further. */
function visit(node: Schema, name: string, visitor: (form: Schema, name: string) => boolean): void {
  if (!visitor(formOf(node), name)) return;
  for (const [key, value] of Object.entries(node)) {
    if (maps.includes(key) && isMap(value))
      for (const [field, one] of Object.entries(value)) if (isMap(one)) visit(one, field, visitor);
    if (schemas.includes(key)) for (const one of [value].flat()) if (isMap(one)) visit(one, name, visitor);
  }
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
