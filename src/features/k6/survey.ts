import { ConfigError } from "../../errors.ts";
import { type Point, readPoints, unfit } from "./points.ts";

/** Metric of scripts that mcp-bench wrote: their failures are counted apart. */
export const ownMetric = "mcp_call_duration";
export const ownFailures = "mcp_call_failed";
const anyMetric = "http_req_duration";

/** A report of more says nothing, and their figures would fill the memory. */
const mostRows = 100;

/** Tags that name the rows of a script by default: of ours, and of any. */
const ownTags = ["row"];
const anyTags = ["scenario", "method", "name"];

/** Beyond what any test has. */
const mostUsers = 1e9;

/** A year: no request took as long. */
const longestMs = 366 * 86_400_000;

/** A script without scenarios has one of this name. */
const onlyScenario = "default";

export interface PointFilter {
  /** A metric of times in milliseconds; absent: that of our scripts where there is any, else of HTTP requests. */
  readonly metric?: string | undefined;
  readonly rowTags?: readonly string[] | undefined;
}

/** From the first to the last, in ms since the epoch. */
export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

export interface SurveyedRow {
  /** Name of the row in the record. */
  readonly id: string;
  /** Tags of its first point. */
  readonly tags: Readonly<Record<string, string>>;
  readonly count: number;
  readonly span: Span;
}

/** Points of the metric in one file. */
export interface SurveyedFile {
  readonly file: string;
  readonly span: Span;
  readonly rows: ReadonlyMap<string, SurveyedRow>;
  /** Virtual users, at most. */
  readonly users: number;
}

/** Files of which one metric is imported, in rows by the values of some tags. */
export interface Survey {
  readonly metric: string;
  readonly rowTags: readonly string[];
  readonly files: readonly SurveyedFile[];
}

interface Tally {
  readonly rows: Map<string, SurveyedRow>;
  readonly rowTags: readonly string[];
}

/** Reads through every file once, before anything of them is pooled. Throws ConfigError for one that holds nothing to import. */
export async function surveyFiles(names: readonly string[], wanted: PointFilter): Promise<Survey> {
  const candidates = wanted.metric === undefined ? [ownMetric, anyMetric] : [wanted.metric];
  const tagsOf = (metric: string) => wanted.rowTags ?? (metric === ownMetric ? ownTags : anyTags);
  const tallyOf = (metric: string): Tally => ({ rows: new Map(), rowTags: tagsOf(metric) });
  const found: { file: string; tallies: Map<string, Tally>; users: number }[] = [];
  for (const file of names) {
    const tallies = new Map(candidates.map((metric) => [metric, tallyOf(metric)]));
    found.push({ file, tallies, users: await addPoints(file, tallies) });
  }
  const has = (metric: string) => found.some(({ tallies }) => (tallies.get(metric)?.rows.size ?? 0) > 0);
  const metric = candidates.find(has) ?? wanted.metric ?? anyMetric;
  const rowTags = tagsOf(metric);
  const files = found.map(({ file, tallies, users }): SurveyedFile => {
    const { rows } = tallies.get(metric) ?? tallyOf(metric);
    if (rows.size === 0)
      throw new ConfigError(`it has no point of ${metric}`, {
        where: file,
        expected: wanted.metric === undefined ? "requests that k6 made" : "a metric of times in milliseconds",
        fix: "name another metric of the script with --metric, or leave the file out; nothing was imported",
      });
    if (rows.size > mostRows)
      throw new ConfigError(`${metric} has more than ${mostRows} rows by ${rowTags.join(", ")}`, {
        where: file,
        fix: "name tags with fewer values, such as --row-tag scenario, or give requests a `name` in the script",
      });
    return { file, span: joined([...rows.values()].map(({ span }) => span)), rows, users };
  });
  return { metric, rowTags, files };
}

/** Tallies the points of each metric that may be the one, and returns the number of virtual users. */
async function addPoints(file: string, tallies: ReadonlyMap<string, Tally>): Promise<number> {
  let users = 0;
  const failures = tallies.get(ownMetric);
  await readPoints(file, {
    metrics: new Set([...tallies.keys(), ...(failures ? [ownFailures] : []), "vus_max"]),
    onPoint: (point) => {
      if (point.metric === "vus_max") users = Math.max(users, Math.min(mostUsers, Math.round(point.value)));
      else {
        const tally = point.metric === ownFailures ? failures : tallies.get(point.metric);
        if (!tally || (point.metric === ownFailures && point.value === 0)) return;
        if (!(point.value >= 0 && point.value < longestMs))
          throw unfit(file, `${point.metric} is ${point.value}, which is no time in milliseconds`);
        add(tally, point);
      }
    },
  });
  return users;
}

function add(tally: Tally, point: Point): void {
  const { rows, rowTags } = tally;
  const id = rowOf(point.tags, rowTags);
  const known = rows.get(id);
  if (!known && rows.size > mostRows) return;
  const fromMs = startOf(point);
  rows.set(id, {
    id,
    tags: known?.tags ?? point.tags,
    count: (known?.count ?? 0) + 1,
    span: joined([...(known ? [known.span] : []), { fromMs, toMs: point.timeMs }]),
  });
}

/** k6 notes the time at which a request has ended; a failure of our scripts has no time of its own. */
function startOf({ metric, timeMs, value }: Point): number {
  return metric === ownFailures ? timeMs : timeMs - value;
}

export function rowOf(tags: Readonly<Record<string, string>>, rowTags: readonly string[]): string {
  const values = rowTags.flatMap((tag) => {
    const value = tags[tag] ?? "";
    return value === "" || (tag === "scenario" && value === onlyScenario && rowTags.length > 1) ? [] : [value];
  });
  return values.length === 0 ? "requests" : values.join(" ").slice(0, 200);
}

export function joined(spans: readonly Span[]): Span {
  return {
    fromMs: spans.reduce((least, { fromMs }) => Math.min(least, fromMs), Number.POSITIVE_INFINITY),
    toMs: spans.reduce((most, { toMs }) => Math.max(most, toMs), Number.NEGATIVE_INFINITY),
  };
}

/** One run of k6: the files of its pods, which worked at the same time. */
export interface K6Run {
  readonly arm: "head" | "base";
  readonly files: readonly SurveyedFile[];
  readonly span: Span;
}

/** Files of the same time belong to one run; runs are in the order of time. */
export function runsOf(arm: K6Run["arm"], files: readonly SurveyedFile[]): K6Run[] {
  const runs: K6Run[] = [];
  for (const file of files.toSorted((a, b) => a.span.fromMs - b.span.fromMs)) {
    const last = runs.at(-1);
    if (last && file.span.fromMs < last.span.toMs)
      runs[runs.length - 1] = { arm, files: [...last.files, file], span: joined([last.span, file.span]) };
    else runs.push({ arm, files: [file], span: file.span });
  }
  return runs;
}
