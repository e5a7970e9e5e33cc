import { describe, expect, test } from "vitest";
import { contextCost } from "../../../src/measure/launch/launch-arm.ts";
import { loadTokenizer } from "../../../src/measure/launch/tokenizer.ts";
import { figureOf } from "../../../src/metrics/summary.ts";
import { renderCsv } from "../../../src/report/exports/csv.ts";
import { renderJson } from "../../../src/report/exports/json.ts";
import { loggingOver, reportOf, runConfig, summaryOf } from "../run-config.ts";

describe("tokens", () => {
  // Counts of OpenAI's tiktoken, from its cookbook "How to count tokens with tiktoken".
  test.each([
    ["tiktoken is great!", 6],
    ["antidisestablishmentarianism", 6],
    ["2 + 2 = 4", 7],
    ["お誕生日おめでとう", 8],
    ["", 0],
  ])("are those of o200k_base: %s", async (text, tokens) => {
    expect((await loadTokenizer("o200k_base"))(text)).toBe(tokens);
  });

  test("take words of the model's transport for text", async () => {
    expect((await loadTokenizer("o200k_base"))("<|endoftext|>")).toBeGreaterThan(1);
  });

  test("of endless runs are counted in bearable time, and of endless texts not at all", async () => {
    const countTokens = await loadTokenizer("o200k_base");
    expect(countTokens("a".repeat(40_000))).toBe(5_000);
    expect(countTokens("-".repeat(40_000))).toBeGreaterThan(100);
    expect(countTokens("a b ".repeat(2 ** 20 + 1))).toBeUndefined();
  });
});

describe("context cost", () => {
  const tools = [{ name: "a", description: "é" }, { name: "b" }];
  const digest = expect.stringMatching(/^[0-9a-f]{16}$/);

  test("is told per tool, over all pages", () => {
    const cost = contextCost([{ tools: [tools[0]] }, { tools: [tools[1], "no tool"] }, {}], {
      instructions: "Ask.",
      countTokens: (text) => text.length,
    });
    expect(cost).toEqual({
      metrics: { instructions_bytes: 4, instructions_tokens: 4, tools_list_tokens: 30 + 12 },
      tools: [
        { name: "a", bytes: 31, tokens: 30, digest },
        { name: "b", bytes: 12, tokens: 12, digest },
      ],
    });
  });

  test("has no tokens unless they are asked for, and no sum of some", () => {
    expect(contextCost([{ tools }], {})).toEqual({
      metrics: { instructions_bytes: 0 },
      tools: [
        { name: "a", bytes: 31, digest },
        { name: "b", bytes: 12, digest },
      ],
    });
    const short = (text: string) => (text.length > 20 ? undefined : text.length);
    expect(contextCost([{ tools }], { countTokens: short }).metrics).toHaveProperty("tools_list_tokens", undefined);
  });
});

const run = (more: string) =>
  runConfig(
    `server: ${loggingOver.stdio()}\n${more}defaults: { requests: 3, warmup: 0, rounds: 1, leak_check: 0 }\nbenchmarks: [{ tool: decide }, { method: ping }]\n`,
  );

test("a run that asks for tokens shows them, per tool too", async () => {
  const record = await run("tokens: o200k_base\n");
  const report = reportOf(record);
  const { head } = report;
  const tools = record.arms[0]?.tools ?? [];
  expect(tools.map(({ name }) => name)).toEqual(["decide", "hang"]);
  expect(figureOf(head.server, "tools_list_tokens")).toBe(tools.reduce((sum, { tokens = 0 }) => sum + tokens, 0));
  expect(figureOf(head.server, "instructions_tokens")).toBe(8);
  expect(figureOf(head.rows[0]?.statistics, "response_tokens")).toBe(1);
  const summary = summaryOf(record);
  expect(summary).toContain("Context cost of 2 tools");
  expect(summary).toContain("tools/list tokens");
  expect(summary).toContain("o200k");
  expect(JSON.parse(renderJson(report)).context).toMatchObject({
    tokenizer: "o200k_base",
    tools: [{ head: { name: "hang" } }, { head: { name: "decide" } }],
  });
  expect(renderCsv(report)).toMatch(/\r\ntool hang,,,,tool_tokens,tokens,,\d+,,,,,,,\r\n/);
});

test("so does a row whose calls are made after a delay", async () => {
  const record = await runConfig(
    `server: ${loggingOver.stdio()}\ntokens: o200k_base\ndefaults: { requests: 3, warmup: 0, rounds: 1, leak_check: 0 }\nbenchmarks: [{ tool: decide, delay: 1ms }]\n`,
  );
  expect(figureOf(reportOf(record).head.rows[0]?.statistics, "response_tokens")).toBe(1);
});

test("a run that does not ask for tokens tells bytes alone", async () => {
  const record = await run("");
  expect(record.tokenizer).toBeUndefined();
  expect(record.arms[0]?.tools?.every(({ tokens }) => tokens === undefined)).toBe(true);
  expect(summaryOf(record)).toContain("Context cost of 2 tools");
  expect(JSON.stringify(record)).not.toContain("oken");
  expect(renderCsv(reportOf(record))).toContain("tool_bytes");
});
