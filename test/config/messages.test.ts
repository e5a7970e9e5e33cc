import { describe, expect, it } from "vitest";
import { parseConfig } from "../../src/config/parse.ts";
import { complaint } from "./complaint.ts";

describe("a backslash", () => {
  const serverWith = (pattern: string) =>
    `server: { command: node, url_from: { stderr: ${pattern} }, url: "http://x" }`;

  it("in double quotes is refused with the fix, unless it is an escape of YAML", () => {
    expect(complaint(serverWith('"on (\\S+)"'))).toMatch(
      /^mcp-bench\.yml:1:51: Invalid escape sequence \\S\n.*\n {2}fix: write the text in single quotes/,
    );
    for (const pattern of ['"on (\\\\S+)"', "'on (\\S+)'"])
      expect(parseConfig(serverWith(pattern), "c.yml").config.server).toMatchObject({
        url_from: { stderr: "on (\\S+)" },
      });
    expect(complaint("server: [")).not.toContain("single quotes");
  });
});

it.each([
  ["server: sh -c 'echo \"a: b\"'", "put a value that holds a colon and a space between quotes"],
  ["server: x\nbenchmarks:\n\t- method: ping", "indent with spaces"],
])("what many trip over comes with the fix: %j", (text, fix) => {
  expect(complaint(text)).toMatch(/^mcp-bench\.yml/);
  expect(complaint(text)).toContain(`\n  fix: `);
  expect(complaint(text)).toContain(fix);
});

describe("a value that does not fit", () => {
  it.each([
    ["a number without an end", "args: [.inf]", "`server.args[0]` is Infinity; expected text or a finite number"],
    ["a list for a text", "env: { A: [a] }", "`server.env.A` is a list; expected text, a number, or true or false"],
    ["an empty text", 'cwd: ""', '`server.cwd` is ""; expected a text that is not empty'],
  ])("is told with what was expected: %s", (_what, field, message) => {
    const text = `server: { command: node, ${field} }`;
    expect(complaint(text).replace(/^mcp-bench\.yml:1:\d+: /, "")).toBe(message);
  });

  it("is told once, each value for itself", () => {
    const lines = complaint(
      "server: x\nbenchmarks: [{ mix: [{ tool: t, weight: 1e300 }, { tool: u, weight: 0 }] }]",
    ).split("\n");
    expect(lines).toEqual([
      "mcp-bench.yml:2:41: `benchmarks[0].mix[0].weight` is 1e+300; expected a number of at most 1000",
      "mcp-bench.yml:2:69: `benchmarks[0].mix[1].weight` is 0; expected a number of at least 1",
    ]);
  });

  it("keeps several complaints that are about different things", () => {
    const text = "server: x\nbenchmarks: [{ tool: t, arguments: { a: '{{one}} {{two}}' } }]";
    expect(complaint(text)).toMatch(/\{\{one\}\}.*\n.*\{\{two\}\}/);
  });
});

it("unknown keys by the thousand are refused in time that grows with their number only", () => {
  const keys = Array.from({ length: 8_000 }, (_, place) => `    unknown${place}: 1`).join("\n");
  expect(complaint(`server: x\nbenchmarks:\n  - tool: a\n${keys}`)).toContain("unknown7");
});
