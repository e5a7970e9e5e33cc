import { describe, expect, it } from "vitest";
import { asMarkdown, markdown } from "../../../src/base/markdown.ts";
import { fitWithin, linesWithin } from "../../../src/report/markdown/fit.ts";
import { commentBytes, renderComment, renderSummary, summaryBytes } from "../../../src/report/markdown/markdown.ts";
import { many, situations } from "../situations.ts";

const closing = (leftOut: readonly string[]) =>
  asMarkdown(leftOut.length === 0 ? "" : `Left out: ${leftOut.join(", ")}.`);

describe("fitWithin", () => {
  const parts = [
    { id: "head", text: asMarkdown("h".repeat(20)) },
    { id: "long", text: asMarkdown("é".repeat(100)) },
    { id: "tail", text: asMarkdown("t".repeat(30)) },
  ];
  const steps = [
    { part: "absent", leavesOut: "nothing", shorter: () => markdown`` },
    { part: "long", leavesOut: "half", shorter: () => asMarkdown("é".repeat(50)) },
    { part: "long", leavesOut: "the rest", shorter: () => markdown`` },
    {
      part: "tail",
      leavesOut: "the tail",
      shorter: (room: number) => asMarkdown("t".repeat(Math.max(0, Math.min(10, room)))),
    },
  ];

  it("leaves a text that fits alone", () => {
    expect(fitWithin(parts, steps, { bytes: 1000, closing })).toBe(`${parts.map(({ text }) => text).join("\n\n")}\n`);
  });

  it("takes as few steps as are needed, counted in UTF-8 bytes, and names them", () => {
    const text = fitWithin(parts, steps, { bytes: 200, closing });
    expect(text).toContain("é".repeat(50));
    expect(text).not.toContain("é".repeat(51));
    expect(text).toContain("Left out: half.");
  });

  it.each([60, 80, 100, 120, 150, 200, 260])("stays within %d bytes", (bytes) => {
    expect(Buffer.byteLength(fitWithin(parts, steps, { bytes, closing }))).toBeLessThanOrEqual(bytes);
  });
});

it("renders each replacement at most once, and none after the text fits", () => {
  const calls: string[] = [];
  const parts = ["a", "b", "c"].map((id) => ({ id, text: asMarkdown(id.repeat(100)) }));
  const steps = parts.map(({ id }) => ({
    part: id,
    leavesOut: id,
    shorter: () => {
      calls.push(id);
      return markdown``;
    },
  }));
  fitWithin(parts, steps, { bytes: 220, closing: () => markdown`` });
  expect(calls).toEqual(["a"]);
});

describe("linesWithin", () => {
  const lines = Array.from({ length: 50 }, (_, index) => markdown`- line ${index}`);
  const more = (hidden: number) => markdown`- and ${hidden} more`;

  it("keeps all lines where there is room", () => {
    expect(linesWithin(lines, 10_000, more)).toBe(lines.join("\n"));
  });

  it("counts what it hides", () => {
    const text = linesWithin(lines, 200, more);
    const kept = text.split("\n").length - 1;
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(200);
    expect(text).toContain(`- and ${50 - kept} more`);
  });
});

describe("a report that is too long", () => {
  it("shows every failure of 500 benchmarks with 20 metrics each", () => {
    const comment = renderComment(many({ rows: 500, failing: 250, metrics: 20 }));
    expect(Buffer.byteLength(comment)).toBeLessThanOrEqual(commentBytes);
    for (let index = 0; index < 250; index++)
      expect(comment).toContain(`| \`benchmark_${String(index).padStart(3, "0")}\` |`);
    expect(comment).not.toContain("more rows with failing results");
  });

  it("says how many it cannot show, and where to find them", () => {
    const rows = 2000;
    const report = many({ rows, failing: rows, metrics: 3 });
    const comment = renderComment(report);
    const shown = comment.match(/^- ❌ `benchmark_/gm)?.length ?? 0;
    expect(Buffer.byteLength(comment)).toBeLessThanOrEqual(commentBytes);
    expect(shown).toBeGreaterThan(500);
    expect(comment).toContain(`and ${(rows - shown).toLocaleString("en")} more rows with failing results`);
    expect(comment).toContain("The job summary and the result files hold more.");
    expect(Buffer.byteLength(renderSummary(report))).toBeLessThanOrEqual(summaryBytes);
  });

  it("drops the details of passing rows before those of failing ones", () => {
    const comment = renderComment(many({ rows: 300, failing: 5, metrics: 10 }));
    expect(comment).toContain("statistics of rows that did not fail");
    expect(comment).toContain("statistics of rows that did not fail");
  });

  it("leaves nothing out where there is room", () => {
    for (const name of ["clean", "regression", "errored-tool"])
      expect(renderComment(situations[name]?.() ?? many({ rows: 0, failing: 0, metrics: 0 }))).not.toContain(
        "Left out for lack",
      );
  });
});
