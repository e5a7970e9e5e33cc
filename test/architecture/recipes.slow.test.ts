import { execFileSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { sharedFolder } from "../support/folder.ts";

/** Keyed by file of `src`: a text that stands there, and what takes its place; of a new file its text in place of nothing. */
type Change = Readonly<Record<string, readonly (readonly [old: string, next: string])[]>>;

const spacedLoad = `import { z } from "zod";
import { positiveAmount } from "../fields.ts";
import { positiveDuration } from "../quantity.ts";
import { everyLoad, fairBlocks, type LoadKind, type LoadSettings, tenthOf } from "./load-kind.ts";

export const spacedLoad = z.strictObject({ kind: z.literal("spaced"), everyMs: positiveAmount, ...everyLoad });
export type SpacedLoad = z.infer<typeof spacedLoad>;

export const everyField = positiveDuration.optional().meta({ description: "Time between calls", examples: ["50ms"] });

export function makeSpaced(everyMs: number, { common, extent }: LoadSettings): SpacedLoad {
  return { kind: "spaced", everyMs, ...common, requests: 100, ...extent };
}

export const spaced: LoadKind<SpacedLoad> = {
  keys: [{ key: "every", conflicts: ["rate", "concurrency"] }],
  label: ({ everyMs }, { count }) => \`one in \${count(everyMs)} ms\`,
  blocks: (load) => fairBlocks(load, { fewest: 2 }),
  leastMs: ({ requests = 0, durationMs, everyMs }) => durationMs ?? requests * everyMs,
  quick: (load) => tenthOf(load, 2),
  answered: () => ({ kind: "closed", concurrency: 1 }),
};
`;

/** Says what docs/architecture.md says of the files to touch, done on a copy of the tree. */
const recipes = {
  "a kind of load": {
    "model/loads/spaced.ts": [["", spacedLoad]],
    "model/load.ts": [
      [
        "import { duration, positiveDuration",
        'import { everyField, makeSpaced, spaced, spacedLoad } from "./loads/spaced.ts";\nimport { duration, positiveDuration',
      ],
      ["batchLoad, searchLoad])", "batchLoad, searchLoad, spacedLoad])"],
      ["  batch,\n  search,\n", "  batch,\n  search,\n  spaced,\n"],
      ["  batch: batchField,", "  batch: batchField,\n  every: everyField,"],
      [
        "  return own.batch ?",
        "  if (own.every !== undefined) return makeSpaced(own.every, settings);\n  return own.batch ?",
      ],
    ],
    "measure/load/load-runner.ts": [
      [
        '    case "closed":',
        '    case "spaced":\n      return openRunner({ ...load, kind: "open", ratePerSecond: 1000 / load.everyMs, maxInFlight: 1 }, options);\n    case "closed":',
      ],
    ],
  },
  "an operation of the protocol": {
    "model/request.ts": [
      [
        '["ping", { reads: true }],',
        '["ping", { reads: true }],\n  ["tasks/get", { capability: "tasks", reads: true }],',
      ],
      ["readonly prompt: string;", "readonly prompt: string;\n  readonly poll: string;"],
      [
        "  completion: {\n    field: completion,",
        `  poll: {
    field: text,
    operation: (taskId) => ({ method: "tasks/get", params: { taskId }, target: taskId }),
  },
  completion: {\n    field: completion,`,
      ],
    ],
  },
  "a kind of operation": {
    "model/operation.ts": [
      ["StepsOperation | HttpOperation;", "StepsOperation | HttpOperation | ToolsOperation;"],
      [
        "/** A request to the origin",
        `/** Calls of several tools without arguments, in turn. */
export interface ToolsOperation {
  readonly kind: "tools";
  readonly method: "tools";
  readonly calls: readonly RpcOperation[];
  readonly target: string;
}

/** A request to the origin`,
      ],
      [
        "  http: httpField",
        '  tools: z.array(text).optional().meta({ description: "Tools to call", examples: [["a"]] }),\n  http: httpField',
      ],
      ['"steps", "http"] as const', '"steps", "http", "tools"] as const'],
      ['"think" | "http"]?', '"think" | "http" | "tools"]?'],
      ["operationName({ mix, steps,", "operationName({ mix, steps, tools,"],
      ['  if (steps) return "turn";', '  if (steps) return "turn";\n  if (tools) return "tools";'],
      ["  { mix, steps, think,", "  { mix, steps, tools, think,"],
      [
        "  if (!http) return",
        `  if (tools) {
    const calls = tools.map((tool) => rpcOperation({ tool }));
    return { kind: "tools", method: "tools", calls, target: tools.join(", ") };
  }
  if (!http) return`,
      ],
      [
        '    case "steps":\n',
        '    case "tools":\n      return operation.calls.map((one) => ({ operation: one }));\n    case "steps":\n',
      ],
    ],
    "measure/row/calls.ts": [
      ["Operation, StepsOperation }", "Operation, StepsOperation, ToolsOperation }"],
      [
        '  return operation.kind === "steps" ?',
        '  if (operation.kind === "tools") return toolCalls(operation, around);\n  return operation.kind === "steps" ?',
      ],
      [
        "function turnCalls(",
        `export function toolCalls({ calls }: ToolsOperation, { wire }: Pick<SessionsAround, "wire">): SessionCalls {
  let made = 0;
  const encode = (): Frame => {
    const next = calls[made++ % calls.length];
    if (!next) throw new RangeError("no tool to call");
    return wire.encode(next.method, next.params);
  };
  return { wire, encode, classify: replyClassifier() };
}

function turnCalls(`,
      ],
    ],
  },
  "an option of a run": {
    "options/run-options.ts": [
      [
        "  readonly shard?: Shard | undefined;",
        "  readonly shard?: Shard | undefined;\n  readonly cooldownMs?: number | undefined;",
      ],
      [
        "  shard: {\n",
        `  cooldownMs: {
    name: "cooldown",
    value: "time",
    help: "pause after each row",
    read: readDuration,
    isInput: true,
    write: (milliseconds) => \`\${milliseconds}ms\`,
  },
  shard: {\n`,
      ],
      ["rounds, timeBudgetMs }", "rounds, timeBudgetMs, cooldownMs }"],
    ],
    "record/record.ts": [
      [
        "timeBudgetMs: positiveAmount.optional(),",
        "timeBudgetMs: positiveAmount.optional(),\n      cooldownMs: positiveAmount.optional(),",
      ],
    ],
    "config/expand/make-plan.ts": [
      ["cooldownMs: config.defaults.cooldown,", "cooldownMs: run.cooldownMs ?? config.defaults.cooldown,"],
    ],
  },
  "an input of the action": {
    "action/inputs.ts": [
      [
        "    commentKey: readInput",
        `    annotations: readBoolean(readInput("annotations") ?? "true", "input annotations"),\n    commentKey: readInput`,
      ],
    ],
    "action/publish-report.ts": [
      ["logAnnotations(annotationsOfAll", "if (job.inputs.annotations) logAnnotations(annotationsOfAll"],
    ],
  },
} satisfies Readonly<Record<string, Change>>;

const mostFiles: { readonly [Name in keyof typeof recipes]: number } = {
  "a kind of load": 3,
  "an operation of the protocol": 2,
  "a kind of operation": 2,
  "an option of a run": 4,
  "an input of the action": 3,
};

const folder = sharedFolder();

function make([file, edits]: readonly [string, Change[string]]): void {
  const copy = path.join(folder, "src", file);
  const text = edits.reduce(
    (before, [old, next]) => {
      if (!before.includes(old)) throw new Error(`src/${file} does not hold ${JSON.stringify(old)} any more`);
      return before.replaceAll(old, next);
    },
    existsSync(copy) ? readFileSync(copy, "utf8") : "",
  );
  writeFileSync(copy, text);
}

beforeAll(() => {
  for (const name of ["src", "tsconfig.json", "package.json"])
    cpSync(name, path.join(folder, name), { recursive: true });
  symlinkSync(path.resolve("node_modules"), path.join(folder, "node_modules"));
  for (const change of Object.values<Change>(recipes)) for (const file of Object.entries(change)) make(file);
});

describe("touches few files of src", () => {
  test.each(Object.entries<Change>(recipes))("%s", (name, change) => {
    const count = Object.keys(change).length;
    expect(count).toBeLessThanOrEqual(mostFiles[name as keyof typeof recipes]);
    const page = readFileSync("docs/architecture.md", "utf8").replaceAll("**", "").toLowerCase();
    expect(page).toContain(`${name} (${count} ${count === 1 ? "file" : "files"})`);
  });
});

test("which is all that the compiler asks for", () => {
  const tsc = path.resolve("node_modules/typescript/bin/tsc");
  expect(() => execFileSync(process.execPath, [tsc, "-p", "."], { cwd: folder, stdio: "pipe" })).not.toThrow();
});

/** Returns what a script prints that runs in the changed tree. */
function printed(script: string): unknown {
  return JSON.parse(
    execFileSync(process.execPath, ["--input-type=module", "-e", script], { cwd: folder, encoding: "utf8" }),
  );
}

test("an operation is requested, looked for in what the server offers, and called for longer", () => {
  const script = `
    import { makePlan } from "./src/config/expand/make-plan.ts";
    import { parseConfig } from "./src/config/parse.ts";
    import { onlyReads, skipReason } from "./src/measure/probe/check-row.ts";
    import { standardRun } from "./src/options/run-options.ts";
    const loaded = parseConfig("server: node s.js\\nbenchmarks: [{ poll: a1 }, { mix: [{ poll: a2 }, { method: ping }] }]", "c.yml");
    const options = { directory: "/", expansion: { environment: {}, allowed: [] }, childEnvironment: () => ({}) };
    const { rows } = makePlan(loaded, { ...options, run: { ...standardRun, seed: 1 } });
    const offer = { protocol: "2025-11-25", capabilities: new Set(), tools: [], prompts: [] };
    console.log(JSON.stringify(rows.map((row) => [row.id, row.operation.params, skipReason(row, offer), onlyReads(row, offer)])));
  `;
  const skipped = "the server does not offer tasks/get (no capability `tasks`)";
  expect(printed(script)).toEqual([
    ["a1", { taskId: "a1" }, skipped, true],
    ["mix", null, skipped, true],
  ]);
});

test("a kind of operation is configured, named, probed and called", () => {
  const script = `
    import { makePlan } from "./src/config/expand/make-plan.ts";
    import { parseConfig } from "./src/config/parse.ts";
    import { skipReason } from "./src/measure/probe/check-row.ts";
    import { toolCalls } from "./src/measure/row/calls.ts";
    import { standardRun } from "./src/options/run-options.ts";
    const loaded = parseConfig("server: node s.js\\nbenchmarks: [{ tools: [a, b] }]", "c.yml");
    const options = { directory: "/", expansion: { environment: {}, allowed: [] }, childEnvironment: () => ({}) };
    const [row] = makePlan(loaded, { ...options, run: { ...standardRun, seed: 1 } }).rows;
    const tools = [{ name: "a", inputSchema: {} }];
    const offer = { protocol: "2025-11-25", capabilities: new Set(["tools"]), tools, prompts: [] };
    const wire = { encode: (method, { name }) => method + " " + name };
    const { encode } = toolCalls(row.operation, { wire });
    console.log(JSON.stringify([row.id, row.operation.target, skipReason(row, offer), encode(), encode(), encode()]));
  `;
  expect(printed(script)).toEqual(["tools", "a, b", null, "tools/call a", "tools/call b", "tools/call a"]);
});

test("a kind of load is configured, named, divided into blocks, kept in the record and cut for a quick run", () => {
  const script = `
    import { makePlan } from "./src/config/expand/make-plan.ts";
    import { parseConfig } from "./src/config/parse.ts";
    import { blocksOf, leastMsOf, load, loadProblems, quickLoad } from "./src/model/load.ts";
    import { standardRun } from "./src/options/run-options.ts";
    import { loadText } from "./src/report/sections/load-text.ts";
    const loaded = parseConfig("server: node s.js\\nbenchmarks: [{ tool: a, every: 50ms, requests: 40 }]", "c.yml");
    const options = { directory: "/", expansion: { environment: {}, allowed: [] }, childEnvironment: () => ({}) };
    const [row] = makePlan(loaded, { ...options, run: { ...standardRun, seed: 1 } }).rows;
    const kept = load.parse(JSON.parse(JSON.stringify(row.load)));
    const problems = loadProblems({ every: 50, rate: 5 }).map(({ key }) => key);
    console.log(JSON.stringify([kept.kind, loadText(kept), blocksOf(kept), leastMsOf(kept), quickLoad(kept).requests, problems]));
  `;
  expect(printed(script)).toEqual(["spaced", "one in 50 ms", [10, 10, 10, 10], 2000, 4, ["rate"]]);
});

test("an option is read by both front ends, takes effect, is kept and is repeated", () => {
  const script = `
    import { Command } from "commander";
    import { readRunOptions, withRunOptions } from "./src/cli/options.ts";
    import { makePlan } from "./src/config/expand/make-plan.ts";
    import { configFromCommandLine } from "./src/config/load-config.ts";
    import { allRunOptions, askedOf } from "./src/options/run-options.ts";
    import { reproduceCommand } from "./src/run/reproduce.ts";
    const run = { ...readRunOptions(withRunOptions(new Command()).parse(["--cooldown", "2s"], { from: "user" }).opts()), seed: 1 };
    const options = { directory: "/", expansion: { environment: {}, allowed: [] }, childEnvironment: () => ({}) };
    const { cooldownMs } = makePlan(configFromCommandLine("node s.js"), { ...options, run });
    const inputs = allRunOptions.filter(({ isInput }) => isInput).map(({ name }) => name);
    console.log(JSON.stringify([cooldownMs, askedOf(run).cooldownMs, inputs.includes("cooldown"), reproduceCommand(run)]));
  `;
  expect(printed(script)).toEqual([2000, 2000, true, "npx mcp-bench run --cooldown 2000ms --seed 1"]);
});
