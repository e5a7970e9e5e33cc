import { eachLine, truncated } from "../../base/host/each-line.ts";
import { isMap, jsonOf } from "../../base/json.ts";
import { ConfigError } from "../../errors.ts";

/** No line that k6 writes comes near it: addresses and errors are in it, bodies are not. */
const longestLine = 2 ** 20;

const expected = "what `k6 run --out json=FILE` or `--out csv=FILE` writes, gzipped or not";

/** Makes the error of an unusable file, with the form that would be right. */
export function unfit(file: string, found: string, fix?: string): ConfigError {
  return new ConfigError(found, { where: file, expected, fix });
}

/** One value of one metric of k6. */
export interface Point {
  readonly metric: string;
  /** Since the epoch. */
  readonly timeMs: number;
  readonly value: number;
  readonly tags: Readonly<Record<string, string>>;
}

interface Reading {
  /** Points of other metrics are passed over, most of them unread. */
  readonly metrics: ReadonlySet<string>;
  readonly onPoint: (point: Point) => void;
}

interface LineReading extends Reading {
  /** Makes the error of the line that is being read. */
  readonly malformed: (found: string, fix?: string) => ConfigError;
}

/** Reads a line; returns true where it ends within a quoted field, which goes on in the next. */
type ReadLine = (line: string) => boolean;

/**
 * Reads the points of a file of k6, in JSON (https://grafana.com/docs/k6/latest/results-output/real-time/json/) or CSV
 * (https://grafana.com/docs/k6/latest/results-output/real-time/csv/). Throws ConfigError with the line that is neither.
 */
export async function readPoints(file: string, reading: Reading): Promise<void> {
  let number = 0;
  let read: ReadLine | undefined;
  let isQuoted = false;
  const malformed = (found: string, fix?: string) => unfit(file, `line ${number} ${found}`, fix);
  const onLine = (line: string) => {
    number++;
    if (read) isQuoted = read(line);
    else read = readerOf(line, { ...reading, malformed });
  };
  const rest = await eachLine(file, { expected, longestLine, onLine });
  if (rest !== "") throw unfit(file, "it ends in the middle of a line", truncated);
  if (number === 0) throw unfit(file, "it is empty");
  if (isQuoted) throw unfit(file, "it ends in the middle of a quoted field", truncated);
}

/** Reads the first line, and gives what reads the others. */
function readerOf(first: string, reading: LineReading): ReadLine {
  const { malformed } = reading;
  if (first.startsWith("metric_name,timestamp,metric_value")) return csvReader(first.trimEnd(), reading);
  if (!first.startsWith("{")) throw malformed(`is no output of k6: ${JSON.stringify(first.slice(0, 80))}`);
  const envelope = jsonOf(first);
  if (!isMap(envelope) || typeof envelope.type !== "string" || typeof envelope.metric !== "string")
    throw malformed(
      "is no metric or point of k6",
      "run k6 with `--out json=FILE`: the percentiles of a summary (--summary-export, handleSummary) cannot be pooled",
    );
  const read = jsonReader(reading);
  read(first);
  return read;
}

function jsonReader({ metrics, onPoint, malformed }: LineReading): ReadLine {
  // A dozen points belong to a request: those that are not needed are recognised without parsing.
  const names = [...metrics].map((name) => JSON.stringify(name));
  return (line) => {
    if (!names.some((name) => line.includes(name))) return false;
    const envelope = jsonOf(line);
    if (!isMap(envelope)) throw malformed("is not JSON");
    const { type, metric, data } = envelope;
    if (type !== "Point" || typeof metric !== "string" || !metrics.has(metric)) return false;
    const { time, value, tags } = isMap(data) ? data : {};
    const timeMs = typeof time === "string" ? Date.parse(time) : Number.NaN;
    if (Number.isNaN(timeMs) || typeof value !== "number" || !Number.isFinite(value))
      throw malformed("is a point without a time and a value: this version of k6 writes them otherwise");
    onPoint({ metric, timeMs, value, tags: textsOf(tags) });
    return false;
  };
}

function textsOf(tags: unknown): Record<string, string> {
  if (!isMap(tags)) return {};
  return Object.fromEntries(
    Object.entries(tags).flatMap(([name, value]) =>
      isMap(value) || Array.isArray(value) ? [] : [[name, String(value)]],
    ),
  );
}

function csvReader(header: string, { metrics, onPoint, malformed }: LineReading): ReadLine {
  const columns = header.split(",");
  let begun: string[] = [];
  let length = 0;
  let isQuoted = false;
  return (line) => {
    const isTurn = line.split('"').length % 2 === 0;
    if (isTurn) isQuoted = !isQuoted;
    begun.push(line);
    if (isQuoted) {
      length += line.length + 1;
      if (length > longestLine) throw malformed("is in a quoted field of more than a megabyte");
      return true;
    }
    const whole = begun.join("\n");
    begun = [];
    length = 0;
    if (!metrics.has(whole.slice(0, whole.indexOf(",")))) return false;
    const fields = fieldsOf(whole.trimEnd());
    if (fields.length !== columns.length) throw malformed(`has ${fields.length} fields, not ${columns.length}`);
    const [metric = "", time = "", value = ""] = fields;
    const timeMs = csvTime(time);
    if (Number.isNaN(timeMs) || value === "" || !Number.isFinite(Number(value)))
      throw malformed("is a point without a time and a value");
    const tags: Record<string, string> = {};
    for (const [at, name] of columns.entries()) {
      const field = fields[at] ?? "";
      if (at < 3 || field === "" || name === "metadata") continue;
      if (name === "extra_tags") Object.assign(tags, extraTags(field));
      else tags[name] = field;
    }
    onPoint({ metric, timeMs, value: Number(value), tags });
    return false;
  };
}

/** RFC 4180. */
function fieldsOf(line: string): string[] {
  if (!line.includes('"')) return line.split(",");
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, quoted, plain = ""]) => quoted?.replaceAll('""', '"') ?? plain,
  );
}

/** Every format that k6 can be told to write: its Unix times tell their unit by their length. */
function csvTime(text: string): number {
  if (!/^\d+$/.test(text)) return Date.parse(text);
  const unit = { 10: 1e3, 13: 1, 16: 1e-3, 19: 1e-6 }[text.length];
  return unit === undefined ? Number.NaN : Number(text) * unit;
}

/** Such as `row=search @4&team=a`; k6 escapes nothing, so what has no `=` belongs to the value before it. */
function extraTags(text: string): Record<string, string> {
  const tags: Record<string, string> = {};
  let last: string | undefined;
  for (const part of text.split("&")) {
    const at = part.indexOf("=");
    if (at === -1 && last !== undefined) tags[last] = `${tags[last]}&${part}`;
    if (at === -1) continue;
    last = part.slice(0, at);
    tags[last] = part.slice(at + 1);
  }
  return tags;
}
