import { realpath } from "node:fs/promises";
import { digest } from "../../base/host/digest.ts";
import { harness } from "../../base/host/version.ts";
import { ConfigError } from "../../errors.ts";
import { LatencyLog } from "../../measure/load/latency-log.ts";
import { type Failure, OutcomeTally } from "../../measure/load/outcome.ts";
import { plural } from "../../metrics/format.ts";
import type { Load } from "../../model/load.ts";
import type { Bounds } from "../../plan/bounds.ts";
import { outcomeKinds } from "../../record/launch.ts";
import {
  type RecordMeasurement,
  type RecordRound,
  type RecordRow,
  type RunRecord,
  recordVersion,
} from "../../record/record.ts";
import { isReserved } from "../../record/row-ids.ts";
import { type Point, readPoints } from "./points.ts";
import { type Rounds, roundsOf, type Slot } from "./rounds.ts";
import {
  ownFailures,
  ownMetric,
  type PointFilter,
  rowOf,
  runsOf,
  type Survey,
  type SurveyedRow,
  surveyFiles,
} from "./survey.ts";

export interface ImportOptions extends PointFilter {
  readonly head: readonly string[];
  /** Files of runs beside those of head; none where there is nothing to compare with. */
  readonly base: readonly string[];
  /** Rounds of a single run. */
  readonly windows: number;
  /** Limits by row, and of rows that have none of their own. */
  readonly bounds: Pick<Bounds, "rows" | "defaultThresholds">;
}

/**
 * Failed checks and dropped iterations, which say nothing of the request that they are about. Of a row and round so many calls
 * failed as its most failed check, where fewer requests did; they count beside the others, whose latency may be theirs.
 */
const beside = { checks: "checks", dropped: "dropped_iterations" } as const;

/** Throws ConfigError where two names are of one file, whose points would count twice. */
async function refuseTwice(files: readonly string[]): Promise<void> {
  const places = await Promise.all(files.map((file) => realpath(file).catch(() => file)));
  const again = files.find((_, index) => places.indexOf(places[index] ?? "") !== index);
  if (again !== undefined) throw new ConfigError("the file is named twice", { where: again, fix: "name it once" });
}

/** The points of all files as a record, with facts that k6 does not know. Throws ConfigError; there is no half of a record. */
export async function importK6(
  options: ImportOptions,
  facts: Pick<RunRecord, "environment" | "commit">,
): Promise<RunRecord> {
  const { head, base, windows } = options;
  await refuseTwice([...head, ...base]);
  const survey = await surveyFiles([...head, ...base], options);
  const { metric, files } = survey;
  const runs = { head: runsOf("head", files.slice(0, head.length)), base: runsOf("base", files.slice(head.length)) };
  const rounds = roundsOf(runs, { windows });
  const sides = base.length > 0 ? (["head", "base"] as const) : (["head"] as const);
  const gathered = new RowPoints(rounds, survey);
  for (const slot of rounds.slots)
    for (const { file } of slot.files)
      await readPoints(file, {
        metrics: new Set([metric, ownFailures, ...Object.values(beside)]),
        onPoint: (point) => gathered.add(point, slot),
      });
  return {
    schema: recordVersion,
    kind: "mcp-bench-record",
    harness,
    createdAt: new Date(Math.min(...runs.head.map(({ span }) => span.fromMs))).toISOString(),
    ...facts,
    seed: 0,
    command: `${metric} of ${plural(runs.head.length + runs.base.length, "run")} of k6, ${plural(files.length, "file")}`,
    resourceMethod: "none",
    serverHash: digest("k6"),
    serverThresholds: [],
    arms: sides.map((side) => ({ id: side, side, transport: "streamable-http" })),
    rows: rowsOf(survey, { rounds, bounds: options.bounds }),
    rounds: gathered.rounds(),
    imported: { by: "k6", rounds: rounds.kind },
    stop: [{ code: rounds.kind === "runs" ? "k6-runs-read" : "k6-ended" }],
    skipped: [],
    warnings: [...gathered.warnings(), ...(rounds.kind === "windows" ? [windowWarning(rounds.count)] : [])].map(
      (text) => ({ code: "other", text }),
    ),
  };
}

function windowWarning(count: number): string {
  const what = count === 1 ? "the only round is one run of k6" : `the rounds are ${count} windows of one run of k6`;
  return `${what}, which shows how steady it was, not how far two runs lie apart. Several runs are a round each`;
}

function rowsOf(
  { files, metric }: Survey,
  { rounds, bounds }: { readonly rounds: Rounds } & Pick<ImportOptions, "bounds">,
): RecordRow[] {
  const rows = new Map<string, SurveyedRow>();
  for (const { rows: own } of files) for (const row of own.values()) if (!rows.has(row.id)) rows.set(row.id, row);
  const first = (row: SurveyedRow) => Math.min(...files.flatMap(({ rows }) => rows.get(row.id)?.span.fromMs ?? []));
  const inOrder = [...rows.values()].toSorted((a, b) => first(a) - first(b));
  // The users of a run are those of all its pods.
  const users = Math.max(1, ...rounds.slots.map((run) => run.files.reduce((sum, file) => sum + file.users, 0)));
  return inOrder.map(({ id, tags }): RecordRow => {
    const lengthMs = Math.max(...rounds.slots.map((slot) => slot.wallMsOf(id)));
    const load = loadOf(tags, { users, durationMs: Math.round(lengthMs) });
    // Without the users that no tag names: k6 starts more of them for a slow server, which is still compared.
    const { durationMs: _duration, ...pace } = loadOf(tags, { users: 1, durationMs: 1 });
    return {
      id: recordId(id),
      benchmark: recordId(id),
      method: "http",
      target: tags.target ?? tags.name ?? id,
      load,
      configHash: digest({ id, metric, pace: JSON.parse(JSON.stringify(pace)) }),
      thresholds: [...(bounds.rows.find((row) => row.id === id)?.thresholds ?? bounds.defaultThresholds)],
    };
  });
}

const mostPerSecond = 1e9;

/** Scripts of ours tag their rows with it; of others so much is known as how many virtual users there were. */
function loadOf(
  tags: Readonly<Record<string, string>>,
  { users, durationMs }: { readonly users: number; readonly durationMs: number },
): Load {
  const timeoutMs = wholeIn(tags.timeout_ms) || defaultTimeoutMs;
  const every = { durationMs, warmup: wholeIn(tags.warmup) ?? 0, timeoutMs };
  const rate = Number(tags.rate);
  if (rate > 0 && rate < mostPerSecond) return { kind: "open", ratePerSecond: rate, maxInFlight: users, ...every };
  const written = Number(tags.concurrency);
  const concurrency = Number.isSafeInteger(written) && written > 0 ? written : users;
  return { kind: "closed", concurrency, ...every };
}

/** Time limit of k6 where a script sets none. */
const defaultTimeoutMs = 60_000;

/** A whole number in a tag, which any script may have written. */
function wholeIn(tag: string | undefined): number | undefined {
  return tag !== undefined && /^\d{1,9}$/.test(tag) ? Number(tag) : undefined;
}

/** No name of a script may stand for the server, or for all rows. */
function recordId(row: string): string {
  return isReserved(row) ? `row ${row}` : row;
}

/** Most checks that are counted apart: a script may make them up as it goes on. */
const mostChecks = 100;

/** Most dropped iterations of one point: sums of it are exact. */
const mostDropped = 1e9;

interface Cell {
  readonly latencies: LatencyLog;
  readonly outcomes: OutcomeTally;
  /** Number of failures of each check. */
  readonly checks: Map<string, number>;
}

/** Gathers the points of one arm for one row in one round. */
class RowPoints {
  readonly #rounds: Rounds;
  readonly #survey: Survey;
  readonly #rows: readonly SurveyedRow[];
  readonly #cells = new Map<string, Cell>();
  #lostChecks = 0;
  #lostIterations = 0;

  constructor(rounds: Rounds, survey: Survey) {
    this.#rounds = rounds;
    this.#survey = survey;
    this.#rows = survey.files.flatMap(({ rows }) => [...rows.values()]);
  }

  add(point: Point, slot: Slot): void {
    const { metric, value, tags } = point;
    // A script of ours reports every failure by itself.
    const isOwn = this.#survey.metric === ownMetric;
    if (metric === this.#survey.metric) {
      const failure = isOwn ? undefined : failureIn(tags);
      const cell = this.#cellOf(rowOf(tags, this.#survey.rowTags), { point, slot });
      cell.outcomes.add(failure ?? { kind: "ok" });
      if (!failure) cell.latencies.add(value);
    } else if (metric === beside.dropped) this.#addDropped(point, slot);
    else if (isOwn && metric === ownFailures && value > 0)
      this.#cellOf(rowOf(tags, this.#survey.rowTags), { point, slot }).outcomes.add(ownFailure(tags));
    else if (!isOwn && metric === beside.checks && value === 0) this.#addCheck(point, slot);
  }

  #addCheck(point: Point, slot: Slot): void {
    const cell = this.#onlyCell(point, slot);
    const { check = "" } = point.tags;
    if (!cell) this.#lostChecks++;
    else if (cell.checks.has(check) || cell.checks.size < mostChecks)
      cell.checks.set(check, (cell.checks.get(check) ?? 0) + 1);
  }

  #addDropped(point: Point, slot: Slot): void {
    const cell = this.#onlyCell(point, slot);
    const count = Math.round(Math.min(mostDropped, Math.max(0, point.value)));
    if (cell) cell.outcomes.add(dropped, count);
    else this.#lostIterations += count;
  }

  /** Finds the single row that the tags of a point lead to. */
  #onlyCell(point: Point, slot: Slot): Cell | undefined {
    const ids = new Set(this.#rows.filter(({ tags }) => agree(tags, point.tags)).map(({ id }) => id));
    const [row] = ids;
    return row !== undefined && ids.size === 1 ? this.#cellOf(row, { point, slot }) : undefined;
  }

  #cellOf(row: string, { point, slot }: { readonly point: Point; readonly slot: Slot }): Cell {
    const key = cellKey(slot, { row, round: slot.roundOf(row, point.timeMs) });
    const known = this.#cells.get(key);
    if (known) return known;
    const made = { latencies: new LatencyLog(), outcomes: new OutcomeTally(), checks: new Map<string, number>() };
    this.#cells.set(key, made);
    return made;
  }

  rounds(): RecordRound[] {
    const ids = [...new Set(this.#rows.map(({ id }) => id))];
    return Array.from({ length: this.#rounds.count }, (_, index): RecordRound => {
      const launches = this.#rounds.slots.flatMap((slot) => {
        const measurements = ids.flatMap((row): RecordMeasurement[] => {
          const cell = this.#cells.get(cellKey(slot, { row, round: index }));
          return cell ? [measurementOf(recordId(row), cell, slot.wallMsOf(row))] : [];
        });
        if (measurements.length === 0) return [];
        return [{ arm: slot.arm, metrics: {}, exitCode: null, killed: false, orphans: 0, measurements }];
      });
      const arms = launches.map(({ arm }) => arm);
      return { index, order: Object.fromEntries(ids.map((id) => [recordId(id), arms])), launches };
    });
  }

  warnings(): string[] {
    return [
      this.#lostChecks > 0 &&
        `${plural(this.#lostChecks, "check")} failed that k6 does not tell the row of, and that are in no figure: make rows by --row-tag scenario`,
      this.#lostIterations > 0 &&
        `k6 dropped ${plural(this.#lostIterations, "iteration")}, which are in no figure: it had too few virtual users`,
    ].filter((one) => typeof one === "string");
  }
}

function cellKey({ arm, span }: Slot, { row, round }: { readonly row: string; readonly round: number }): string {
  return JSON.stringify([arm, span.fromMs, row, round]);
}

function measurementOf(row: string, { latencies, outcomes, checks }: Cell, wallMs: number): RecordMeasurement {
  const ok = latencies.count;
  const [check, fails = 0] = [...checks].toSorted(([, a], [, b]) => b - a)[0] ?? [];
  const failed = outcomes.total - ok - (outcomes.outcomes.dropped ?? 0);
  outcomes.add({ kind: "unexpected", message: `check failed: ${check}` }, Math.max(0, fails - failed));
  const times = ok > 0 ? { medianMs: latencies.median, meanMs: latencies.mean } : {};
  return {
    row,
    outcomes: outcomes.outcomes,
    errors: outcomes.samples,
    blocks: [{ position: 0, wallMs, attempted: outcomes.total, ok, ...times }],
    ...latencies.stored(),
  };
}

const dropped: Failure = { kind: "dropped", message: "k6 had no virtual user for an iteration that was due" };

function ownFailure({ kind }: Readonly<Record<string, string>>): Failure {
  const known = outcomeKinds.find((one) => one === kind) ?? "unexpected";
  return { kind: known === "ok" ? "unexpected" : known, message: "the log of k6 says more" };
}

/** https://grafana.com/docs/k6/latest/javascript-api/error-codes/ */
const requestTimeout = "1050";

/** Recognises a failure as k6 does: by its response callback, or where a script tags its requests otherwise by their status. */
function failureIn(tags: Readonly<Record<string, string>>): Failure | undefined {
  const { expected_response: expected, status = "", error_code: code = "", error } = tags;
  const isFailed =
    expected === undefined ? code !== "" || status === "0" || Number(status) >= 400 : expected === "false";
  if (!isFailed) return undefined;
  if (code === requestTimeout) return { kind: "timeout", message: error ?? "request timeout" };
  if (status === "0") return { kind: "disconnected", message: error ?? `error ${code}` };
  return { kind: "rpc-error", message: `HTTP ${status}` };
}

/** Tests whether two points have the same value of every tag that both have. */
function agree(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean {
  return Object.entries(one).every(([name, value]) => other[name] === undefined || other[name] === value);
}
