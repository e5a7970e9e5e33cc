import type { Json } from "../../src/base/json.ts";
import { makePlan } from "../../src/config/expand/make-plan.ts";
import { parseConfig } from "../../src/config/parse.ts";
import { UserError } from "../../src/errors.ts";
import { runPlan } from "../../src/measure/run/run-plan.ts";
import { standardRun } from "../../src/options/run-options.ts";
import type { Plan } from "../../src/plan/plan.ts";
import { recordSchema } from "../../src/record/record.ts";
import { renderSummary } from "../../src/report/markdown/markdown.ts";
import { renderTerminal } from "../../src/report/terminal/terminal.ts";
import { judge } from "../../src/run/judge.ts";
import type { RunningServer } from "../../src/server/protocol/session.ts";
import { type Behaviour, FakeWire, gone, ManualClock } from "../../test/measure/fake-server.ts";
import { dependencies } from "../../test/measure/plans.ts";
import { mutateJson, mutateText, oneOf, type Random } from "./mutate.ts";
import { checkRefusal } from "./refusals.ts";

/** Between them they read of a reply whatever is read of one. */
const configurations = [
  "server: x\n",
  `server: x
benchmarks:
  - { tool: call, expect: { text: "ok {{seq}}", schema: true } }
  - { name: prepared, tool: call, arguments: { id: "{{ids[seq]}}" }, setup: [{ tool: call, capture: { ids: "structuredContent.ids" } }] }
  - { name: turn, steps: [{ tool: call, capture: { ids: "structuredContent.ids[*]" } }, { resource: "{{ids[0]}}" }] }
  - { resource: "a:b" }
  - { prompt: ask }
  - { method: tools/list }
  - { name: mixed, mix: [{ tool: call }, { method: ping }] }
`,
  'server: x\nbenchmarks: [{ name: task, tool: call, task: true }, { tool: call, expect: { structured: { ids: ["a:b"] } } }]\n',
];

const tool = {
  name: "call",
  description: "Calls",
  inputSchema: { type: "object", properties: { id: { type: "string", "x-mcp-header": "Id" } }, required: [] },
  outputSchema: { type: "object", properties: { ids: { type: "array", items: { type: "string" } } } },
  annotations: { readOnlyHint: true },
};
const ok = { content: [{ type: "text", text: "ok 1" }], structuredContent: { ids: ["a:b", "c:d"] } };
const task = { taskId: "t", status: "working", pollInterval: 20, createdAt: "2026-11-23T00:00:00Z" };
const results: Readonly<Record<string, readonly Json[]>> = {
  "tools/list": [{ tools: [tool, { ...tool, name: "other" }], ttlMs: 1000, cacheScope: "public" }],
  "prompts/list": [{ prompts: [{ name: "ask", arguments: [{ name: "topic", required: false }] }] }],
  "tools/call": [ok, { ...ok, isError: true }, { task }, { resultType: "task", ...task }],
  "tasks/get": [task, { ...task, status: "completed", result: ok }],
  "tasks/result": [ok],
  "resources/read": [{ contents: [{ uri: "a:b", text: "x" }] }],
  "prompts/get": [{ messages: [{ role: "user", content: { type: "text", text: "x" } }] }],
};

export function readPlan(text: string, ...set: readonly string[]): Plan {
  return makePlan(parseConfig(text, "mcp-bench.yml", { workingDirectory: "/nowhere", set }), {
    directory: "/nowhere",
    expansion: { environment: {}, allowed: [] },
    childEnvironment: (configured) => ({ ...configured }),
    run: { ...standardRun, seed: 1 },
  });
}

/** Any answer of a server makes a record that can be reported, or an error that is meant for people. */
export async function tryRun(random: Random): Promise<boolean> {
  const clock = new ManualClock();
  const wild = random() * 0.5;
  const behave = ({ index, method }: { index: number; method: string }): Behaviour => {
    if (random() < wild / 20) return gone;
    const result = oneOf(random, results[method] ?? [{}]);
    const message = { jsonrpc: "2.0", id: index, result };
    const changed = JSON.stringify(random() < wild ? mutateJson(message, random) : message);
    return { kind: "raw", body: random() < wild / 5 ? mutateText(changed, random) : changed, takesMs: 1 };
  };
  const launch = async (): Promise<RunningServer> => {
    const wire = new FakeWire(behave, clock);
    return {
      readyMs: () => 10,
      connect: async () => ({
        identity: { name: "x", version: "1", protocol: "2025-11-25" },
        capabilities: new Set(["tools", "prompts", "resources", "tasks"]),
        wire,
        handshakeMs: 5,
        hear: () => () => {},
        close: async () => {},
        warnings: () => [],
      }),
      stop: async () => ({ exitCode: 0, signal: null, killed: false, orphans: 0 }),
      stderrTail: () => "",
    };
  };
  const resources = { method: "none", read: async () => new Map() };
  const text = `${oneOf(random, configurations)}defaults: { rounds: 1, requests: 2, warmup: 0, leak_check: 0, timeout: 100ms }\n`;
  const plan = readPlan(text);
  try {
    const given = { clock, alarm: clock.alarm, delay: async () => {}, launch, resources };
    const record = recordSchema.parse(JSON.parse(JSON.stringify(await runPlan(plan, dependencies(given)))));
    const stored = { kind: "none", reason: "none is there" } as const;
    const report = judge(record, { stored, failOn: [], reproduce: "npx mcp-bench run" });
    renderSummary(report);
    renderTerminal(report, { color: false, width: 100, details: true });
    return true;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    checkRefusal(error);
    return false;
  }
}
