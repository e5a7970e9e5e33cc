import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { wrappers } from "./wrappers/wrappers.ts";

const [, recipes = ""] = /^## Recipes$([\s\S]*?)^## /m.exec(readFileSync("docs/upstream.md", "utf8")) ?? [];
const blocks = [...recipes.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)].map(([, text = ""]) => parse(text));

test("there are recipes", () => {
  expect(blocks.length).toBeGreaterThanOrEqual(5);
});

test.each(blocks)("a recipe calls what is tried with the server itself: $server", ({ server, benchmarks }) => {
  const { command, args = [], env = {} } = typeof server === "string" ? { command: server } : server;
  const wrapper = wrappers.find(({ program }) => [command, ...args].includes(program));
  const known = benchmarks.map(({ tool }: { tool: string }) => ({ tool, arguments: wrapper?.tools[tool] }));
  expect(benchmarks.map((one: object) => ({ arguments: {}, ...one }))).toEqual(known);
  expect(wrapper?.env ?? {}).toMatchObject(env);
});
