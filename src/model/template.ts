import { isMap, type Json, mapValues } from "../base/json.ts";

/** Lists by the name under which a set-up step captured them. */
export type Captures = ReadonlyMap<string, readonly Json[]>;

/** Values that a placeholder may name. */
export interface TemplateValues {
  /** Number of the call, from 0, warm-up included. */
  readonly seq: number;
  /** Number of the session that makes it, from 0; the only one where absent. */
  readonly session?: number;
  /** Name of the identity whose session that is; absent where the server knows one caller alone. */
  readonly identity?: string | undefined;
  /** Lists that set-up steps captured, by name; `{{ids[seq]}}` takes one item, starting over at the end of the list. */
  readonly captures?: Captures;
}

const placeholder = /\\?\{\{\s*([\w.[\]-]+)\s*\}\}/g;
const whole = /^\{\{\s*([\w[\]]+)\s*\}\}$/;
const indexed = /^([A-Za-z_]\w*)\[(seq|\d+)\]$/;
const ofCall: readonly string[] = ["seq", "session", "identity"];

/**
 * Fills placeholders in every string of a request's parameters. A string that is nothing but a placeholder becomes the
 * value itself. `\{{seq}}` stands for the literal characters. Throws RangeError for a list that is not there or empty.
 */
export function renderParams<Value extends Json>(params: Value, values: TemplateValues): Value {
  return mapTexts(params, (text) => renderText(text, values)) as Value;
}

/** The template of a value in which nothing is meant to be filled in: what a server calls `{{seq}}` is called that. */
export function literally<Value extends Json>(value: Value): Value {
  return mapTexts(value, (text) => text.replace(placeholder, "\\$&")) as Value;
}

/** Returns the text that a template always becomes; undefined where it differs from call to call. */
export function fixedText(template: string): string | undefined {
  return placeholders(template).length > 0 ? undefined : renderString(template, { seq: 0 });
}

/** Names of the placeholders in `params` that are neither `seq`, `session` or `identity` nor an item of a list, such as `ids[seq]`. */
export function unknownPlaceholders(params: Json): string[] {
  return placeholders(params).filter((name) => !ofCall.includes(name) && !indexed.test(name));
}

/** Says that a placeholder is unknown, and which are known. */
export function unknownPlaceholder(name: string): string {
  return `unknown placeholder {{${name}}}; {{seq}}, {{session}}, {{identity}}, names of \`matrix\` and captured lists such as {{ids[seq]}} are known (write \\{{${name}}} for the literal text)`;
}

/** Tests whether the value of a placeholder differs from call to call; `ids[3]` is the same in all. */
export function isOfCall(name: string): boolean {
  return ofCall.includes(name) || indexed.exec(name)?.[2] === "seq";
}

/** A template in its parts: texts as they are sent, and the names of placeholders between them. */
export function templateParts(template: string): (string | { readonly name: string })[] {
  const parts: (string | { readonly name: string })[] = [];
  let end = 0;
  for (const match of template.matchAll(placeholder)) {
    const [text, name = ""] = match;
    parts.push(template.slice(end, match.index), text.startsWith("\\") ? text.slice(1) : { name });
    end = match.index + text.length;
  }
  return [...parts, template.slice(end)];
}

/** Names of the lists that placeholders in `params` take items of. */
export function listsUsed(params: Json): string[] {
  return placeholders(params).flatMap((name) => indexed.exec(name)?.[1] ?? []);
}

function placeholders(params: Json): string[] {
  if (typeof params === "string")
    return templateParts(params).flatMap((part) => (typeof part === "string" ? [] : part.name));
  if (params === null || typeof params !== "object") return [];
  return Object.values(params).flatMap(placeholders);
}

/** Tests whether {{identity}} stands anywhere in a value. */
export function namesIdentity(value: Json): boolean {
  return placeholders(value).includes("identity");
}

/** True where anything may have to be filled in. */
export function hasPlaceholders(template: Json): boolean {
  return JSON.stringify(template).includes("{{");
}

/** Changes every text in a value, but no key. */
export function mapTexts(value: Json, change: (text: string) => Json): Json {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item: Json) => mapTexts(item, change));
  if (!isMap(value)) return value;
  return mapValues(value, (item) => mapTexts(item, change));
}

function renderText(text: string, values: TemplateValues): Json {
  const name = whole.exec(text)?.[1];
  return name === undefined ? renderString(text, values) : itemOf(name, values);
}

/** Fills placeholders in what stays a text whatever the values are. Throws as `renderParams`. */
export function renderString(text: string, values: TemplateValues): string {
  return text.replace(placeholder, (match, inner: string) => {
    if (match.startsWith("\\")) return match.slice(1);
    const value = itemOf(inner, values);
    return typeof value === "string" ? value : JSON.stringify(value);
  });
}

function itemOf(name: string, { seq, session = 0, identity, captures }: TemplateValues): Json {
  if (name === "seq") return seq;
  if (name === "session") return session;
  if (name === "identity") {
    if (identity === undefined) throw new RangeError("`server.identities` names nobody for {{identity}}");
    return identity;
  }
  const [, list = "", index = ""] = indexed.exec(name) ?? [];
  const items = captures?.get(list);
  const item = items?.[(index === "seq" ? seq : Number(index)) % items.length];
  if (item === undefined) throw new RangeError(`nothing was captured for {{${name}}}`);
  return item;
}
