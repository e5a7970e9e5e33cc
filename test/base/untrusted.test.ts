import { describe, expect, test } from "vitest";
import { plainLine, quarantine } from "../../src/base/untrusted.ts";

const token = "0123456789abcdef";

describe("plainLine", () => {
  test.each([
    ["::error::x", ": :error::x"],
    ["  ::set-output name=a::b", "  : :set-output name=a::b"],
    ["before ##[group]x", "before # #[group]x"],
    ["###[error]", "## #[error]"],
    ["a\u001b[2Kb", "a\uFFFD[2Kb"],
    ["a\rb", "a\uFFFDb"],
    ["a\u202Eb\u2028c", "a\uFFFDb\uFFFDc"],
  ])("%j becomes %j", (text, expected) => expect(plainLine(text)).toBe(expected));

  test.each(["search @10: p50 1.2 ms", "std::vector", "a\tb", "日本語 ✓"])("%j stays", (text) => {
    expect(plainLine(text)).toBe(text);
  });

  test("is clipped", () => {
    expect(plainLine("x".repeat(100_000))).toHaveLength(2001);
  });
});

describe("quarantine", () => {
  test("splits on CR and LF, prefixes, and wraps", () => {
    expect(quarantine("one\r\n::error::two\r##[error]three\n", { token })).toEqual([
      `::stop-commands::${token}`,
      "| one",
      "| : :error::two",
      "| # #[error]three",
      `::${token}::`,
    ]);
  });

  test("output that knows the token cannot end the wrapping", () => {
    const lines = quarantine(`::${token}::\n::error::x`, { token });
    expect(lines.slice(1, -1).filter((line) => line.startsWith("::"))).toEqual([]);
  });

  test("keeps the end of a flood", () => {
    const text = Array.from({ length: 500 }, (_, index) => `line ${index}`).join("\n");
    const lines = quarantine(text, { token, maxLines: 3 });
    expect(lines.slice(1, -1)).toEqual(["| (497 earlier lines left out)", "| line 497", "| line 498", "| line 499"]);
  });

  test.each(["", "short", "has space in the token", "x\n::error::y012345"])("refuses the token %j", (bad) => {
    expect(() => quarantine("x", { token: bad })).toThrow(RangeError);
  });
});
