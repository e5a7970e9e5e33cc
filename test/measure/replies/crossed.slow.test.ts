import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { judge } from "../../../src/run/judge.ts";
import { runConfig, summaryOf } from "../run-config.ts";

const server = JSON.stringify(fileURLToPath(new URL("../../../fixtures/servers/crossing.js", import.meta.url)));

/** Calls of 50 ms are in flight together on a busy machine, too. */
function config(mode: string, benchmarks = ""): string {
  return `
server: { command: ${JSON.stringify(process.execPath)}, args: [${server}, ${mode}, "\${PORT}", "50"], url: "http://127.0.0.1:\${PORT}/mcp" }
defaults: { rounds: 1, requests: 40 }
${benchmarks}`;
}

const bySession = `
benchmarks:
  - { tool: search, arguments: { query: "session {{session}}, item {{seq}}." }, sessions: 2, concurrency: 2, expect: { text: "item {{seq}}." } }
`;

function outcomesOf(record: Awaited<ReturnType<typeof runConfig>>, row: string) {
  const measured = record.rounds.flatMap(({ launches }) => launches.flatMap(({ measurements }) => measurements));
  return measured.find((one) => one.row === row)?.outcomes;
}

test.each([
  ["as configured", bySession],
  ["without a configuration", ""],
])("a server that shares one transport among its sessions is caught in the first round, %s", async (_, benchmarks) => {
  const record = await runConfig(config("shared", benchmarks));
  expect(outcomesOf(record, "search")?.crossed).toBeGreaterThan(0);
  const { verdict } = judge(record, {
    stored: { kind: "none", reason: "none" },
    failOn: ["regression"],
    reproduce: "",
  });
  expect(verdict).toMatchObject({ status: "errored", failed: true });
  expect(summaryOf(record)).toMatch(
    /^(?:#.*\n|\n|> \[!\w+\]\n|> )*`search` answered \d+ calls with another session's reply: /,
  );
});

test.each([
  ["as configured", bySession],
  ["without a configuration", ""],
])("a sound server stays silent, %s", async (_, benchmarks) => {
  const record = await runConfig(config("sound", benchmarks));
  expect(outcomesOf(record, "search")).toEqual({ ok: 40 });
  expect(summaryOf(record)).not.toContain("another");
});

test("a server that takes one session only is asked within that one", async () => {
  const record = await runConfig(config("single"));
  expect(outcomesOf(record, "search")).toEqual({ ok: 40 });
  expect(record.rows.find(({ id }) => id === "search")?.load).toMatchObject({ concurrency: 4 });
  expect(record.rows.find(({ id }) => id === "search")?.load.sessions).toBeUndefined();
});
