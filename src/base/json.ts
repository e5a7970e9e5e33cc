export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json;
}

/** Neither null, nor a list, nor a single value. */
export function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value of a JSON text; of any other text undefined. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A text; of anything else, which may be an object that cannot become one, none. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** A name that a server gave: a text, or a number as one; of anything else empty. */
export function nameOf(value: unknown): string {
  return typeof value === "number" ? String(value) : textOf(value);
}

/** A number that is finite; of anything else 0. */
export function numberOf(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) ? value : 0;
}

/** Reads an untrusted key of a map: every object inherits something called `constructor`. */
export function ownValue<Value>(map: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(map, name) ? map[name] : undefined;
}

export function mapValues<Value, Result>(
  map: Readonly<Record<string, Value>>,
  change: (value: Value, name: string) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(map).map(([name, value]) => [name, change(value, name)]));
}

/** One text for all values that are equal as JSON, whatever the order of their keys. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    isMap(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );
}
