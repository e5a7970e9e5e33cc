import { eachLine, truncated } from "../../base/host/each-line.ts";
import { isMap, jsonOf } from "../../base/json.ts";
import { ConfigError } from "../../errors.ts";

/** No line that k6 writes comes near it: addresses and errors are in it, bodies are not. */
const longestLine = 2 ** 20;

const expected = "what `k6 run --out json=FILE` writes, gzipped or not";

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

/**
 * Reads the points of a file of k6 (https://grafana.com/docs/k6/latest/results-output/real-time/json/). Throws ConfigError with
 * the line that k6 does not write.
 */
export async function readPoints(file: string, reading: Reading): Promise<void> {
  let number = 0;
  const malformed = (found: string, fix?: string) => unfit(file, `line ${number} ${found}`, fix);
  const read = lineReader({ ...reading, malformed });
  const onLine = (line: string) => {
    number++;
    if (number === 1) requireK6(line, malformed);
    read(line);
  };
  const rest = await eachLine(file, { expected, longestLine, onLine });
  if (rest !== "") throw unfit(file, "it ends in the middle of a line", truncated);
  if (number === 0) throw unfit(file, "it is empty");
}

function requireK6(first: string, malformed: LineReading["malformed"]): void {
  if (!first.startsWith("{"))
    throw malformed(
      `is no output of k6 in JSON: ${JSON.stringify(first.slice(0, 80))}`,
      "run k6 with `--out json=FILE`",
    );
  const envelope = jsonOf(first);
  if (!isMap(envelope) || typeof envelope.type !== "string" || typeof envelope.metric !== "string")
    throw malformed(
      "is no metric or point of k6",
      "run k6 with `--out json=FILE`: the percentiles of a summary (--summary-export, handleSummary) cannot be pooled",
    );
}

function lineReader({ metrics, onPoint, malformed }: LineReading): (line: string) => void {
  // A dozen points belong to a request: those that are not needed are recognised without parsing.
  const names = [...metrics].map((name) => JSON.stringify(name));
  return (line) => {
    if (!names.some((name) => line.includes(name))) return;
    const envelope = jsonOf(line);
    if (!isMap(envelope)) throw malformed("is not JSON");
    const { type, metric, data } = envelope;
    if (type !== "Point" || typeof metric !== "string" || !metrics.has(metric)) return;
    const { time, value, tags } = isMap(data) ? data : {};
    const timeMs = typeof time === "string" ? Date.parse(time) : Number.NaN;
    if (Number.isNaN(timeMs) || typeof value !== "number" || !Number.isFinite(value))
      throw malformed("is a point without a time and a value: this version of k6 writes them otherwise");
    onPoint({ metric, timeMs, value, tags: textsOf(tags) });
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
