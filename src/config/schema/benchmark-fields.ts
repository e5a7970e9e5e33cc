import { z } from "zod";
import { metric } from "../../metrics/metric.ts";
import { expectation } from "../../model/expectation.ts";
import { type Complain, checked, field, positive, text } from "../../model/fields.ts";
import { freshSessionField } from "../../model/fresh-session.ts";
import { loadFields, loadProblems } from "../../model/load.ts";
import { operationFields, operationKeys, operationName } from "../../model/operation.ts";
import { argumentKeys, checkOne, checkRequest, keysTaking, requestFields } from "../../model/request.ts";
import { restartField } from "../../model/restart.ts";
import { checkSetup, setupFields } from "../../model/setup.ts";
import { unknownPlaceholder, unknownPlaceholders } from "../../model/template.ts";
import { thresholdsSchema } from "../../plan/threshold.ts";
import { multiply, type Structured, structureFields } from "./structure.ts";

const benchmarkFields = {
  name: field("Name in reports (default: what it measures)", text.max(200).optional(), "search"),
  group: field("Heading under which reports show it", text.max(200).optional(), "tools"),
  ...requestFields,
  arguments_from: field(
    "File of JSON lines: the arguments of one call each, used over and over",
    text.optional(),
    "queries.jsonl",
  ),
  progress: field(
    "Ask for progress of each call, for `first_progress` and `longest_silence`; a call without progress is an error",
    z.boolean().optional(),
    true,
  ),
  task: field(
    "Let the server answer the `tool` with a task, and poll it until it ends: one call with its polls",
    z.boolean().optional(),
    true,
  ),
  updates: field(
    "URI of a resource that the `tool` changes: it is subscribed to, and a call ends with the reply and the notification; gives `update_latency`",
    text.optional(),
    "note:///today",
  ),
  fresh_session: field("Open a session for each call, over HTTP", freshSessionField.optional(), true),
  restart: field(
    "After the calls, end the server as a deploy does while calls are under way, and start it again",
    restartField.optional(),
    true,
  ),
  ...operationFields,
  ...loadFields,
  ...setupFields,
  rounds: field("Rounds of this benchmark alone, instead of those of `defaults`", positive.max(10_000).optional(), 9),
  read_memory: field(
    "Read memory while the calls are made, in every round; with `isolate: row`, it is that of this row",
    z.boolean().optional(),
    true,
  ),
  trace_context: field(
    "Give each request a `traceparent` of its own in `_meta`, to tell a server's spans apart",
    z.boolean().optional(),
    true,
  ),
  note: field("A remark that reports show beside it", text.max(200).optional(), "cold cache"),
  expect: field("Expected reply; any other is an error", expectation.optional(), { text: "/found/" }),
  thresholds: field(
    "Thresholds of this benchmark, instead of those at the top, metric by metric",
    thresholdsSchema.optional(),
    { p50: "+8%", throughput: "off" },
  ),
};

const fields = z.strictObject(benchmarkFields);
type Fields = z.output<typeof fields>;

/** Checks for fields that conflict, beside the checks of the load, the steps around it and each request. */
function checkTogether(value: Fields, complain: Complain): void {
  const { mix, steps, http, batch, expect, sessions, task, progress, updates } = value;
  if (mix && expect) complain("in a mix, write `expect` in its part", ["expect"]);
  if (steps && expect) complain("with `steps`, write `expect` in its step", ["expect"]);
  if (steps && batch) complain("`steps` are timed as one operation already; remove `batch`", ["batch"]);
  for (const key of ["stages", "progress", "fresh_session"] as const)
    if (value[key] && (mix || steps || http)) complain(`\`${key}\` needs a single request of the protocol`, [key]);
  for (const key of ["task", "updates"] as const)
    if (value[key] && value.tool === undefined) complain(`\`${key}\` needs \`tool\``, [key]);
  if (value.think !== undefined && !steps)
    complain("`think` needs `steps`; a pause between single calls is `delay`", ["think"]);
  if (value.trace_context && http) complain("`trace_context` needs requests of the protocol", ["trace_context"]);
  if (value.capacity && value.read_memory)
    complain("memory is read under one load, and a search has many; remove `read_memory`", ["read_memory"]);
  if (task && sessions !== undefined && sessions !== 1)
    complain("a task is known to the session that began it; remove `sessions`", ["sessions"]);
  if (task && progress) complain("a task is polled and sends no progress; write `task` or `progress`", ["progress"]);
  if (updates && (progress || task)) complain("write one of `updates`, `progress` and `task`", ["updates"]);
  if (updates?.includes("{{"))
    complain("`updates` names one resource for all calls, without placeholders", ["updates"]);
  if (value.fresh_session && (progress || task || updates))
    complain("write one of `fresh_session`, `updates`, `progress` and `task`", ["fresh_session"]);
  if (value.fresh_session && sessions !== undefined)
    complain("each call has a session of its own; `concurrency` says how many are open at a time, remove `sessions`", [
      "sessions",
    ]);
  if (value.restart && (value.fresh_session || value.capacity))
    complain("write one of `restart`, `fresh_session` and `capacity`", ["restart"]);
  if (value.restart && value.isolate !== undefined && value.isolate !== "row")
    complain("`restart` ends the server, so its launches are of no other use; remove `isolate`", ["isolate"]);
  if (value.restart && value.teardown?.some(({ kind }) => kind === "call"))
    complain("`restart` leaves no server to call; write `run`", ["teardown"]);
  if (mix && batch)
    complain(
      "a batch is timed as one operation, which says nothing about the parts of a `mix`; write one benchmark with a `batch` per tool, or remove `batch`",
      ["batch"],
    );
  if (http && expect?.error)
    complain("a plain HTTP request takes a status to expect: `http: { request: …, status: 404 }`", ["expect", "error"]);
  if (http && sessions !== undefined) complain("plain HTTP requests have no session; remove `sessions`", ["sessions"]);
}

function checkThresholds({ thresholds = [], capacity }: Fields, complain: Complain): void {
  for (const { metric: id } of thresholds) {
    const { scope, ofSearch } = metric(id);
    if (scope === "server")
      complain(`${id} is measured once per launch of the server; write its threshold at the top level`, [
        "thresholds",
        id,
      ]);
    else if (ofSearch !== (capacity && true))
      complain(
        capacity
          ? `a search only gives \`capacity\`, since it calls at many rates; write the limit of ${id} under \`capacity.while\``
          : `${id} is what a search finds; write \`capacity: { rate: 10/s..2000/s, while: { p95: 200ms } }\``,
        ["thresholds", id],
      );
  }
}

const benchmark = fields.superRefine(
  checked((value, complain) => {
    checkOne(
      operationKeys.filter((key) => value[key] !== undefined),
      { of: operationKeys, complain },
    );
    checkRequest(value, complain);
    if (value.arguments_from && keysTaking("arguments").every((key) => value[key] === undefined))
      complain(`\`arguments_from\` needs ${argumentKeys}`, ["arguments_from"]);
    checkSetup(value, complain);
    checkThresholds(value, complain);
    for (const name of unknownPlaceholders(JSON.stringify(value.http) ?? ""))
      complain(unknownPlaceholder(name), ["http"]);
    checkTogether(value, complain);
    for (const { key, message } of loadProblems(value)) complain(message, [key]);
  }),
);

export type BenchmarkConfig = z.output<typeof benchmark>;

/** A benchmark as it is written: before its matrix, cases and variants are multiplied out. */
export const writtenBenchmark = z.strictObject({ ...benchmarkFields, ...structureFields });

export const benchmarkEntry = z
  .unknown()
  .meta({ id: "benchmark" })
  .transform((raw, context): Structured<z.output<typeof benchmark>> => multiply(raw, { schema: benchmark, context }));

export type BenchmarkEntry = z.output<typeof benchmarkEntry>;

/** Name of a benchmark: its own, or that of what it measures. */
export function benchmarkName({ name, ...benchmark }: BenchmarkConfig): string {
  return name ?? operationName(benchmark);
}

/** The key that says what a benchmark measures. */
export function operationKey(entry: BenchmarkConfig): string | undefined {
  return operationKeys.find((key) => entry[key] !== undefined);
}
