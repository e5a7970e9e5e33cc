import type { Json, JsonObject } from "./json.ts";

/** What a placeholder may name. `seq` is the number of the call, from 0, warm-up included. */
export interface TemplateValues {
  readonly seq: number;
}

const placeholder = /\\?\{\{\s*([\w.[\]-]+)\s*\}\}/g;
const whole = /^\{\{\s*seq\s*\}\}$/;

/**
 * Fills placeholders in every string of a request's parameters. A string that is nothing but `{{seq}}` becomes the
 * number; inside a longer string the number is inserted as text. `\{{seq}}` stands for the literal characters.
 */
export function renderParams(params: JsonObject, values: TemplateValues): JsonObject {
  return renderObject(params, values);
}

/** Names of the placeholders in `params` that are not known. */
export function unknownPlaceholders(params: Json): string[] {
  if (typeof params === "string") {
    const names = [...params.matchAll(placeholder)]
      .filter(([text]) => !text.startsWith("\\"))
      .map((match) => match[1] ?? "");
    return names.filter((name) => name !== "seq");
  }
  if (params === null || typeof params !== "object") return [];
  return Object.values(params).flatMap(unknownPlaceholders);
}

/** True when the parameters differ from call to call. */
export function hasPlaceholders(params: JsonObject): boolean {
  return JSON.stringify(params).includes("{{");
}

function render(value: Json, values: TemplateValues): Json {
  if (typeof value === "string") return renderText(value, values);
  if (Array.isArray(value)) return value.map((item: Json) => render(item, values));
  if (value !== null && typeof value === "object") return renderObject(value as JsonObject, values);
  return value;
}

function renderObject(object: JsonObject, values: TemplateValues): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, render(value, values)]));
}

function renderText(text: string, values: TemplateValues): Json {
  if (whole.test(text)) return values.seq;
  return text.replace(placeholder, (match) => (match.startsWith("\\") ? match.slice(1) : String(values.seq)));
}
