import { isMap, type Json, type JsonObject, ownValue } from "../text/json.ts";

/** What is known of the project and of earlier results, to fill in what a schema leaves open. */
export interface Hints {
  /** Directories and files that the server may look at, as its arguments would name them. */
  readonly folders: readonly string[];
  readonly files: readonly string[];
  /** Values that its other tools gave, by the key they stood under. */
  readonly seen: ReadonlyMap<string, readonly Json[]>;
}

const noHints: Hints = { folders: [], files: [], seen: new Map() };

/** How deep a schema is followed; deeper parts are left out. */
const deepest = 5;

interface Place {
  readonly hints: Hints;
  /** Of several values that may do, which; the last where there are fewer. */
  readonly attempt: number;
  readonly depth: number;
  /** Of the argument. */
  readonly name: string;
}

/**
 * Arguments that fit the required part of a JSON Schema, to be tried: its own default, example or choice where it names
 * one, else a value that its name, description or format asks for, else the simplest of the type. The attempts, from 0,
 * differ where several values may do. Anything that is no schema gives no arguments.
 */
export function sampleArguments(
  schema: unknown,
  { hints = noHints, attempt = 0 }: { hints?: Hints; attempt?: number } = {},
): JsonObject {
  const place = { hints, attempt, depth: 0, name: "" };
  const sample = sampleOf({ ...(isMap(schema) ? schema : {}), type: "object" }, place);
  return isJsonObject(sample) ? sample : {};
}

function sampleOf(schema: unknown, place: Place): Json {
  if (!isMap(schema) || place.depth > deepest) return null;
  const deeper = { ...place, depth: place.depth + 1 };
  const { default: preset, examples, const: only, enum: choices, anyOf, oneOf } = schema;
  const given = [preset, ...listOf(examples), only, ...listOf(choices)].filter(isJson);
  if (given.length > 0) return take(given, place);
  const [variant] = [...listOf(anyOf), ...listOf(oneOf)];
  if (variant !== undefined && schema.type === undefined) return sampleOf(variant, deeper);
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case "object":
      return objectOf(schema, deeper);
    case "array":
      return Number(schema.minItems) > 0 || place.depth === 1 ? [sampleOf(schema.items, deeper)] : [];
    case "integer":
    case "number":
      return take([...numbersSeen(place), typeof schema.minimum === "number" ? Math.max(schema.minimum, 1) : 1], place);
    case "boolean":
      return false;
    case "string":
      return take(texts(schema, place), place);
    default:
      return null;
  }
}

function take(values: readonly Json[], { attempt }: Place): Json {
  return values[Math.min(attempt, values.length - 1)] ?? null;
}

function objectOf({ properties, required }: Record<string, unknown>, place: Place): JsonObject {
  const names = Array.isArray(required) ? required.map(String) : [];
  const schemas = isMap(properties) ? properties : {};
  return Object.fromEntries(names.map((name) => [name, sampleOf(ownValue(schemas, name), { ...place, name })]));
}

/** Texts that may do, the likeliest first. */
function texts({ description, format, minLength }: Record<string, unknown>, { hints, name }: Place): Json[] {
  const words = name.replace(/([a-z])([A-Z])/g, "$1_$2").toLowerCase();
  const about = `${words} ${typeof description === "string" ? description : ""}`.toLowerCase();
  const plain = "text".padEnd(Math.min(Number(minLength) || 0, 200), " text");
  const found = [
    ...seenUnder(name, hints),
    ...(/(^|_)(path|paths|file|filename|dir|directory|folder|repo|repository|root)($|_)/.test(words)
      ? /dir|folder|repo|root/.test(words)
        ? [...hints.folders, ...hints.files]
        : [...hints.files, ...hints.folders]
      : []),
    ...(/time_?zone|(^|_)tz($|_)|iana/.test(about) ? ["UTC"] : []),
    ...quoted(typeof description === "string" ? description : ""),
    ...(formats.get(String(format)) ?? []),
    ...(/(^|_)(url|uri|link)($|_)/.test(words) ? ["https://example.com"] : []),
    ...(/(^|_)time($|_)/.test(words) ? ["12:00"] : []),
    ...(/(^|_)(revision|ref|commit|target|branch|sha)($|_)/.test(words) ? ["HEAD"] : []),
  ];
  return [...new Set([...found, plain])];
}

const formats = new Map([
  ["date", ["2026-01-01"]],
  ["date-time", ["2026-01-01T12:00:00Z"]],
  ["time", ["12:00:00Z"]],
  ["email", ["someone@example.com"]],
  ["hostname", ["example.com"]],
  ["ipv4", ["127.0.0.1"]],
  ["uri", ["https://example.com"]],
  ["url", ["https://example.com"]],
  ["uuid", ["00000000-0000-4000-8000-000000000000"]],
]);

/** "Name of the zone, e.g. 'Europe/Oslo'": what a description gives as an example. */
function quoted(description: string): string[] {
  const matches = description.matchAll(
    /(?:e\.g\.|for example|such as|example)[^'"`]{0,20}['"`]([\p{L}\p{N}/][^'"`]{0,99})['"`]/giu,
  );
  return [...matches].map(([, text = ""]) => text);
}

/** `user_id` is what stood under that name, or under `id`. */
function seenUnder(name: string, { seen }: Hints): readonly Json[] {
  const own = seen.get(name) ?? [];
  const ids = /(^|_)id$|[a-z]Id$/.test(name) ? (seen.get("id") ?? []) : [];
  return [...own, ...ids].filter((value) => typeof value === "string");
}

function numbersSeen({ name, hints }: Place): readonly Json[] {
  const own = hints.seen.get(name) ?? (/(^|_)id$|[a-z]Id$/.test(name) ? hints.seen.get("id") : undefined);
  return (own ?? []).filter((value) => typeof value === "number");
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** What came from JSON text is JSON, as long as it is there. */
function isJson(value: unknown): value is Json {
  return value !== undefined;
}

function isJsonObject(value: Json): value is JsonObject {
  return isMap(value);
}
