import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { judge } from "../../../src/run/judge.ts";
import { warningTexts } from "../../support/warnings.ts";
import { referenceServer } from "../plans.ts";
import { runConfig, summaryOf } from "../run-config.ts";

const structured = fileURLToPath(new URL("../../../fixtures/servers/structured.js", import.meta.url));

function config(server: string, benchmarks: readonly string[]): string {
  return `
server: { command: ${JSON.stringify(process.execPath)}, args: [${JSON.stringify(server)}] }
defaults: { rounds: 1, requests: 10, warmup: 0, leak_check: 0 }
${benchmarks.length > 0 ? `benchmarks:\n${benchmarks.map((one) => `  - ${one}`).join("\n")}` : ""}`;
}

const asking = (tool: string) => `{ tool: ${tool}, expect: { schema: true } }`;

type Run = Awaited<ReturnType<typeof runConfig>>;

function outcomesOf({ rounds }: Run): object {
  const measured = rounds.flatMap(({ launches }) => launches.flatMap(({ measurements }) => measurements));
  return Object.fromEntries(measured.map(({ row, outcomes }) => [row, outcomes]));
}

const aboutSchemas = (run: Run) => warningTexts(run).filter((one) => one.includes("outputSchema"));

test("replies that break the schema of their tool are errors; those of a tool without one are not checked", async () => {
  const steps = "{ name: turn, steps: [{ method: ping }, { tool: lies, expect: { schema: true } }] }";
  const mix = "{ mix: [{ tool: fits, expect: { schema: true } }, { tool: bare, expect: { schema: true } }] }";
  const record = await runConfig(
    config(structured, [...["fits", "lies", "bare", "failing", "free"].map(asking), steps, mix]),
  );
  expect(outcomesOf(record)).toEqual({
    fits: { ok: 10 },
    lies: { unexpected: 10 },
    bare: { unexpected: 10 },
    failing: { "tool-error": 10 },
    free: { ok: 10 },
    turn: { unexpected: 10 },
    mix: { ok: 5, unexpected: 5 },
  });
  expect(aboutSchemas(record)).toEqual(['head: the tool "free" has no `outputSchema`, so its replies are not checked']);
  const { verdict } = judge(record, {
    stored: { kind: "none", reason: "none" },
    failOn: ["regression"],
    reproduce: "",
  });
  expect(verdict.failed).toBe(true);
  expect(summaryOf(record)).toContain("forbids, at `#/count`: Instance type");
});

test("what keeps to its schema stays silent, on a real server", async () => {
  const call = `{ tool: get-structured-content, arguments: { location: "New York" }, expect: { schema: true } }`;
  const record = await runConfig(config(referenceServer("everything"), [call]));
  expect(outcomesOf(record)).toEqual({ "get-structured-content": { ok: 10 } });
  expect(aboutSchemas(record)).toEqual([]);
});

test("without a configuration a few replies are held against the schema, as a warning", async () => {
  const record = await runConfig(config(structured, []));
  expect(aboutSchemas(record)).toEqual([
    "head: `lies`, 8 of 8 replies checked: structured content that the tool's `outputSchema` forbids, at #/count: " +
      'Instance type "string" is invalid. Expected "integer".',
    "head: `bare`, 8 of 8 replies checked: no structured content, which a tool with an `outputSchema` has to give",
  ]);
  expect(outcomesOf(record)).toMatchObject({ lies: { ok: 10 }, bare: { ok: 10 } });
});
