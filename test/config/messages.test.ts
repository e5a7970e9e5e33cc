import { describe, expect, it } from "vitest";
import { parseConfig } from "../../src/config/parse.ts";
import { ConfigError } from "../../src/errors.ts";

function complaint(text: string): string {
  try {
    parseConfig(text, "mcp-bench.yml");
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error("expected the configuration to be refused");
}

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
