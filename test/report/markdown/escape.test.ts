import { describe, expect, it } from "vitest";
import { clean, harmless } from "../../../src/report/clean.ts";
import { code, fenced, prose } from "../../../src/report/markdown/escape.ts";
import { injections } from "../situations.ts";

describe("clean", () => {
  it("leaves one line without control, invisible or reordering characters", () => {
    for (const text of injections) expect(clean(text, 200)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
  });

  it("caps the length with an ellipsis, and only then", () => {
    expect([...clean("é🚀".repeat(300), 20)]).toHaveLength(20);
    expect(clean("é🚀".repeat(300), 20).endsWith("…")).toBe(true);
    expect(clean("x".repeat(20), 20)).toBe("x".repeat(20));
    expect(clean(`${"\u200b".repeat(1000)}x`, 20)).toBe("…");
  });

  it("drops terminal sequences whole", () => {
    expect(clean("\u001b[1;31mred\u001b[0m \u001b]8;;https://x\u0007link\u001b]8;;\u0007", 50)).toBe("red link");
  });
});

describe("harmless", () => {
  it.each([
    ["www.evil.example", "www evil.example"],
    ["see WWW.evil.example, GH-12", "see WWW evil.example GH 12"],
    ["gh-pages", "gh-pages"],
    ["v1.2_rc=3", "v1.2_rc=3"],
    ["a|b <c> @d #1", "a b c d 1"],
  ])("%j becomes %j", (text, expected) => expect(harmless(text)).toBe(expected));
});

describe("code and prose", () => {
  it("keeps plain sentences as they are", () => {
    const sentence = "p50 is 12.3 % slower (8.1 ms → 9.2 ms), which is above +10%: run it again!";
    expect(prose(sentence)).toBe(sentence);
  });

  it("shows names in sentences as code and keeps the punctuation around them", () => {
    expect(prose('tool "read_file" failed (see search @10), not "list"')).toBe(
      'tool "`read_file`" failed (see search `@10`), not "list"',
    );
  });

  it("shows nothing as a dash", () => {
    expect(code("\u200b")).toBe("–");
  });

  it("cannot be closed from inside a fence", () => {
    const text = fenced("echo '````'\n```\nafter", "sh");
    expect(text.split("\n").filter((line) => line.startsWith("`````"))).toHaveLength(2);
    expect(text.startsWith("`````sh\n")).toBe(true);
  });
});
