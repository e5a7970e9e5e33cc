import { expect, test } from "vitest";
import { SessionPool } from "../../../src/measure/launch/sessions.ts";
import { runClosedLoop } from "../../../src/measure/load/closed-loop.ts";
import { replyClassifier } from "../../../src/measure/replies/classifiers.ts";
import { answeringWire } from "../../../src/server/protocol/answers.ts";
import type { Wire } from "../../../src/server/protocol/session.ts";
import { type Behaviour, type Call, FakeWire, ManualClock, okReply } from "../fake-server.ts";

function pool(
  count: number,
  behave: (call: Call) => Behaviour = () => okReply,
  session: (wire: FakeWire) => Wire = (wire) => wire,
) {
  const clock = new ManualClock();
  const wires = Array.from({ length: count }, () => new FakeWire(behave, clock, { perRequest: true }));
  const shared = new SessionPool(wires.map(session));
  const run = (requests: number, concurrency: number) =>
    runClosedLoop({
      wire: shared,
      frames: Array.from({ length: requests }, () => shared.encode("ping")),
      concurrency,
      clock,
      timeoutMs: 20,
      signal: new AbortController().signal,
      classify: replyClassifier(),
    });
  return { wires, shared, run };
}

test("requests take turns over the sessions, each under an id of its own", async () => {
  const { wires, shared, run } = pool(3);
  const ids = Array.from({ length: 30 }, () => shared.encode("ping").id);
  expect(new Set(ids).size).toBe(30);
  const { answers, failures } = await run(30, 6);
  expect([answers.length, failures.total]).toEqual([30, 0]);
  expect(wires.map((wire) => wire.calls.length)).toEqual([10, 10, 10]);
  expect(wires.map((wire) => wire.mostInFlight)).toEqual([2, 2, 2]);
});

test("several blocks in a row reach their own listeners", async () => {
  const { run } = pool(2);
  for (let block = 0; block < 3; block++) expect((await run(10, 4)).answers).toHaveLength(10);
});

test("a request is given up in the session it was sent in", async () => {
  const { wires, run } = pool(2, ({ index }) => (index === 1 ? { kind: "late" } : okReply));
  const { answers, failures } = await run(8, 1);
  expect([answers.length, failures.outcomes]).toEqual([6, { timeout: 2 }]);
  expect(wires.map((wire) => wire.abandoned.length)).toEqual([1, 1]);
});

test("a failure is told under the id of the pool", async () => {
  const failing: Behaviour = { kind: "failure", failure: { kind: "malformed", message: "half a line" } };
  const { run } = pool(2, ({ index }) => (index === 0 ? failing : okReply));
  const { answers, failures } = await run(6, 2);
  expect([answers.length, failures.samples]).toEqual([4, [{ kind: "malformed", message: "half a line", count: 2 }]]);
});

test("each session answers what its server asks, and the pool sees one reply", async () => {
  const inputRequests = { name: { method: "elicitation/create", params: {} } };
  const asks: Behaviour = { kind: "reply", result: { resultType: "input_required", inputRequests } };
  const behave = ({ params }: Call) => (params?.inputResponses ? okReply : asks);
  const answers = { elicitation: { action: "accept", delayMs: 0 } } as const;
  const { wires, run } = pool(2, behave, (wire) => answeringWire(wire, answers));
  const { answers: replies, failures } = await run(6, 2);
  expect([replies.length, failures.total]).toEqual([6, 0]);
  expect(wires.map(({ calls }) => calls.length)).toEqual([6, 6]);
});

test("headers that belong to a request reach the session with it", () => {
  const seen: unknown[] = [];
  const wire = {
    encode: (method: string) => ({ id: 7, bytes: Buffer.from("{}"), headers: ["mcp-method", method] }),
    send: (frame: unknown) => void seen.push(frame),
    abandon: () => {},
  };
  const shared = new SessionPool([wire, wire]);
  const listener = { onReply: () => {}, onFailure: () => {} };
  for (const method of ["ping", "tools/list"]) shared.send(shared.encode(method), listener);
  expect(seen).toEqual([
    { id: 7, bytes: Buffer.from("{}"), headers: ["mcp-method", "ping"] },
    { id: 7, bytes: Buffer.from("{}"), headers: ["mcp-method", "tools/list"] },
  ]);
});

test.each([null, [], { name: null }, { name: "elicitation/create" }])(
  "what a server asks for in no form, such as %j, is its reply",
  async (inputRequests) => {
    const asks: Behaviour = { kind: "reply", result: { resultType: "input_required", inputRequests } };
    const answers = { elicitation: { action: "accept", delayMs: 0 } } as const;
    const { run } = pool(
      1,
      () => asks,
      (wire) => answeringWire(wire, answers),
    );
    expect((await run(2, 1)).answers).toHaveLength(2);
  },
);
