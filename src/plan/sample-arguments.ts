import { isMap, type Json, type JsonObject, numberOf, ownValue, textOf } from "../base/json.ts";
import { definitionOf, requiredIn } from "../base/schema-reference.ts";

/** Facts about the project and earlier results, to fill in what a schema leaves open. */
export interface Hints {
  /** Directories and files that the server may look at, as its arguments would name them. */
  readonly folders: readonly string[];
  readonly files: readonly string[];
  /** Values that its other tools gave, by the key they stood under. */
  readonly seen: ReadonlyMap<string, readonly Json[]>;
}

const noHints: Hints = { folders: [], files: [], seen: new Map() };

/** Depth to which a schema is followed; deeper parts are left out. */
const deepest = 5;

interface Place {
  readonly hints: Hints;
  /** Index among several suitable values; the last where there are fewer. */
  readonly attempt: number;
  readonly depth: number;
  readonly name: string;
  /** The whole schema, to which references point. */
  readonly root: Readonly<Record<string, unknown>>;
  /** Takes no value but those that the schema itself names. */
  readonly derives: boolean;
  /** Schemas that may still be read. */
  readonly left: { schemas: number };
}

const mostSchemas = 1_000;

/**
 * Arguments for the required part of a JSON Schema, to be tried: its own default, example or choice, else a value that name,
 * description or format suggest, else the simplest of the type. Attempts, from 0, differ where several values may do.
 */
export function sampleArguments(
  schema: unknown,
  { hints = noHints, attempt = 0 }: { hints?: Hints; attempt?: number } = {},
): JsonObject {
  return objectIn(schema, { hints, attempt, derives: false }) ?? {};
}

/** Longest arguments that are derived, as JSON. */
const longestDerived = 2_000;

/**
 * Arguments for the required part of a JSON Schema of values that it names itself: defaults, examples, choices, and dates and
 * times by their format. Undefined where it leaves one open: an invented value, above all an address, might do harm.
 */
export function derivedArguments(schema: unknown): JsonObject | undefined {
  const derived = objectIn(schema, { hints: noHints, attempt: 0, derives: true });
  return derived && JSON.stringify(derived).length <= longestDerived ? derived : undefined;
}

function objectIn(schema: unknown, way: Pick<Place, "hints" | "attempt" | "derives">): JsonObject | undefined {
  const root = isMap(schema) ? schema : {};
  const place = { ...way, depth: 0, name: "", root, left: { schemas: mostSchemas } };
  const sample = sampleOf({ ...root, type: "object" }, place);
  return isMap(sample) ? (sample as JsonObject) : undefined;
}

/** Undefined only where values are derived, and there is none. */
function sampleOf(schema: unknown, place: Place): Json | undefined {
  const none = place.derives ? undefined : null;
  if (!isMap(schema) || place.depth > deepest || place.left.schemas-- <= 0) return none;
  const deeper = { ...place, depth: place.depth + 1 };
  if (typeof schema.$ref === "string") return sampleOf(definitionOf(schema.$ref, place.root), deeper);
  const { default: preset, examples, const: only, enum: choices, anyOf, oneOf } = schema;
  // The schema came from JSON text: what is there of it is JSON.
  const given = [preset, ...listOf(examples), only, ...listOf(choices)].filter(
    (value) => value !== undefined,
  ) as Json[];
  if (given.length > 0) return take(given, place);
  const variants = [...listOf(anyOf), ...listOf(oneOf)].slice(0, place.derives ? mostVariants : 1);
  if (variants.length > 0 && schema.type === undefined)
    return variants.map((variant) => sampleOf(variant, deeper)).find((sample) => sample !== undefined);
  const type: unknown = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case "object":
      return objectOf(schema, deeper);
    case "array":
      return arrayOf(schema, deeper);
    case "string":
      return take(place.derives ? (dates.get(textOf(schema.format)) ?? []) : texts(schema, place), place);
  }
  if (place.derives) return undefined;
  switch (type) {
    case "integer":
    case "number":
      return take([...numbersSeen(place), typeof schema.minimum === "number" ? Math.max(schema.minimum, 1) : 1], place);
    case "boolean":
      return false;
    default:
      return null;
  }
}

const mostVariants = 10;

function take(values: readonly Json[], { attempt, derives }: Place): Json | undefined {
  return values[Math.min(attempt, values.length - 1)] ?? (derives ? undefined : null);
}

function arrayOf({ minItems, items }: Record<string, unknown>, place: Place): Json | undefined {
  if (!(numberOf(minItems) > 0 || place.depth === 2 || place.derives)) return [];
  const item = sampleOf(items, place);
  return item === undefined ? undefined : [item];
}

function objectOf(schema: Record<string, unknown>, place: Place): JsonObject | undefined {
  const names = requiredIn(schema);
  const schemas = isMap(schema.properties) ? schema.properties : {};
  const found: [string, Json][] = [];
  for (const name of names) {
    const sample = sampleOf(ownValue(schemas, name), { ...place, name });
    if (sample === undefined) return undefined;
    found.push([name, sample]);
  }
  return Object.fromEntries(found);
}

/** Texts that may do, the likeliest first. */
function texts({ description, format, minLength }: Record<string, unknown>, { hints, name }: Place): Json[] {
  const words = name.replace(/([a-z])([A-Z])/g, "$1_$2").toLowerCase();
  const about = `${words} ${typeof description === "string" ? description : ""}`.toLowerCase();
  const plain = "text".padEnd(Math.min(numberOf(minLength), 200), " text");
  const found = [
    ...seenUnder(name, hints),
    ...(/(^|_)(path|paths|file|filename|dir|directory|folder|repo|repository|root)($|_)/.test(words)
      ? /dir|folder|repo|root/.test(words)
        ? [...hints.folders, ...hints.files]
        : [...hints.files, ...hints.folders]
      : []),
    ...(/time_?zone|(^|_)tz($|_)|iana/.test(about) ? ["UTC"] : []),
    ...quoted(typeof description === "string" ? description : ""),
    ...(formats.get(textOf(format)) ?? []),
    ...(/(^|_)(url|uri|link)($|_)/.test(words) ? ["https://example.com"] : []),
    ...(/(^|_)time($|_)/.test(words) ? ["12:00"] : []),
    ...(/(^|_)(revision|ref|commit|target|branch|sha)($|_)/.test(words) ? ["HEAD"] : []),
  ];
  return [...new Set([...found, plain])];
}

const dates = new Map([
  ["date", ["2026-01-01"]],
  ["date-time", ["2026-01-01T12:00:00Z"]],
  ["time", ["12:00:00Z"]],
]);

const formats = new Map([
  ...dates,
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
