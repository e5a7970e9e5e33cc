import { describe, expect, it } from "vitest";
import { commentBytes, renderComment, renderSummary, summaryBytes } from "../../../src/report/markdown/markdown.ts";
import { situations } from "../situations.ts";

/** Situations about size and characters, which tests of their own look at. */
const tooLongToRead = ["many-benchmarks", "too-long", "non-ascii-names"];

const bytes = (text: string) => Buffer.byteLength(text);

describe.each(Object.entries(situations))("the comment for %s", (name, build) => {
  const report = build();
  const comment = renderComment(report);

  it.skipIf(tooLongToRead.includes(name))("reads as its golden file", async () => {
    await expect(comment).toMatchFileSnapshot(`../golden/${name}.md`);
  });

  it("keeps within its budgets and is the same every time", () => {
    expect(bytes(comment)).toBeLessThanOrEqual(commentBytes);
    expect(bytes(renderSummary(report))).toBeLessThanOrEqual(summaryBytes);
    expect(renderComment(build())).toBe(comment);
  });

  it("holds no number that is none", () => {
    expect(comment).not.toMatch(/NaN|Infinity|undefined|\[object|\d[eE][+-]?\d+ (?:ms|s|µs)/);
  });
});
