import type { Status } from "../../src/record/status.ts";

/** Path to content; null: the file is gone. */
export type Files = Readonly<Record<string, string | null>>;

/** Says what a maintainer expects of the check. */
export interface Expected {
  readonly exit: number;
  /** Absent where the run ends before anything is judged. */
  readonly status?: Status;
  /** Facts that the first sentences, or the error, have to name. */
  readonly says?: readonly RegExp[];
}

/** A pull request as people open them every day, with a server that is as fast as base's or takes twice as long. */
export interface Everyday {
  /** Completes "The pull request …". */
  readonly name: string;
  /** Says what base has beside, or instead of, the standard project. */
  readonly base?: Files;
  /** Says what head has otherwise than base. */
  readonly head: (work: number) => Files;
  /** Says what the run is asked for in addition. */
  readonly options?: readonly string[];
  readonly equal: Expected;
  readonly slow: Expected;
  /** Says what the report says of the configuration. */
  readonly note?: RegExp;
  /** Says how the commits come about, where not by one commit on a branch. */
  readonly history?: "merge" | "revert";
}

/** Milliseconds that a call waits: they hardly differ on a busy machine, where those of work do. */
export const [usual, twice] = [5, 10];

interface Server {
  readonly work?: number;
  /** Input schemas of the tools, by their names. */
  readonly tools?: Readonly<Record<string, object>>;
  /** Says what the first line does. */
  readonly first?: string;
  readonly answer?: string;
}

const plain = { type: "object", properties: { q: { type: "string" } } };

/** A server over stdio that loads nothing. */
export function server({ work = usual, tools = { search: plain }, first = "", answer = "" }: Server = {}): string {
  return `${first}
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
const work = ${work};
const schemas = ${JSON.stringify(tools)};
async function search() {
  await setTimeout(work);
  return ${JSON.stringify(answer)} + "c0ffee";
}
const listed = Object.entries(schemas).map(([name, inputSchema]) => ({ name, inputSchema, annotations: { readOnlyHint: true } }));
const call = async ({ name, arguments: given = {} }) => {
  const lacking = (schemas[name]?.required ?? []).filter((argument) => given[argument] === undefined);
  if (!schemas[name] || lacking.length > 0) return { isError: true, content: [{ type: "text", text: "refused" }] };
  return { content: [{ type: "text", text: await search() }] };
};
const answers = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "everyday", version: "1.0.0" } }),
  ping: () => ({}),
  "tools/list": () => ({ tools: listed }),
  "tools/call": call,
};
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  const result = await answers[method]?.(params);
  const reply = result ? { result } : { error: { code: -32601, message: "Method not found" } };
  process.stdout.write(\`\${JSON.stringify({ jsonrpc: "2.0", id, ...reply })}\\n\`);
}
`;
}

interface Configuration {
  readonly build?: string;
  readonly entry?: string;
  readonly env?: string;
  readonly p50?: string;
  readonly benchmarks?: readonly string[];
}

const search = "{ tool: search, arguments: { q: a } }";

export function configuration({
  build,
  entry = "server.mjs",
  env,
  p50 = "+40%",
  benchmarks = [search],
}: Configuration = {}): string {
  const more = env === undefined ? "" : `, env: { ${env} }`;
  return `server: { command: node, args: [${entry}], protocol: 2025-11-25${more} }
${build === undefined ? "" : `build: ${build}\n`}defaults: { requests: 8, warmup: 2, leak_check: 0 }
thresholds: { p50: ${p50}, cpu_per_call: off, p95: off, throughput: off, startup: off, peak_rss: off, tools_list_bytes: off }
benchmarks:
${benchmarks.map((one) => `  - ${one}\n`).join("")}`;
}

/** Says what a run without a configuration is asked for instead. */
const bySettings = Object.entries({
  "defaults.requests": "8",
  "defaults.leak_check": "0",
  "thresholds.p50": "+40%",
  "thresholds.cpu_per_call": "off",
  "thresholds.p95": "off",
  "thresholds.throughput": "off",
  "thresholds.startup": "off",
  "thresholds.peak_rss": "off",
}).flatMap(([key, value]) => ["--set", `${key}=${value}`]);

const manifest = (entry: string) => `${JSON.stringify({ name: "everyday", version: "1.0.0", bin: entry })}\n`;

export const project: Files = { "server.mjs": server(), "mcp-bench.yml": configuration(), "README.md": "A server.\n" };

const fast: Expected = { exit: 0, status: "pass" };
const slower: Expected = {
  exit: 1,
  status: "regressed",
  says: [/search(?: \(new\))? is .* slower|launches are slow in search/],
};
const green = { equal: fast, slow: slower };
/** Whatever the speed, calls of base fail. */
const breaks = (fact: RegExp) => ({
  equal: { exit: 1, status: "regressed", says: [fact] } as const,
  slow: { exit: 1, status: "regressed", says: [fact] } as const,
});
const notComparedFor = (fact: RegExp) => ({
  equal: { exit: 0, status: "no-baseline", says: [fact] } as const,
  slow: { exit: 0, status: "no-baseline", says: [fact] } as const,
});
const brokenHead = {
  equal: { exit: 3, says: [/exited with code 7/] },
  slow: { exit: 3, says: [/exited with code 7/] },
};
const broken = server({ first: "process.exit(7);" });

const configured = (more: Configuration) => (work: number) => ({
  "server.mjs": server({ work }),
  "mcp-bench.yml": configuration(more),
});

const withExtra = { tools: { search: plain, extra: plain } };
const twoBenchmarks = configuration({ benchmarks: [search, "{ tool: extra, requests: 2 }"] });

export const corpus: readonly Everyday[] = [
  {
    name: "sets `requests: 99`",
    head: configured({ benchmarks: ["{ tool: search, arguments: { q: a }, requests: 99 }"] }),
    note: /the load of search/,
    ...green,
  },
  {
    name: "changes an argument of a benchmark",
    head: configured({ benchmarks: ["{ tool: search, arguments: { q: b } }"] }),
    note: /search changed/,
    ...green,
  },
  {
    name: "renames a benchmark",
    head: configured({ benchmarks: ["{ name: find, tool: search, arguments: { q: a } }"] }),
    note: /find renamed/,
    ...green,
  },
  { name: "adds a variable to the server's `env`", head: configured({ env: "LOG: debug" }), note: /server/, ...green },
  {
    name: "takes a benchmark out of the file",
    head: configured({ benchmarks: ["{ method: tools/list }"] }),
    note: /search removed/,
    ...green,
  },
  {
    name: "moves the entry point in `mcp-bench.yml`",
    head: (work) => ({
      "server.mjs": null,
      "main.mjs": server({ work }),
      "mcp-bench.yml": configuration({ entry: "main.mjs" }),
    }),
    note: /server/,
    ...green,
  },
  {
    name: "moves the entry point in `package.json`, without a configuration",
    base: { "mcp-bench.yml": null, "package.json": manifest("server.mjs") },
    head: (work) => ({ "server.mjs": null, "main.mjs": server({ work }), "package.json": manifest("main.mjs") }),
    options: bySettings,
    ...green,
  },
  {
    name: "changes `build`",
    base: {
      "source.mjs": server(),
      "server.mjs": null,
      ".gitignore": "/server.mjs\n",
      "mcp-bench.yml": configuration({ build: "cp source.mjs server.mjs" }),
    },
    head: (work) => ({
      "source.mjs": null,
      "src/main.mjs": server({ work }),
      "mcp-bench.yml": configuration({ build: "cp src/main.mjs server.mjs" }),
    }),
    note: /build/,
    ...green,
  },
  {
    name: "adds a tool and its benchmark",
    head: (work) => ({
      "server.mjs": server({ work, ...withExtra }),
      "mcp-bench.yml": twoBenchmarks,
    }),
    equal: { ...fast, says: [/1 new benchmark: extra, p50 /] },
    slow: { ...slower, says: [...(slower.says ?? []), /1 new benchmark: extra, p50 /] },
    note: /extra added/,
  },
  {
    name: "adds the configuration",
    base: { "mcp-bench.yml": null, "package.json": manifest("server.mjs") },
    head: configured({}),
    note: /Base has no configuration/,
    ...green,
  },
  {
    name: "deletes the configuration",
    base: { "package.json": manifest("server.mjs") },
    head: (work) => ({ "mcp-bench.yml": null, "server.mjs": server({ work }) }),
    note: /search removed/,
    ...green,
  },
  {
    name: "moves the configuration to another folder",
    base: { "mcp-bench.yml": null, "bench/speed.yml": configuration() },
    head: (work) => ({ "bench/speed.yml": null, "ci/speed.yml": configuration(), "server.mjs": server({ work }) }),
    options: ["--config", "ci/speed.yml"],
    ...green,
  },
  {
    name: "loosens a threshold",
    head: configured({ p50: "+900%" }),
    note: /the thresholds of search/,
    ...green,
  },
  {
    name: "changes an expectation that base's answers keep",
    base: { "mcp-bench.yml": configuration({ benchmarks: ["{ tool: search, expect: { text: '/[0-9a-f]+/' } }"] }) },
    head: (work) => ({
      "server.mjs": server({ work, answer: "a new answer " }),
      "mcp-bench.yml": configuration({ benchmarks: ["{ tool: search, expect: { text: new } }"] }),
    }),
    note: /search changed/,
    ...green,
  },
  {
    name: "adds a tool",
    head: (work) => ({ "server.mjs": server({ work, ...withExtra }) }),
    equal: { ...fast, says: [/[Nn]ew tool `?extra`?/] },
    slow: slower,
  },
  {
    name: "removes a tool, and its benchmark",
    base: { "server.mjs": server(withExtra), "mcp-bench.yml": twoBenchmarks },
    head: configured({}),
    ...breaks(/extra was removed/),
  },
  {
    name: "renames a tool",
    base: { "server.mjs": server(withExtra), "mcp-bench.yml": twoBenchmarks },
    head: (work) => ({ "server.mjs": server({ work, tools: { search: plain, other: plain } }) }),
    ...breaks(/extra (is now called other|was removed)/),
  },
  {
    name: "lets a tool require an argument, and gives it in the benchmark",
    base: { "mcp-bench.yml": configuration({ benchmarks: ["{ tool: search }"] }) },
    head: (work) => ({
      "server.mjs": server({ work, tools: { search: { ...plain, required: ["q"] } } }),
      "mcp-bench.yml": configuration(),
    }),
    ...breaks(/search now requires q: calls without it fail/),
  },
  {
    name: "changes the package manager",
    base: {
      "package-lock.json": "{}\n",
      "mcp-bench.yml": configuration({ build: "test -e package-lock.json" }),
    },
    head: (work) => ({
      "package-lock.json": null,
      "pnpm-lock.yaml": "lockfileVersion: '9.0'\n",
      "server.mjs": server({ work }),
      "mcp-bench.yml": configuration({ build: "test -e pnpm-lock.yaml" }),
    }),
    note: /build/,
    ...green,
  },
  {
    name: "moves the working directory",
    base: {
      "mcp-bench.yml": null,
      "server.mjs": null,
      "server/mcp-bench.yml": configuration(),
      "server/server.mjs": server(),
    },
    head: (work) => ({
      "server/mcp-bench.yml": null,
      "server/server.mjs": null,
      "packages/server/mcp-bench.yml": configuration(),
      "packages/server/server.mjs": server({ work }),
    }),
    options: ["--working-directory", "packages/server"],
    ...green,
  },
  {
    name: "changes documentation only (twice as slow: and the server)",
    head: (work) => ({
      "README.md": "A good server.\n",
      ...(work === usual ? {} : { "server.mjs": server({ work }) }),
    }),
    ...green,
  },
  {
    name: "mends a base that does not start",
    base: { "server.mjs": broken },
    head: (work) => ({ "server.mjs": server({ work }) }),
    ...notComparedFor(/^The base server [0-9a-f]{10} failed: .*exited with code 7/),
  },
  {
    name: "mends a base that does not build",
    base: { "mcp-bench.yml": configuration({ build: "echo no compiler here; exit 5" }) },
    head: (work) => ({ "server.mjs": server({ work }), "mcp-bench.yml": configuration({ build: "'true'" }) }),
    ...notComparedFor(/^Base [0-9a-f]{10} could not be built by its own build: .*exit code 5/),
  },
  { name: "breaks head", head: () => ({ "server.mjs": broken }), ...brokenHead },
  {
    name: "leaves a broken server broken",
    base: { "server.mjs": broken },
    head: () => ({ "README.md": "?\n" }),
    ...brokenHead,
  },
  {
    name: "is checked out as a merge commit",
    head: (work) => ({ "server.mjs": server({ work, answer: "found " }) }),
    history: "merge",
    ...green,
  },
  {
    name: "reverts a commit (twice as slow: one that made the server faster)",
    head: (work) => ({ "server.mjs": server({ work, answer: "found " }) }),
    history: "revert",
    ...green,
  },
];
