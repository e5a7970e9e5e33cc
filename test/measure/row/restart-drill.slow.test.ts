import { setTimeout } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { judge } from "../../../src/run/judge.ts";
import { fixture } from "../../server/support.ts";
import { runConfig, summaryOf } from "../run-config.ts";

const node = JSON.stringify(process.execPath);

const overHttp = (mode: string) =>
  `{ command: ${node}, args: [${JSON.stringify(fixture("session-life.js"))}, "\${PORT}", ${mode}, "0"], env: { RUN: "${process.pid}", WORK_MS: "2000", IDLE_MS: "60000" }, url: "http://127.0.0.1:\${PORT}/mcp", protocol: "2025-11-25", startup_timeout: 120s }`;

/** Pauses that are not over. */
const pending = new Set<object>();

function delay(ms: number, signal: AbortSignal): Promise<void> {
  const pause = setTimeout(ms, undefined, { signal });
  pending.add(pause);
  return pause.finally(() => pending.delete(pause));
}

/** A launch that is restarted with four calls under way. */
async function restarted(server: string) {
  const record = await runConfig(
    `
server: ${server}
defaults: { rounds: 1, leak_check: 0 }
benchmarks: [{ tool: work, restart: true, concurrency: 4, requests: 4, warmup: 0 }]
thresholds: { restart_lost: 0, restart_repeated: 0, restart_cut: 0, restart_stranded: 0, restart_unready: 60s }
`,
    { delay },
  );
  const measured = record.rounds.flatMap(({ launches }) => launches.flatMap(({ measurements }) => measurements));
  const { verdict } = judge(record, {
    stored: { kind: "none", reason: "none" },
    failOn: ["budget"],
    reproduce: "",
  });
  const over = verdict.regressed.map(({ metric }) => metric);
  return { record, verdict, over, restart: measured[0]?.restart };
}

afterAll(() => expect(pending.size, "pauses that keep the program from ending").toBe(0));

test.concurrent("a server that drains passes: nothing is lost, its stream ends, and the old session is a 404", async () => {
  const { verdict, restart, record } = await restarted(overHttp("sound"));
  expect(restart).toEqual({
    calls: 4,
    lost: 0,
    repeated: 0,
    stream: "ended",
    killed: false,
    unreadyMs: expect.any(Number),
    session: "told",
  });
  expect(verdict.failed).toBe(false);
  expect(summaryOf(record)).toContain("What a restart of the server costs");
});

test.concurrent.each([
  ["ends at once", "lossy", { lost: 4, stream: "cut", seen: expect.any(String) }, ["restart_lost", "restart_cut"]],
  ["answers unknown sessions with a 400", "schemas", { session: "stranded" }, ["restart_stranded"]],
  ["offers no stream", "no-stream", { stream: "none", lost: 0 }, []],
  ["has no sessions", "none", { lost: 0 }, []],
])("a server that %s", async (_, mode, found, over) => {
  const { restart, ...all } = await restarted(overHttp(mode));
  expect(restart).toMatchObject(found);
  expect(all.over).toEqual(over);
});

test.concurrent.each([
  ["never comes back", "gone", "exited with code 1"],
  ["leaves its port taken", "taken", /already listening|EADDRINUSE/],
])("a server that %s fails the run with the reason", async (_, mode, reason) => {
  const { restart, verdict, record } = await restarted(overHttp(mode));
  expect(restart?.failure).toMatch(reason);
  expect(verdict).toMatchObject({ status: "errored", failed: true });
  expect(summaryOf(record)).toContain("did not come back after 1 of 1 restart");
});

test.concurrent.each([
  ["is gone with them", "lossy", 4, "SIGTERM"],
  ["answers them first", "drains", 0, undefined],
])("over stdio a client with calls under way at a process that %s", async (_, mode, lost, seen) => {
  const { restart, over } = await restarted(
    `{ command: ${node}, args: [${JSON.stringify(fixture("replaced.js"))}, ${mode}] }`,
  );
  expect(restart).toMatchObject({ calls: 4, lost, stream: "none", killed: false });
  if (seen) expect(restart?.seen).toContain(seen);
  expect(over).toEqual(lost > 0 ? ["restart_lost"] : []);
});
