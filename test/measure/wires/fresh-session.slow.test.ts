import { expect, test } from "vitest";
import { fixture } from "../../server/support.ts";
import { referenceServer } from "../plans.ts";
import { runConfig } from "../run-config.ts";

const node = JSON.stringify(process.execPath);
const sessions = (mode: string) =>
  `{ command: ${node}, args: [--max-semi-space-size=1, ${JSON.stringify(fixture("sessions.js"))}, "\${PORT}", ${mode}], url: "http://127.0.0.1:\${PORT}/mcp", protocol: "2025-11-25" }`;

async function measured(server: string, benchmark: string, defaults: string) {
  const record = await runConfig(`
server: ${server}
defaults: { rounds: 1, ${defaults} }
benchmarks: [${benchmark}]
`);
  const [launch] = record.rounds[0]?.launches ?? [];
  return { metrics: launch?.metrics, ...launch?.measurements[0] };
}

test("memory that sessions leave behind is found as a leak, and none where they leave none", async () => {
  const row = "{ tool: count, fresh_session: true }";
  const growthIn = async (mode: string, seconds: number) =>
    (await measured(sessions(mode), row, `requests: 20, warmup: 5, leak_check: ${seconds}s`)).metrics?.memory_growth;
  // On a busy machine so few calls are made in a short time that they tell nothing.
  const growth = async (mode: string) => (await growthIn(mode, 5)) ?? (await growthIn(mode, 30));
  expect(await growth("leak")).toBeGreaterThan(110e6);
  // A young heap grows over the few calls of a busy machine.
  expect(await growth("fine")).toBeLessThan(90e6);
});

test("a real server opens and closes a session per call", async () => {
  const { outcomes, sessionOpenMs } = await measured(
    `{ command: ${node}, args: [${JSON.stringify(referenceServer("everything"))}, streamableHttp], env: { PORT: "\${PORT}" }, url: "http://127.0.0.1:\${PORT}/mcp" }`,
    "{ tool: echo, arguments: { message: hi }, fresh_session: true, concurrency: 3 }",
    "requests: 6, warmup: 1, leak_check: 0",
  );
  expect(outcomes).toEqual({ ok: 6 });
  expect(sessionOpenMs).toBeGreaterThan(0);
});
