import { isMap, jsonOf } from "../../base/json.ts";
import { isDeeperThan } from "../../base/json-depth.ts";
import { largest } from "../../model/fields.ts";
import type { LogQuery, ServerMetricSpec } from "../../model/server-metric.ts";
import type { RecordServerMetric } from "../../record/launch.ts";
import type { RecordRound } from "../../record/record.ts";
import { FrameReader } from "../../server/protocol/frame-reader.ts";
import { groupBy } from "../../stats/group-by.ts";
import { type StreamedDescription, StreamedSample } from "../../stats/streamed-sample.ts";
import type { Context } from "../context.ts";
import type { RunningArm } from "../launch/running-arm.ts";
import { FileSource, type LogSource, StderrSource } from "./log-source.ts";

/** A log is taken to be complete once `looks` looks in a row found nothing new; a busy one after `most` looks. */
const quiet = { looks: 3, most: 50, everyMs: 5 };

/** Longer lines are skipped: a figure is not written that way. */
const longestLine = 64 * 1024;
const deepest = 64;

interface Reading {
  readonly sources: readonly LogSource[];
  readonly metrics: readonly { readonly spec: ServerMetricSpec; readonly tally: LogTally }[];
}

type Reporting = Pick<Context, "delay" | "signal" | "warn">;

/**
 * Reads the lines that the server logged about the calls of one row. Lines belong to a block by where they stand in the
 * log: between the place where it ended before the block and the place where it ends once the server has fallen quiet
 * after it. So set-up, warm-up and the clock of the server play no part.
 */
export class ServerLogs implements Disposable {
  readonly #readings: readonly Reading[];
  readonly #context: Reporting;
  #readers = new Map<LogSource, FrameReader>();

  private constructor(readings: readonly Reading[], context: Reporting) {
    this.#readings = readings;
    this.#context = context;
  }

  /** Undefined where nothing is to be read on this arm. */
  static of(running: RunningArm, specs: readonly ServerMetricSpec[], context: Reporting): ServerLogs | undefined {
    const { variant } = running.arm;
    const own = specs.filter((spec) => spec.variant === undefined || spec.variant === variant);
    if (own.length === 0) return undefined;
    const readings = [...groupBy(own, ({ from }) => JSON.stringify(from)).values()].map((specs) => ({
      sources: sourcesOf(specs[0].from, running, context),
      metrics: specs.map((spec) => ({ spec, tally: new LogTally(spec) })),
    }));
    return new ServerLogs(readings, context);
  }

  /** Before a block. Throws ConfigError where a file may not be read. */
  async begin(): Promise<void> {
    await this.#fallQuiet();
    for (const { sources, metrics } of this.#readings)
      for (const source of sources) {
        const take = (line: string) => {
          const entry = parseLogLine(line);
          if (entry) for (const { tally } of metrics) tally.add(entry);
        };
        this.#readers.set(source, lineReader(take, { midLine: await source.begin() }));
      }
  }

  async end(): Promise<void> {
    await this.#fallQuiet();
    for (const [source, reader] of this.#readers) await source.end((chunk) => reader.push(chunk));
    this.#readers = new Map();
  }

  result(): RecordServerMetric[] {
    return this.#readings.flatMap(({ metrics }) =>
      metrics.flatMap(({ spec, tally }) => {
        const described = tally.describe();
        return spec.labels.map((field, place) => ({ field, lines: tally.lines, values: described[place] }));
      }),
    );
  }

  [Symbol.dispose](): void {
    for (const { sources } of this.#readings) for (const source of sources) source.close();
  }

  async #fallQuiet(): Promise<void> {
    const { delay, signal } = this.#context;
    let before = await this.#position();
    let still = 0;
    for (let look = 0; look < quiet.most && still < quiet.looks; look++) {
      await delay(quiet.everyMs, signal);
      const now = await this.#position();
      still = now === before ? still + 1 : 0;
      before = now;
    }
  }

  async #position(): Promise<number> {
    const sources = this.#readings.flatMap((reading) => reading.sources);
    return (await Promise.all(sources.map((source) => source.position()))).reduce((sum, bytes) => sum + bytes, 0);
  }
}

function sourcesOf(
  from: ServerMetricSpec["from"],
  { arm, servers }: RunningArm,
  { warn }: Pick<Reporting, "warn">,
): LogSource[] {
  if (from !== "stderr") return [new FileSource(from.file, { directory: arm.launch.cwd, warn })];
  return servers.flatMap(({ watchStderr }) => (watchStderr ? [new StderrSource(watchStderr)] : []));
}

/** Fields of which nothing was ever read: mostly a name that is not the server's. */
export function unseenMetrics(specs: readonly ServerMetricSpec[], rounds: readonly RecordRound[]): string[] {
  const measurements = rounds.flatMap(({ launches }) => launches.flatMap((launch) => launch.measurements));
  const metrics = measurements.flatMap(({ serverMetrics = [] }) => serverMetrics);
  return specs.flatMap(({ from, labels }) => {
    const place = from === "stderr" ? "stderr" : from.file;
    return labels.flatMap((label) => {
      const own = metrics.filter(({ field }) => field === label);
      if (own.length === 0 || own.some(({ values }) => values)) return [];
      const lines = own.reduce((sum, one) => sum + one.lines, 0);
      const why = lines === 0 ? `no line on ${place} matched` : `none of ${lines} matching lines on ${place} holds it`;
      return [`server_metrics: ${label} was never read as a number, ${why} while calls were measured`];
    });
  });
}

/** Gathers the numbers of some fields from the lines of a log that match. */
export class LogTally {
  readonly #query: LogQuery;
  readonly #samples: readonly StreamedSample[];
  lines = 0;

  constructor(query: LogQuery) {
    this.#query = query;
    this.#samples = query.fields.map(() => new StreamedSample());
  }

  add(line: Record<string, unknown>): void {
    const { where, fields } = this.#query;
    // Compares text, so that a number on the command line finds a number in the log.
    const isWanted = ([field, wanted]: readonly [string, unknown]) => {
      const found = fieldOf(line, field);
      return typeof found !== "object" && String(found) === String(wanted);
    };
    if (!Object.entries(where).every(isWanted)) return;
    this.lines++;
    for (const [place, field] of fields.entries()) {
      const value = fieldOf(line, field);
      // A record cannot hold a larger one, such as a timestamp in nanoseconds.
      if (typeof value === "number" && Math.abs(value) <= largest) this.#samples[place]?.add(value);
    }
  }

  /** Returns statistics by the place of the field; undefined where no line held a number. */
  describe(): (StreamedDescription | undefined)[] {
    return this.#samples.map((sample) => sample.describe());
  }
}

/** Cuts a log into lines, in bounded memory whatever is written. `midLine`: the first is the rest of one that is not wanted. */
export function lineReader(onLine: (line: string) => void, { midLine }: { readonly midLine: boolean }): FrameReader {
  let skipping = midLine;
  const onFrame = (line: Buffer): void => {
    // The reader lets a long line pass that comes in one chunk.
    if (!skipping && line.length > 0 && line.length <= longestLine) onLine(line.toString("utf8"));
    skipping = false;
  };
  const onTooLong = (): void => {
    skipping = false;
  };
  return new FrameReader({ onFrame, onTooLong }, { maxBytes: longestLine });
}

/** The map that a line of a log holds; undefined for any other line. Untrusted. */
export function parseLogLine(line: string): Readonly<Record<string, unknown>> | undefined {
  const text = line.trim();
  const value = text.startsWith("{") && !isDeeperThan(text, deepest) ? jsonOf(text) : undefined;
  return isMap(value) ? value : undefined;
}

/** The value of a field, dots leading into maps; what a map merely inherits is not there. */
export function fieldOf(value: unknown, path: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  if (Object.hasOwn(value, path)) return (value as Record<string, unknown>)[path];
  const dot = path.indexOf(".");
  if (dot === -1) return undefined;
  const [first, rest] = [path.slice(0, dot), path.slice(dot + 1)];
  return Object.hasOwn(value, first) ? fieldOf((value as Record<string, unknown>)[first], rest) : undefined;
}
