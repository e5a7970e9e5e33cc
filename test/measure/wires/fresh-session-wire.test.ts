import { expect, test } from "vitest";
import { runClosedLoop } from "../../../src/measure/load/closed-loop.ts";
import { Recorder } from "../../../src/measure/load/recorder.ts";
import { replyClassifier } from "../../../src/measure/replies/classifiers.ts";
import { FreshSessionWire } from "../../../src/measure/wires/fresh-session-wire.ts";
import { decodeSamples } from "../../../src/record/samples.ts";
import type { Session } from "../../../src/server/protocol/session.ts";
import { planOf } from "../../config/plan-of.ts";
import { fixture } from "../../server/support.ts";
import { type Behaviour, FakeServer, ManualClock, okReply } from "../fake-server.ts";
import { runConfig, summaryOf } from "../run-config.ts";

interface Given {
  readonly calls: number;
  readonly openMs?: number;
  readonly closeMs?: number;
  /** For the session of a number. */
  readonly behave?: (session: number) => Behaviour;
  readonly refuses?: (session: number) => boolean;
  readonly timeoutMs?: number;
}

async function run({ calls, openMs = 0, closeMs = 0, behave = () => okReply, refuses, timeoutMs = 1000 }: Given) {
  const clock = new ManualClock();
  const [main, closed]: [FakeServer, number[]] = [new FakeServer({ clock }), []];
  let opened = 0;
  const connect = async (): Promise<Session> => {
    const number = opened++;
    clock.advance(openMs);
    if (refuses?.(number)) throw new Error("503: full");
    const session = await new FakeServer({ clock, behave: () => behave(number) }).connect();
    const close = async () => {
      clock.advance(closeMs);
      closed.push(number);
    };
    return { ...session, handshakeMs: openMs, close };
  };
  const wire = new FreshSessionWire(main.wire, { clock, connect, nextEnd: () => "delete" });
  const classify = wire.judging(replyClassifier());
  const frames = Array.from({ length: calls }, () => wire.encode("tools/call", { name: "work" }));
  const { signal } = new AbortController();
  const result = await runClosedLoop({ wire, frames, concurrency: 1, clock, timeoutMs, signal, classify });
  await wire.settled();
  const recorder = new Recorder("work", { classify });
  recorder.addBlock(0, result);
  wire.add();
  const { outcomes, errors, samples, sessionOpenMs } = recorder.measurement(wire.result());
  const said = errors.map(({ message }) => message);
  return { outcomes, said, ms: [...decodeSamples(samples)], sessionOpenMs, opened, closed, wallMs: result.wallMs };
}

test("a call takes as long as opening its session and its reply; closing comes before the next, in no latency", async () => {
  const behave = (): Behaviour => ({ kind: "reply", result: {}, takesMs: 5 });
  const { outcomes, ms, sessionOpenMs, closed, wallMs } = await run({ calls: 2, openMs: 30, closeMs: 100, behave });
  expect([outcomes, ms, sessionOpenMs, closed]).toEqual([{ ok: 2 }, [35, 35], 30, [0, 1]]);
  expect(wallMs).toBe(35 + 100 + 35);
});

test("a session that cannot be opened fails its call, and is in no figure", async () => {
  const { outcomes, said, ms } = await run({ calls: 3, openMs: 3, refuses: (session) => session === 1 });
  expect([outcomes, said, ms]).toEqual([{ ok: 2, unexpected: 1 }, ["no session: 503: full"], [3, 3]]);
});

test("a call that is not answered in time is given up, and its session closed", async () => {
  const behave = (session: number): Behaviour => (session === 0 ? { kind: "silence" } : okReply);
  const { outcomes, said, closed } = await run({ calls: 2, behave, timeoutMs: 20 });
  expect([outcomes, closed]).toEqual([{ ok: 1, timeout: 1 }, [0, 1]]);
  expect(said).toEqual(["no reply, or end of the session, within 20 ms"]);
});

const overHttp = "{ command: x, args: ['${PORT}'], url: 'http://127.0.0.1:${PORT}/mcp' }";

test.each([
  ["x", "{ tool: a, fresh_session: true }", /over stdio a session is a process/],
  [overHttp, "{ tool: a, fresh_session: true, sessions: 2 }", /remove `sessions`/],
  [overHttp, "{ tool: a, fresh_session: true, task: true }", /write one of `fresh_session`/],
  [overHttp, "{ steps: [{ tool: a }, { tool: b }], fresh_session: true }", /a single request/],
])("at %s %s is refused", (server, benchmark, message) => {
  expect(() => planOf(`server: ${server}\nbenchmarks:\n  - ${benchmark}\n`)).toThrow(message);
});

const node = JSON.stringify(process.execPath);
const sessions = (mode: string) =>
  `{ command: ${node}, args: [${JSON.stringify(fixture("sessions.js"))}, "\${PORT}", ${mode}], url: "http://127.0.0.1:\${PORT}/mcp", protocol: "2025-11-25" }`;

async function measured(server: string, benchmark: string) {
  const record = await runConfig(`
server: ${server}
defaults: { rounds: 1, requests: 6, warmup: 1, leak_check: 0 }
benchmarks: [${benchmark}]
`);
  const [launch] = record.rounds[0]?.launches ?? [];
  return { record, ...launch?.measurements[0] };
}

test("a slow handshake shows, over real connections, and no session stays open", async () => {
  const row = '{ tool: count, fresh_session: true, expect: { text: "/^2 open/" } }';
  const { record, outcomes, sessionOpenMs = 0, blocks = [], network } = await measured(sessions("slow"), row);
  expect(outcomes).toEqual({ ok: 6 });
  // The handshake takes 40 ms; a timer of Node may be a millisecond early. Each call contains one.
  expect(sessionOpenMs).toBeGreaterThanOrEqual(39);
  expect(blocks[0]?.medianMs).toBeGreaterThanOrEqual(39);
  expect(network?.opened).toBeGreaterThanOrEqual(6);
  expect(summaryOf(record)).toContain("session open");
});

test("a server that takes no more sessions fails the calls", async () => {
  const { outcomes, errors } = await measured(sessions("full"), "{ tool: count, fresh_session: true, warmup: 0 }");
  expect(outcomes).toEqual({ ok: 2, unexpected: 4 });
  expect(errors?.[0]?.message).toMatch(/no session: .*503/);
});

test("sessions that a server refuses to end stay open there, and the calls are ok", async () => {
  const row = '{ tool: count, fresh_session: true, expect: { text: "/ open/" } }';
  expect((await measured(sessions("keeps"), row)).outcomes).toEqual({ ok: 6 });
});

test("on the stateless line, which has no sessions, the row is skipped and the reason told", async () => {
  const updates = JSON.stringify(fixture("updates.js"));
  const { record } = await measured(
    `{ command: ${node}, args: [${updates}, "\${PORT}"], url: "http://127.0.0.1:\${PORT}/mcp", protocol: "2026-07-28" }`,
    "{ name: churn, tool: touch, fresh_session: true }, { tool: touch }",
  );
  expect(record.skipped).toEqual([{ benchmark: "churn", reason: "protocol 2026-07-28 has no sessions" }]);
});
