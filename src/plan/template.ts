import type { Json, JsonObject } from "../text/json.ts";

/** Lists by the name under which a set-up step captured them. */
export type Captures = ReadonlyMap<string, readonly Json[]>;

/** What a placeholder may name. */
export interface TemplateValues {
  /** Number of the call, from 0, warm-up included. */
  readonly seq: number;
  /** Lists that set-up steps captured, by name; `{{ids[seq]}}` takes one item, starting over at the end of the list. */
  readonly captures?: Captures;
}

const placeholder = /\\?\{\{\s*([\w.[\]-]+)\s*\}\}/g;
const whole = /^\{\{\s*([\w[\]]+)\s*\}\}$/;
const indexed = /^([A-Za-z_]\w*)\[(seq|\d+)\]$/;

/**
 * Fills placeholders in every string of a request's parameters. A string that is nothing but a placeholder becomes the
 * value itself; inside a longer string the value is inserted as text. `\{{seq}}` stands for the literal characters.
 * Throws RangeError for a list that is not there or empty.
 */
export function renderParams(params: JsonObject, values: TemplateValues): JsonObject {
  return mapTexts(params, (text) => renderText(text, values)) as JsonObject;
}

/** The template of a value in which nothing is meant to be filled in: what a server calls `{{seq}}` is called that. */
export function literally<Value extends Json>(value: Value): Value {
  return mapTexts(value, (text) => text.replace(placeholder, "\\$&")) as Value;
}

/** What a template always becomes; undefined where that differs from call to call. */
export function fixedText(template: string): string | undefined {
  return placeholders(template).length > 0 ? undefined : renderString(template, { seq: 0 });
}

/** Names of the placeholders in `params` that are neither `seq` nor an item of a list, such as `ids[seq]`. */
export function unknownPlaceholders(params: Json): string[] {
  return placeholders(params).filter((name) => name !== "seq" && !indexed.test(name));
}

/** Names of the lists that placeholders in `params` take items of. */
export function listsUsed(params: Json): string[] {
  return placeholders(params).flatMap((name) => indexed.exec(name)?.[1] ?? []);
}

function placeholders(params: Json): string[] {
  if (typeof params === "string")
    return [...params.matchAll(placeholder)].filter(([text]) => !text.startsWith("\\")).map((match) => match[1] ?? "");
  if (params === null || typeof params !== "object") return [];
  return Object.values(params).flatMap(placeholders);
}

/** True when the parameters differ from call to call. */
export function hasPlaceholders(params: JsonObject): boolean {
  return JSON.stringify(params).includes("{{");
}

function mapTexts(value: Json, change: (text: string) => Json): Json {
  if (typeof value === "string") return change(value);
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((item: Json) => mapTexts(item, change));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapTexts(item, change)]));
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

function itemOf(name: string, { seq, captures }: TemplateValues): Json {
  if (name === "seq") return seq;
  const [, list = "", index = ""] = indexed.exec(name) ?? [];
  const items = captures?.get(list);
  const item = items?.[(index === "seq" ? seq : Number(index)) % items.length];
  if (item === undefined) throw new RangeError(`nothing was captured for {{${name}}}`);
  return item;
}
