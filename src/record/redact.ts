import { mapValues } from "../base/json.ts";
import type { RecordProfile } from "./profile.ts";
import type { RecordArm, RecordTool, RunRecord } from "./record.ts";
import type { Stop } from "./stop.ts";
import type { RecordWarning } from "./warning.ts";

/** Values shorter than this are no secrets but words that would be blotted out everywhere. */
const shortest = 4;

/**
 * Replaces every occurrence of the given secrets in a text by `***`: whole, line by line (a key of several lines may be
 * indented), as JSON has it, and the beginning of one where the text was cut off with `…`. GitHub masks the log; this covers comments
 * and files. Secrets and lines shorter than four characters are left alone.
 */
export function redactText(text: string, secrets: readonly string[]): string {
  const known = fragments(secrets);
  const masked = known.reduce((rest, secret) => rest.replaceAll(secret, "***"), text);
  return known.reduce(maskCutOff, masked);
}

/** The same for everything of a record that is text for people; what its structure rests on is left alone. */
export function redactRecord(given: RunRecord, secrets: readonly string[]): RunRecord {
  if (fragments(secrets).length === 0) return given;
  const hide = (text: string) => redactText(text, secrets);
  const record = withHiddenNames(given, hide);
  const { asked, environment, coldStart } = record;
  return {
    ...record,
    command: hide(record.command),
    asked: asked && {
      ...asked,
      server: asked.server && hide(asked.server),
      url: asked.url && hide(asked.url),
      set: asked.set?.map(hide),
    },
    title: record.title && hide(record.title),
    purpose: record.purpose && hide(record.purpose),
    rows: record.rows.map((row) => ({
      ...row,
      arguments: row.arguments && hide(row.arguments),
      setup: row.setup && hide(row.setup),
      note: row.note && hide(row.note),
    })),
    environment: { ...environment, custom: mapValues(environment.custom, hide) },
    coldStart: coldStart && "unknown" in coldStart ? { ...coldStart, unknown: hide(coldStart.unknown) } : coldStart,
    arms: record.arms.map((arm) => ({
      ...arm,
      environment: arm.environment && mapValues(arm.environment, hide),
      server: arm.server && redactIdentity(arm.server, hide),
      program: arm.program && { ...arm.program, name: arm.program.name && hide(arm.program.name) },
      tools: arm.tools?.map((tool) => redactTool(tool, hide)),
    })),
    rounds: record.rounds.map((round) => ({
      ...round,
      launches: round.launches.map((launch) => ({
        ...launch,
        server: launch.server && redactIdentity(launch.server, hide),
        failure: launch.failure && hide(launch.failure),
        measurements: launch.measurements.map((measurement) => ({
          ...measurement,
          errors: measurement.errors.map((error) => ({ ...error, message: hide(error.message) })),
          upstream: measurement.upstream && {
            ...measurement.upstream,
            routes: measurement.upstream.routes.map((one) => ({ ...one, route: hide(one.route) })),
          },
          parts: measurement.parts && { ...measurement.parts, names: measurement.parts.names.map(hide) },
          searchSteps: measurement.searchSteps?.map((step) => ({ ...step, reason: step.reason && hide(step.reason) })),
        })),
      })),
    })),
    profiles: record.profiles?.map((one) => redactProfile(one, hide)),
    services: record.services?.map((service) => ({ ...service, name: hide(service.name) })),
    changedInBase: record.changedInBase?.map(hide),
    stop: record.stop.map((stop) => redactStop(stop, hide)),
    skipped: record.skipped.map((skip) => ({ ...skip, reason: hide(skip.reason) })),
    coverage: record.coverage && {
      ...record.coverage,
      leftOut: record.coverage.leftOut.map((one) => ({ ...one, reason: one.reason && hide(one.reason) })),
    },
    warnings: record.warnings.map((warning) => redactWarning(warning, hide)),
    configuration:
      record.configuration?.decides === "head"
        ? { ...record.configuration, unusable: record.configuration.unusable && hide(record.configuration.unusable) }
        : record.configuration,
    baseFailure: record.baseFailure && {
      ...record.baseFailure,
      message: hide(record.baseFailure.message),
      output: record.baseFailure.output && hide(record.baseFailure.output),
    },
  };
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
  }));
  const skipped = record.skipped.map((one) => ({ ...one, benchmark: shown(one.benchmark) }));
  if (hidden.size === 0) return record;
  const now = (name: string) => hidden.get(name) ?? name;
  const rest = JSON.parse(JSON.stringify({ ...record, skipped }), (key, value) => {
    if (key === "order") return Object.fromEntries(Object.entries(value).map(([row, arms]) => [now(row), arms]));
    if (key === "soaked") return value.map(now);
    return key === "row" || key === "tool" ? now(value) : value;
  });
  return { ...rest, rows };
}

function redactIdentity(server: NonNullable<RecordArm["server"]>, hide: Hide): NonNullable<RecordArm["server"]> {
  return { name: hide(server.name), version: hide(server.version), protocol: hide(server.protocol) };
}

export function redactWarning(warning: RecordWarning, hide: Hide): RecordWarning {
  if (warning.code === "other") return { ...warning, text: hide(warning.text) };
  const gaps = warning.gaps.map(({ rows, why }) => ({
    rows: rows.map(hide),
    why: why.code === "not-taken" ? { ...why, text: hide(why.text) } : why,
  }));
  return { ...warning, gaps };
}

function redactStop(stop: Stop, hide: Hide): Stop {
  if (stop.code === "other") return { ...stop, text: hide(stop.text) };
  return stop.code === "interrupted" ? { ...stop, by: hide(stop.by) } : stop;
}

function redactTool(tool: RecordTool, hide: Hide): RecordTool {
  const hidden = tool.arguments?.map((one) => ({ ...one, name: hide(one.name), choices: one.choices?.map(hide) }));
  return { ...tool, name: hide(tool.name), arguments: hidden };
}

function redactProfile(profile: RecordProfile, hide: Hide): RecordProfile {
  if ("unknown" in profile) return { ...profile, unknown: hide(profile.unknown) };
  const frames = profile.frames.map((frame) => ({
    ...frame,
    name: hide(frame.name),
    file: frame.file && hide(frame.file),
  }));
  return { ...profile, frames };
}

/** The secrets and their lines in each form, longest first so that none leaves a part of a longer one. */
function fragments(secrets: readonly string[]): string[] {
  const parts = secrets.flatMap((secret) => [secret, ...secret.split(/\r?\n/).map((line) => line.trim())]);
  const known = [...new Set(parts)].filter((part) => part.length >= shortest);
  return [...new Set(known.flatMap(formsOf))].sort((a, b) => b.length - a.length);
}

/** As it is, within JSON, within JSON that is a text in JSON, and as encoders write it that keep to ASCII. */
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
