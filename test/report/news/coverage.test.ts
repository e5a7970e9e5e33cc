import { expect, test } from "vitest";
import { mustWork } from "../../../src/decide/verdict.ts";
import type { ToolCoverage } from "../../../src/record/coverage.ts";
import { renderJunit } from "../../../src/report/exports/junit.ts";
import { renderComment } from "../../../src/report/markdown/markdown.ts";
import { coverageText } from "../../../src/report/news/coverage.ts";
import { renderTerminal } from "../../../src/report/terminal/terminal.ts";
import { plainText } from "../../../src/report/text.ts";
import { finding, recorded, report, statistics } from "../build.ts";

const some: ToolCoverage = {
  tools: 24,
  measured: 3,
  leftOut: [
    { code: "needs-arguments", tools: 20 },
    { code: "failed", tools: 1, reason: "no API key\nTraceback" },
  ],
};

test("coverage is told with the reasons and with the commands that mend it", () => {
  expect(plainText(coverageText(some))).toBe(
    "Measures 3 of 24 tools: 20 need arguments, 1 failed (no API key: Traceback). To measure more: npx mcp-bench init writes arguments to complete; npx mcp-bench init --env NAME=value for what the server needs, such as a key.",
  );
  const unconfigured: ToolCoverage = { tools: 2, measured: 1, leftOut: [{ code: "not-configured", tools: 1 }] };
  expect(plainText(coverageText(unconfigured))).toBe("Measures 1 of 2 tools: 1 has no benchmark.");
  expect(plainText(coverageText({ tools: 3, measured: 3, leftOut: [] }))).toBe("All 3 tools are measured.");
  expect(plainText(coverageText({ tools: 1, measured: 1, leftOut: [] }))).toBe("Its only tool is measured.");
});

test("coverage stands in the first lines of comment and terminal, with the rows whose arguments are derived", () => {
  const made = report({ status: "pass", rows: [{ id: "search" }], record: { coverage: some } });
  const [row] = made.record.rows;
  if (!row) throw new Error("there is a row");
  const derived = recorded(made, { ...made.record, rows: [{ ...row, origin: "derived" as const }] });
  const lines = (text: string) => text.split("\n\n").slice(0, 4).join("\n");
  expect(lines(renderComment(derived))).toMatch(
    /Measures 3 of 24 tools.*`npx mcp-bench init`.*arguments derived from their input schemas: `search`\./,
  );
  const terminal = renderTerminal(derived, { color: false, width: 400, details: false });
  expect(lines(terminal)).toContain("Measures 3 of 24 tools");
});

test("what the server said of a failure is escaped", () => {
  const reason = "![x](https://example.com) @everyone <b>";
  const coverage: ToolCoverage = { tools: 1, measured: 0, leftOut: [{ code: "failed", tools: 1, reason }] };
  const text = renderComment(report({ status: "pass", record: { coverage } }));
  expect(text).not.toMatch(/[^`]!\[x\]\(/);
  expect(text).not.toContain("<b>");
});

test("a check that measures no tool says so in its title, and one that measures some does not", () => {
  const title = (method: string, coverage: ToolCoverage | undefined, status: "pass" | "regressed" = "pass") =>
    renderComment(report({ status, rows: [{ id: "row", method }], record: { coverage } })).split("\n", 1)[0];
  const none: ToolCoverage = { tools: 2, measured: 0, leftOut: [{ code: "not-read-only", tools: 2 }] };
  expect(title("tools/list", none)).toMatch(/⚠️.*: no regression found, but no tool is measured$/);
  expect(title("tools/call", none)).toMatch(/✅.*: no regression found$/);
  expect(title("resources/read", none)).toMatch(/✅/);
  expect(title("tools/list", some)).toMatch(/✅.*: no regression found$/);
  expect(title("tools/list", undefined)).toMatch(/✅/);
  expect(title("tools/list", none, "regressed")).toMatch(/❌.*: regression$/);
});

test("a tool that is in error and in no row is named by every medium", () => {
  const findings = [
    finding({
      row: "gone",
      threshold: mustWork,
      state: "errored",
      reason: { code: "no-reference", text: "no API key" },
      head: 1,
    }),
  ];
  const made = report({ status: "errored", rows: [{ id: "search", head: statistics(1) }], findings });
  for (const text of [
    renderComment(made),
    renderTerminal(made, { color: false, width: 100, details: true }),
    renderJunit(made),
  ])
    expect(text).toMatch(/gone.*no API key/s);
});
