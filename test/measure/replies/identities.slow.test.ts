import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { judge } from "../../../src/run/judge.ts";
import { runConfig, summaryOf } from "../run-config.ts";

const server = JSON.stringify(fileURLToPath(new URL("../../../fixtures/servers/identities.js", import.meta.url)));

function config(mode: string, benchmark: string): string {
  const users = ["alice", "bob", "carol"];
  const identities = users.map((user) => `{ name: ${user}, headers: { Authorization: Bearer token-${user} } }`);
  return `
server:
  command: ${JSON.stringify(process.execPath)}
  args: [${server}, ${mode}, "\${PORT}"]
  url: "http://127.0.0.1:\${PORT}/mcp"
  identities: [${identities.join(", ")}]
defaults: { rounds: 1, requests: 60 }
benchmarks: [{ tool: whoami, ${benchmark} }]`;
}

async function outcomesOf(mode: string, benchmark: string) {
  const record = await runConfig(config(mode, benchmark));
  const measured = record.rounds.flatMap(({ launches }) => launches.flatMap(({ measurements }) => measurements));
  return { record, outcomes: measured.find((one) => one.row === "whoami")?.outcomes };
}

test.concurrent.each(["module", "client", "cache", "id", "token", "session", "connection", "hands"])(
  "one identity's answer that reaches another is caught in the first round: %s",
  async (mode) => {
    const { record, outcomes } = await outcomesOf(mode, "concurrency: 6, sessions: 6");
    expect(outcomes?.crossed).toBeGreaterThan(0);
    const { verdict } = judge(record, {
      stored: { kind: "none", reason: "none" },
      failOn: ["regression"],
      reproduce: "",
    });
    expect(verdict).toMatchObject({ status: "errored", failed: true });
    expect(summaryOf(record)).toContain("another session's reply");
  },
);

test.concurrent.each([
  [
    "on a session for each identity, as is usual",
    "arguments: { me: '{{identity}}' }, expect: { text: 'You are {{identity}}.' }",
  ],
  ["on more sessions than identities", "concurrency: 7, sessions: 7, expect: { text: 'You are {{identity}}.' }"],
  ["with one call in flight", "concurrency: 1, sessions: 3"],
  ["in a fresh session for each call", "fresh_session: true, expect: { text: 'You are {{identity}}.' }"],
])("a sound server stays silent %s", async (_, benchmark) => {
  expect((await outcomesOf("sound", benchmark)).outcomes).toEqual({ ok: 60 });
});

test("a server that refuses the session of another stays silent", async () => {
  expect((await outcomesOf("bound", "sessions: 3")).outcomes).toEqual({ ok: 60 });
});

test("calls of fresh sessions that reach another identity are caught, too", async () => {
  expect((await outcomesOf("client", "fresh_session: true")).outcomes).toMatchObject({ crossed: 40 });
});
