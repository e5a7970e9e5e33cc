import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { runPlan } from "../../../src/measure/run/run-plan.ts";
import { renderSummary } from "../../../src/report/markdown/markdown.ts";
import { judge } from "../../../src/run/judge.ts";
import { arm, dependencies, plan, row, stdioSpec } from "../plans.ts";

const server = fileURLToPath(new URL("../../../fixtures/servers/listing.js", import.meta.url));

/** The report of four rounds of the fixture on either side. */
async function reportOf(base: string, head: string) {
  const arms = [
    arm(stdioSpec([server, head])),
    arm(stdioSpec([server, base]), { id: "base", side: "base", commit: "b".repeat(40) }),
  ];
  const rows = [row({ method: "ping", target: "ping", params: {} })];
  const record = await runPlan(
    plan({ arms, rows, rounds: { kind: "fixed", min: 4, max: 4, timeBudgetMs: 1e6 } }),
    dependencies(),
  );
  const report = judge(record, { stored: { kind: "none", reason: "none" }, failOn: [], reproduce: "" });
  return {
    warned: report.comparison.warnings.filter(({ code }) => code === "tools-list-varies"),
    text: renderSummary(report).replaceAll("\u00a0", " "),
  };
}

test("a server that shuffles its tools is told, in a warning and in the news", async () => {
  const { warned, text } = await reportOf("steady", "shuffled");
  expect(warned).toHaveLength(1);
  expect(text).toMatch(/`tools\/list` came in another order in [123] of 3 further launches/);
});

test("a tool that is put in front of the others leaves nothing of the list in a prompt cache", async () => {
  const { warned, text } = await reportOf("steady", "front");
  expect(warned).toEqual([]);
  expect(text).toContain("Prompt caches lose all of `tools/list`");
});

test("a server that always lists the same is left in peace", async () => {
  const { warned, text } = await reportOf("steady", "steady");
  expect(warned).toEqual([]);
  expect(text).not.toContain("prompt cache");
  expect(text).toContain("Every launch lists the same, in the same order.");
});
