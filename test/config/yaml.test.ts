import { describe, expect, it, test, vi } from "vitest";
import { parseConfig } from "../../src/config/parse.ts";
import { readYaml } from "../../src/config/yaml.ts";
import { complaint } from "./complaint.ts";

const list = (count: number, item: (index: number) => string) => Array.from({ length: count }, (_, i) => item(i));

describe("a short text that stands for much is refused at once", () => {
  it.each([
    [
      "maps of thousands of unknown keys",
      `x: &a {${list(5_000, (i) => `k${i}: 1`).join(",")}}\nbenchmarks: [${list(99, () => "*a").join(",")}]`,
      "mcp-bench.yml: it has 500102 values once its aliases are written out\n  expected: at most 131072",
    ],
    [
      "lists of numbers",
      `x: &a [${list(20_000, () => "1").join(",")}]\ny: [${list(99, () => "*a").join(",")}]`,
      "values once its aliases are written out",
    ],
    [
      "millions of rows",
      `server: x\nbenchmarks:\n${list(300, (i) => `- { tool: t${i}, matrix: { a: &a [1,2,3,4,5,6,7,8,9,10], b: *a, c: *a } }`).join("\n")}`,
      "mcp-bench.yml:3:1: `benchmarks`: have 300,000 cells in all; expected at most 10,000",
    ],
  ])("%s", (_what, text, message) => {
    expect(complaint(text)).toContain(message);
  });

  it("thousands of unknown keys, of which the first are told", () => {
    const lines = complaint(list(5_000, (i) => `k${i}: 1`).join("\n")).split("\n");
    expect(lines).toHaveLength(11);
    expect(lines[0]).toMatch(/^mcp-bench\.yml:1:1: unknown key "k0"/);
    expect(lines[10]).toBe("and 4991 more");
  });
});

test("what aliases are for is read", () => {
  const text = "server: x\nbenchmarks:\n- { tool: a, arguments: &a { b: [1, 2] } }\n- { tool: b, arguments: *a }";
  expect(parseConfig(text, "c.yml").config.benchmarks?.[1]).toMatchObject({ arguments: { b: [1, 2] } });
});

describe("parts of YAML that mean nothing here", () => {
  it.each([
    ["binary data", "server: !!binary x", "mcp-bench.yml:1:9: Unresolved tag: tag:yaml.org,2002:binary"],
    ["a tag of somebody's own", "server: !secret x", "mcp-bench.yml:1:9: Unresolved tag: !secret"],
    ["a map as a key", "{ { a: 1 }: 2 }", "mcp-bench.yml:1:3: only text can be a key"],
    ["an alias as a key", "a: &a b\n*a : 2", "mcp-bench.yml:2:1: only text can be a key"],
    ["a key twice", "tokens: a\ntitle: off\ntokens: b", "mcp-bench.yml:3:1: Map keys must be unique"],
    ["a key twice, deep in a list", "a: [{ b: { c: 1, c: 2 } }]", "mcp-bench.yml:1:18: Map keys must be unique"],
  ])("%s", (_what, text, message) => {
    const warnings = vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);
    try {
      expect(complaint(text)).toContain(message);
      expect(warnings).not.toHaveBeenCalled();
    } finally {
      warnings.mockRestore();
    }
  });

  it("but tags that say what is there anyway are let be", () => {
    expect(parseConfig("server: !!str x", "c.yml").config.server).toBe("x");
  });
});

describe("numbers", () => {
  test("reach a program as they are written, and a tool as numbers", () => {
    const text = `server: { command: x, args: [1.10, 0042], env: { PIN: 0042, ID: 1090311345678901234 } }
benchmarks: [{ tool: t, arguments: { env: { level: 3 } } }]`;
    const { config } = parseConfig(text, "c.yml");
    expect(config.server).toMatchObject({
      args: ["1.10", "0042"],
      env: { PIN: "0042", ID: "1090311345678901234" },
    });
    expect(config.benchmarks?.[0]).toMatchObject({ arguments: { env: { level: 3 } } });
  });

  test("stay numbers in a matrix, whatever its keys are called", () => {
    const text = "benchmarks: [{ tool: t, matrix: { args: [10, 1000], env: [1.10] } }]";
    expect(readYaml(text, "c.yml").value).toEqual({
      benchmarks: [{ tool: "t", matrix: { args: [10, 1000], env: [1.1] } }],
    });
  });

  test("with more digits than they keep are refused elsewhere", () => {
    expect(complaint("server: x\nbenchmarks: [{ tool: t, arguments: { id: 1090311345678901234 } }]")).toBe(
      "mcp-bench.yml:2:42: 1090311345678901234 has more digits than a number keeps\n  fix: put it between quotes",
    );
  });
});

test.each([
  ["a: &a { k: 1 }\nb: &b { <<: *a }\nc: { <<: *b }", "`<<` merges something else than a map without `<<`"],
  ["a: { <<: 5 }", "`<<` merges something else than a map without `<<`"],
  [
    `a: &a {${list(2_000, (i) => `k${i}: 1`).join(",")}}\nb: { <<: [${list(2_000, () => "*a").join(",")}] }`,
    "it merges more than 131072 values",
  ],
])("a merge that may take long is refused: %#", (text, message) => {
  expect(complaint(text)).toContain(message);
});

test("a number that an alias refers to stays one", () => {
  const text = "server: { command: x, env: { LIMIT: &n 50 } }\nbenchmarks: [{ tool: t, arguments: { limit: *n } }]";
  const { config } = parseConfig(text, "c.yml");
  expect(config.server).toMatchObject({ env: { LIMIT: "50" } });
  expect(config.benchmarks?.[0]).toMatchObject({ arguments: { limit: 50 } });
});

test("maps are merged", () => {
  const text = `server: x
benchmarks:
  - &one { tool: t, arguments: &a { k: 1, q: a } }
  - { <<: *one, name: second, arguments: { <<: *a, q: b } }`;
  expect(parseConfig(text, "c.yml").config.benchmarks?.[1]).toMatchObject({
    tool: "t",
    name: "second",
    arguments: { k: 1, q: "b" },
  });
});
