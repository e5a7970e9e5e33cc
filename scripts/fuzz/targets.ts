import { mkdtempDisposableSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { parse } from "yaml";
import { systemClock } from "../../src/base/host/clock.ts";
import type { Json } from "../../src/base/json.ts";
import { parseIndex, printIndex, summariseKey } from "../../src/baseline/branch/branch-index.ts";
import { parseShard, parseTree, printShard, shardPath } from "../../src/baseline/branch/branch-layout.ts";
import { renderReadme } from "../../src/baseline/branch/branch-readme.ts";
import { type Entry, entryFrom, parseEntry } from "../../src/baseline/branch/entry.ts";
import { UserError } from "../../src/errors.ts";
import { schemaCheck } from "../../src/measure/replies/output-schema.ts";
import { metricIds, metric as metricOf } from "../../src/metrics/metric.ts";
import { limitPattern } from "../../src/model/limit.ts";
import { parseLimit } from "../../src/plan/threshold.ts";
import { readGitHubContext } from "../../src/publish/github-context.ts";
import { readRecord } from "../../src/record/files/record-file.ts";
import { type RunRecord, recordSchema } from "../../src/record/record.ts";
import { renderCsv } from "../../src/report/exports/csv.ts";
import { renderJson } from "../../src/report/exports/json.ts";
import { renderJunit } from "../../src/report/exports/junit.ts";
import { renderOpenMetrics } from "../../src/report/exports/openmetrics.ts";
import { renderSummary } from "../../src/report/markdown/markdown.ts";
import { renderTerminal } from "../../src/report/terminal/terminal.ts";
import { judge } from "../../src/run/judge.ts";
import { HttpSyntaxError } from "../../src/server/http/head.ts";
import { ResponseReader } from "../../src/server/http/response-reader.ts";
import { SseReader } from "../../src/server/http/sse-reader.ts";
import { Exchange } from "../../src/server/protocol/exchange.ts";
import { FrameReader } from "../../src/server/protocol/frame-reader.ts";
import { replyId } from "../../src/server/protocol/reply-id.ts";
import { summarise } from "../../src/table/summarise.ts";
import { tabulate } from "../../src/table/table.ts";
import { inPieces, mutateJson, mutateText, oneOf, type Random, upTo } from "./mutate.ts";
import { tryProfile } from "./profile-target.ts";
import { poisoned, works } from "./refusals.ts";
import { readPlan, tryRun } from "./run-target.ts";

/** Says what is fed with inputs that nobody meant. `try` throws where something is wrong with what it is fed to. */
export interface Target {
  readonly name: string;
  /** Makes an input and feeds it; returns whether it was taken for valid. */
  readonly run: (random: Random) => boolean | Promise<boolean>;
}

/** The inputs that a target begins with are those of the tests, so that what is mutated is close to what is valid. */
interface Seeds {
  readonly configurations: readonly string[];
  readonly records: readonly RunRecord[];
}

export function targets({ configurations, records }: Seeds): Target[] {
  return [
    { name: "configurations", run: (random) => tryConfiguration(oneOf(random, configurations), random) },
    { name: "frames", run: tryFrames },
    { name: "event streams", run: tryEventStream },
    { name: "HTTP responses", run: tryResponse },
    { name: "records", run: (random) => tryRecord(oneOf(random, records), random) },
    { name: "branch files", run: (random) => tryBranch(oneOf(random, records), random) },
    { name: "events", run: tryEvent },
    { name: "thresholds", run: tryThreshold },
    { name: "output schemas", run: tryOutputSchema },
    { name: "profiles", run: tryProfile },
    { name: "runs", run: tryRun },
    { name: "refusals", run: (random) => tryRefusal({ configurations, records }, random) },
  ];
}

function demand(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

function tryConfiguration(text: string, random: Random): boolean {
  const changed = random() < 0.5 ? mutateText(text, random) : JSON.stringify(mutateJson(parse(text) as Json, random));
  return works(() => readPlan(changed));
}

/** Returns what was written to act in the place where it is refused. */
function tryRefusal({ configurations, records }: Seeds, random: Random): boolean {
  const record = oneOf(random, records);
  const [entry] = entriesOf(record);
  const where = "a file of the branch";
  const readers: readonly (() => unknown)[] = [
    () => readRecord(poisoned(JSON.parse(JSON.stringify(record)), random), "record.json"),
    () => readPlan(JSON.stringify(poisoned(parse(oneOf(random, configurations)) as Json, random))),
    () => readPlan(oneOf(random, configurations), oneOf(random, hostileSettings)),
    () => parseEntry(poisoned(JSON.parse(JSON.stringify(entry)), random), where),
    () => parseIndex(JSON.stringify(poisoned(JSON.parse(emptyText), random)), where),
  ];
  return works(oneOf(random, readers));
}

const hostileSettings = [
  "``\u200b``=1",
  "thresholds.\n``\u200b``\n\n# x=1",
  "thresholds.p50=\n::error::x",
  "x".repeat(9_000),
];

const messages = [
  '{"jsonrpc":"2.0","id":1000000000,"result":{"content":[{"type":"text","text":"a\\\\\\"b"}]}}',
  '{"result":{"id":5,"error":{}},"jsonrpc":"2.0","id":1000000001}',
  '{"jsonrpc":"2.0","id":"1000000000","error":{"code":-32601,"message":"x"}}',
  '{"jsonrpc":"2.0","method":"notifications/message","params":{"data":"{\\"id\\":1000000000}"}}',
  '{ "jsonrpc" : "2.0" , "id" : 7 , "method" : "ping" }',
  "Listening on stdio",
  "",
];

/** However the bytes are cut, the lines are the same; and the id read from a few bytes is that of the whole message. */
function tryFrames(random: Random): boolean {
  const lines = Array.from({ length: 1 + upTo(random, 5) }, () => {
    const message = oneOf(random, messages);
    return random() < 0.5 ? message : mutateText(message, random);
  });
  const bytes = Buffer.from(lines.join(oneOf(random, ["\n", "\r\n", "\n\n"])) + oneOf(random, ["", "\n"]));
  const frames = framesOf([bytes]);
  demand(isDeepStrictEqual(framesOf(inPieces(bytes, random)), frames), "lines depend on how they are cut");
  const delivered: unknown[] = [];
  const exchange = new Exchange((message) => void delivered.push(message));
  exchange.encode({ method: "ping" }, "\n");
  exchange.expect(1_000_000_000, { onReply: () => {}, onFailure: () => {} });
  let valid = 0;
  for (const frame of frames) {
    const buffer = Buffer.from(frame);
    exchange.receive(buffer, 0);
    exchange.warnings();
    const id = replyId(buffer);
    const whole = uniqueKeys(frame);
    if (whole === undefined) continue;
    valid++;
    demand(id === undefined || id === whole.id, `the id ${id} is not that of the message, ${String(whole.id)}`);
  }
  return valid > 0;
}

function framesOf(pieces: readonly Buffer[]): string[] {
  const frames: string[] = [];
  const reader = new FrameReader({ onFrame: (frame) => frames.push(frame.toString()), onTooLong: () => {} });
  for (const piece of pieces) reader.push(piece);
  return frames;
}

/** A JSON object that says nothing twice at its top; undefined for anything else. */
function uniqueKeys(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    return JSON.stringify(value).length === JSON.stringify(JSON.parse(text.trim())).length &&
      (text.match(/"id"/g) ?? []).length <= 1
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

const streams = [
  'event: message\ndata: {"jsonrpc":"2.0"}\n\n',
  ": comment\r\n\r\nid: 1\r\nretry: 5\r\ndata: a\r\ndata: b\r\n\r\n",
  "\ufeffdata:x\r\rdata\n\nid\n\n",
];

function tryEventStream(random: Random): boolean {
  const text = Array.from({ length: 1 + upTo(random, 3) }, () => oneOf(random, streams)).join("");
  const bytes = Buffer.from(random() < 0.7 ? mutateText(text, random) : text);
  const whole = eventsOf([bytes]);
  demand(isDeepStrictEqual(eventsOf(inPieces(bytes, random)), whole), "events depend on how they are cut");
  return whole.data.length > 0;
}

function eventsOf(pieces: readonly Buffer[]) {
  const data: string[] = [];
  let tooLong = 0;
  const reader = new SseReader({ onData: (one) => data.push(one.toString()), onTooLong: () => void tooLong++ });
  for (const piece of pieces) reader.push(piece);
  return { data, tooLong, resume: reader.resumePoint };
}

const responses = [
  "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 5\r\n\r\nhello",
  "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2;x=y\r\nhe\r\n3 \r\nllo\r\n0\r\nA: b\r\n\r\n",
  "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 202 Accepted\r\ncontent-length: 0\r\nkeep-alive: timeout=5\r\n\r\n",
  "HTTP/1.0 404 Not Found\r\n\r\nnothing",
];

function tryResponse(random: Random): boolean {
  const text = oneOf(random, responses);
  const bytes = Buffer.from(random() < 0.8 ? mutateText(text, random) : text, "latin1");
  const whole = responseOf([bytes]);
  const pieces = responseOf(inPieces(bytes, random));
  demand(isDeepStrictEqual(pieces, whole), "a response depends on how it is cut");
  return whole.fault === undefined;
}

function responseOf(pieces: readonly Buffer[]) {
  const reader = new ResponseReader();
  reader.expect("POST");
  const heads: number[] = [];
  let body = "";
  const sink = {
    onHead: ({ status }: { status: number }) => void heads.push(status),
    onData: (part: Buffer) => {
      body += part.toString("latin1");
    },
  };
  try {
    for (const piece of pieces) if (reader.push(piece, sink)) break;
    return { heads, body };
  } catch (error) {
    if (!(error instanceof HttpSyntaxError)) throw error;
    // The pieces decide how much was handed on before the fault.
    return { fault: true };
  }
}

function tryRecord(record: RunRecord, random: Random): boolean {
  let changed: Json = JSON.parse(JSON.stringify(record));
  for (let left = 1 + upTo(random, 4); left > 0; left--) changed = mutateJson(changed, random);
  return works(() => {
    const read = readRecord(JSON.parse(JSON.stringify(changed)), "record.json");
    const report = judge(read, {
      stored: { kind: "none", reason: "none is there" },
      failOn: ["regression"],
      reproduce: "npx mcp-bench run",
    });
    renderSummary(report);
    renderTerminal(report, { color: false, width: 100, details: true });
    // Pages need the bundler.
    for (const render of [renderJson, renderCsv, renderJunit, renderOpenMetrics]) render(report);
    recordSchema.parse(JSON.parse(JSON.stringify(read)));
  });
}

const outputSchemas: readonly { readonly schema: Json; readonly content: Json }[] = [
  {
    schema: {
      type: "object",
      properties: {
        a: { type: "string", pattern: "^x+$" },
        next: { $ref: "#" },
        list: { items: { $ref: "#/$defs/n" } },
      },
      required: ["a"],
      additionalProperties: false,
      $defs: { n: { type: "integer", minimum: 1 } },
    },
    content: { a: "xx", next: { a: "x" }, list: [1, 2] },
  },
  {
    schema: {
      $schema: "http://json-schema.org/draft-07/schema#",
      anyOf: [{ properties: { b: { enum: [1, "2", null] } } }, { not: { required: ["c"] } }],
      patternProperties: { "^d": { format: "date-time" } },
      if: { minProperties: 3 },
      else: { propertyNames: { maxLength: 9 } },
    },
    content: { b: 1, c: null, d: "2026-11-23T00:00:00Z" },
  },
];

/** Whatever a schema is, its check says what is wrong or nothing, in time. */
function tryOutputSchema(random: Random): boolean {
  const { schema, content } = oneOf(random, outputSchemas);
  const changed = mutateJson(mutateJson(schema, random), random);
  const check = schemaCheck(JSON.parse(JSON.stringify(changed)), { clock: systemClock });
  const said = [content, mutateJson(content, random)].map((structuredContent) => check({ structuredContent }));
  demand(
    said.every((one) => one === undefined || one.length > 0),
    "a complaint that says nothing",
  );
  return said[0] === undefined;
}

function tryBranch(record: RunRecord, random: Random): boolean {
  const made = entriesOf(record);
  const [first] = made;
  if (!first) throw new RangeError("a record makes entries");
  const index = { ...parseIndex(emptyText, "x"), keys: { [first.key]: summariseKey(made) } };
  const change = (text: string) =>
    random() < 0.5 ? mutateText(text, random) : JSON.stringify(mutateJson(JSON.parse(text) as Json, random));
  const where = "a file of the branch";
  const took = [
    works(() => parseShard(change(printShard(made)), { path: shardPath(first), where })),
    works(() => {
      const read = parseIndex(change(JSON.stringify(index)), where);
      renderReadme(read);
      printIndex(read);
    }),
    works(() => {
      const listing = `100644 blob ${"a".repeat(40)}     123\tmcp-bench.json\x00100644 blob ${"b".repeat(40)}  7\t${shardPath(first)}\x00`;
      parseTree(mutateText(listing, random), String);
    }),
  ];
  return took.includes(true);
}

const emptyText = '{"kind":"mcp-bench-baseline","schema":1,"history":{"commits":0,"bytes":0},"keys":{}}';

function entriesOf(record: RunRecord): Entry[] {
  const head = summarise(tabulate(record), "head");
  const commit = { sha: "2".repeat(40), dirty: false };
  return [entryFrom({ ...record, commit, createdAt: "2026-11-02T00:00:00.000Z" }, { head, status: "pass" })];
}

const id = "a".repeat(40);
const side = { sha: id, repo: { full_name: "octo/server" } };
const payloads: Readonly<Record<string, Json>> = {
  pull_request: { pull_request: { number: 1, head: side, base: side }, repository: { default_branch: "main" } },
  push: { before: id },
  merge_group: { merge_group: { base_sha: id } },
  workflow_run: {
    workflow_run: {
      conclusion: "success",
      head_sha: id,
      head_branch: "main",
      head_repository: { owner: { login: "octo" } },
    },
  },
};
const variables = {
  GITHUB_REPOSITORY: "octo/server",
  GITHUB_RUN_ID: "7",
  GITHUB_RUN_ATTEMPT: "2",
  GITHUB_SHA: id,
  GITHUB_REF: "refs/heads/main",
  GITHUB_SERVER_URL: "https://github.example",
  GITHUB_API_URL: "https://api.github.example",
  GITHUB_WORKSPACE: "/srv",
  RUNNER_TEMP: "/tmp",
};

async function tryEvent(random: Random): Promise<boolean> {
  using folder = mkdtempDisposableSync(path.join(tmpdir(), "mcp-bench-fuzz-"));
  const [name, payload] = oneOf(random, Object.entries(payloads));
  const text = JSON.stringify(mutateJson(payload, random));
  const file = path.join(folder.path, "event.json");
  writeFileSync(file, random() < 0.1 ? mutateText(text, random) : text);
  const changed = Object.entries(mutateJson(variables, random) ?? {});
  const env = random() < 0.5 ? variables : Object.fromEntries(changed.map(([key, value]) => [key, String(value)]));
  const found = await readGitHubContext({ GITHUB_EVENT_NAME: name, GITHUB_EVENT_PATH: file, ...env }).catch(
    (error: unknown) => {
      if (error instanceof UserError) return undefined;
      throw error;
    },
  );
  return found !== undefined;
}

const limits = ["+10%", "-5%", "+0.5pp", "200ms", "<=1.5s", ">=50/s", "50MB", "+500KB", "1%", "100"];

/** Whatever is read is a finite bound, and what editors are told to take is what is taken. */
function tryThreshold(random: Random): boolean {
  const text = random() < 0.3 ? oneOf(random, limits) : mutateText(oneOf(random, limits), random);
  const metric = oneOf(random, metricIds);
  const limit = parseLimit(text, metric);
  const isRead = !("problem" in limit);
  if (isRead)
    for (const value of Object.values(limit))
      demand(typeof value !== "number" || (Number.isFinite(value) && value >= 0), `a bound of ${value}`);
  if (text.length < 1_000 && isRead)
    demand(
      new RegExp(limitPattern({ id: metric, ...metricOf(metric) })).test(text),
      `editors would refuse ${JSON.stringify(text)} for ${metric}`,
    );
  return isRead;
}

/** Configurations of this repository: whole ones, and those of the recipes, which between them have every key. */
export function ownConfigurations(root: string): string[] {
  const names = ["fixtures/dogfood/mcp-bench.yml", "fixtures/studies/minimcp/mcp-bench.yml"];
  const recipes = readFileSync(path.join(root, "docs/recipes.md"), "utf8").matchAll(/^```yaml\n(server:.*?)^```/gms);
  return [
    ...names.map((name) => readFileSync(path.join(root, name), "utf8")),
    ...[...recipes].map(([, text = ""]) => text),
  ];
}
