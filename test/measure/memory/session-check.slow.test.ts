import { expect, test } from "vitest";
import { judge } from "../../../src/run/judge.ts";
import { fixture } from "../../server/support.ts";
import { warningTexts } from "../../support/warnings.ts";
import { runConfig, summaryOf } from "../run-config.ts";

const node = JSON.stringify(process.execPath);

/** A launch on which clients leave sessions of 100 KB; the server is to let go of them within 3 s. */
async function left(mode: string, { end = "abandon", bytes = 100_000, rounds = 1 } = {}) {
  const record = await runConfig(`
server: { command: ${node}, args: [${JSON.stringify(fixture("session-life.js"))}, "\${PORT}", ${mode}, "${bytes}"], url: "http://127.0.0.1:\${PORT}/mcp", protocol: "2025-11-25" }
defaults: { rounds: ${rounds}, leak_check: 0 }
benchmarks: [{ tool: work, fresh_session: { end: ${end}, idle: 4s }, requests: 20, warmup: 1 }]
thresholds: { session_reclaim: 3s }
`);
  const measured = record.rounds.flatMap(({ launches }) => launches.flatMap(({ measurements }) => measurements));
  const { verdict } = judge(record, {
    stored: { kind: "none", reason: "none" },
    failOn: ["budget"],
    reproduce: "",
  });
  return { record, verdict, sessions: measured.map((one) => one.sessions) };
}

// All but the figures of memory wait for time limits.
test.concurrent.each(["delete-only", "refs", "schemas", "sweep"])(
  "a server that never gives abandoned sessions back fails: %s",
  async (mode) => {
    const { verdict, sessions } = await left(mode);
    expect(verdict).toMatchObject({ status: "over-budget", failed: true });
    expect(sessions.map((one) => one?.reclaim?.kind)).toEqual([mode === "refs" ? "not-reused" : "known"]);
  },
);

test.concurrent.each(["abandon", "drop"])("a server that gives them back passes: %s", async (end) => {
  const { verdict, sessions } = await left("sound", { end });
  expect(sessions.map((one) => one?.reclaim?.kind)).toEqual(["refused"]);
  expect(verdict.failed).toBe(false);
});

test.concurrent("one that keeps them passes no sooner where few are left to ask", async () => {
  const { sessions } = await left("delete-only", { end: "{ delete: 19, abandon: 1 }" });
  expect(sessions.map((one) => one?.reclaim?.kind)).toEqual(["known"]);
});

test.concurrent("an answer that does not tell is none that a session is gone", async () => {
  const { sessions, record } = await left("breaks");
  expect(sessions.map((one) => one?.reclaim)).toEqual([undefined]);
  expect(warningTexts(record)).toContainEqual(expect.stringContaining("how long sessions are held is unknown"));
});

test("what a session keeps is told by how it ended", async () => {
  const bytesOf = async (...of: Parameters<typeof left>) => {
    const { sessions } = await left(...of);
    return sessions.reduce((sum, one) => sum + (one?.bytes ?? Number.NaN), 0) / sessions.length;
  };
  const planted = 200_000;
  const [none, kept] = [
    await bytesOf("stub", { end: "delete", bytes: 0, rounds: 3 }),
    await bytesOf("stub", { end: "delete", bytes: planted, rounds: 3 }),
  ];
  expect((kept - none) / planted).toBeCloseTo(1, 0);
  expect(await bytesOf("delete-only", { end: "delete", bytes: planted })).toBeLessThan(planted / 2);
});

test.concurrent.each([
  ["any-id", "any-id"],
  ["reuse", "reused-ids"],
  ["none", "no-ids"],
])("a server whose ids tell nothing is no failure, and named: %s", async (mode, kind) => {
  const { verdict, sessions, record } = await left(mode);
  expect(sessions.map((one) => one?.reclaim)).toEqual([{ kind }]);
  expect(verdict.failed).toBe(false);
  expect(summaryOf(record)).toMatch(/session id|same id/);
});

test.concurrent.each(["keeps", "no-stream"])(
  "a server that refuses DELETE, or offers no stream, is measured: %s",
  async (mode) => {
    const { sessions } = await left(mode, { end: "{ delete: 1, drop: 1 }" });
    expect(sessions.map((one) => one?.ends)).toEqual([["delete", "drop"]]);
  },
);
