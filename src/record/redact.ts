import { isMap, mapValues } from "../base/json.ts";
import type { RunRecord } from "./record.ts";
import type { RecordWarning } from "./warning.ts";

/** Values shorter than this are no secrets but words that would be blotted out everywhere. */
const shortest = 4;

/**
 * Replaces every occurrence of the given secrets in a text by `***`: whole, line by line (a key of several lines may be
 * indented), as JSON has it, and the beginning of one where the text was cut off with `…`. GitHub masks the log; this covers
 * comments and files. Secrets and lines shorter than four characters are left alone.
 */
export function redactText(text: string, secrets: readonly string[]): string {
  const known = fragments(secrets);
  const masked = known.reduce((rest, secret) => rest.replaceAll(secret, "***"), text);
  return known.reduce(maskCutOff, masked);
}

/**
 * Texts of a record for people, by their place; `*` is every entry of a list or map. What the structure of a record rests on is
 * none of them.
 */
export const redactedTexts = [
  "command",
  "title",
  "purpose",
  "asked.server",
  "asked.url",
  "asked.set.*",
  "environment.custom.*",
  "rows.*.arguments",
  "rows.*.setup",
  "rows.*.note",
  "arms.*.environment.*",
  "arms.*.server.*",
  "arms.*.program.name",
  "arms.*.tools.*.name",
  "arms.*.tools.*.arguments.*.name",
  "arms.*.tools.*.arguments.*.choices.*",
  "rounds.*.launches.*.server.*",
  "rounds.*.launches.*.failure",
  "rounds.*.launches.*.measurements.*.errors.*.message",
  "rounds.*.launches.*.measurements.*.upstream.routes.*.route",
  "rounds.*.launches.*.measurements.*.parts.names.*",
  "rounds.*.launches.*.measurements.*.restart.failure",
  "rounds.*.launches.*.measurements.*.restart.seen",
  "rounds.*.launches.*.measurements.*.searchSteps.*.reason",
  "coldStart.unknown",
  "profiles.*.unknown",
  "profiles.*.frames.*.name",
  "profiles.*.frames.*.file",
  "source.from",
  "source.passedOver.*.from",
  "changedInBase.*",
  "stop.*.by",
  "skipped.*.reason",
  "coverage.leftOut.*.reason",
  "configuration.unusable",
  "baseFailure.message",
  "baseFailure.output",
];

const warningTexts = ["text", "gaps.*.rows.*", "gaps.*.why.text"];

/** The same for everything of a record that is text for people. */
export function redactRecord(given: RunRecord, secrets: readonly string[]): RunRecord {
  if (fragments(secrets).length === 0) return given;
  const hide = (text: string) => redactText(text, secrets);
  const record = hideAt(redactedTexts, withHiddenNames(given, hide), hide);
  return { ...record, warnings: record.warnings.map((warning) => redactWarning(warning, hide)) };
}

export function redactWarning(warning: RecordWarning, hide: Hide): RecordWarning {
  return hideAt(warningTexts, warning, hide);
}

function hideAt<Value>(places: readonly string[], value: Value, hide: Hide): Value {
  return places.reduce<unknown>((before, place) => changeAt(before, place.split("."), hide), value) as Value;
}

/** The value with the text at a place changed, where it has one there. */
function changeAt(value: unknown, [key, ...rest]: readonly string[], change: Hide): unknown {
  if (key === undefined) return typeof value === "string" ? change(value) : value;
  if (Array.isArray(value)) return value.map((one: unknown) => changeAt(one, rest, change));
  if (!isMap(value)) return value;
  if (key === "*") return mapValues(value, (one) => changeAt(one, rest, change));
  return Object.hasOwn(value, key) ? { ...value, [key]: changeAt(value[key], rest, change) } : value;
}

type Hide = (text: string) => string;

/**
 * The record with other names for rows whose name holds a secret, as a tool or a resource that the server listed may. Each
 * name becomes the same one wherever it stands for its row, and two rows stay two.
 */
function withHiddenNames(record: RunRecord, hide: Hide): RunRecord {
  const hidden = new Map<string, string>();
  const shown = <Name extends string | undefined>(name: Name): Name | string => {
    if (name === undefined || hide(name) === name) return name;
    const taken = new Set(hidden.values());
    const first = hide(name);
    const known = hidden.get(name) ?? (taken.has(first) ? `${first} (${hidden.size + 1})` : first);
    hidden.set(name, known);
    return known;
  };
  const rows = record.rows.map((row) => ({
    ...row,
    id: shown(row.id),
    benchmark: shown(row.benchmark),
    group: shown(row.group),
    target: shown(row.target),
    key: shown(row.key),
    nameInHead: shown(row.nameInHead),
    ...(row.sweep ? { sweep: { ...row.sweep, within: shown(row.sweep.within) } } : {}),
  }));
  const skipped = record.skipped.map((one) => ({ ...one, benchmark: shown(one.benchmark) }));
  if (hidden.size === 0) return record;
  const now = (name: string) => hidden.get(name) ?? name;
  const rest = JSON.parse(JSON.stringify({ ...record, skipped }), (key, value) => {
    if (key === "order" && isMap(value))
      return Object.fromEntries(Object.entries(value).map(([row, arms]) => [now(row), arms]));
    if ((key === "leakChecked" || key === "names") && Array.isArray(value)) return value.map(now);
    return key === "row" || key === "tool" ? now(value) : value;
  });
  return { ...rest, rows };
}

/** The secrets and their lines in each form, longest first so that none leaves a part of a longer one. */
function fragments(secrets: readonly string[]): string[] {
  const parts = secrets.flatMap((secret) => [secret, ...secret.split(/\r?\n/).map((line) => line.trim())]);
  const known = [...new Set(parts)].filter((part) => part.length >= shortest);
  return [...new Set(known.flatMap(formsOf))].sort((a, b) => b.length - a.length);
}

/** Returns a text as it is, within JSON, within JSON that is a text in JSON, and as encoders write it that keep to ASCII. */
function formsOf(part: string): string[] {
  const once = withinJson(part);
  return [part, once, withinJson(once), once.replace(/[\u0080-\uffff]/g, asciiEscape)];
}

function withinJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function asciiEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Wherever something was cut off: a message may have several lines that were. */
function maskCutOff(text: string, secret: string): string {
  const parts = text.split("…");
  const last = parts.pop() ?? "";
  return [...parts.map((part) => maskEnd(part, secret)), last].join("…");
}

function maskEnd(text: string, secret: string): string {
  for (let length = Math.min(secret.length, text.length); length >= shortest; length--)
    if (text.endsWith(secret.slice(0, length))) return `${text.slice(0, text.length - length)}***`;
  return text;
}
