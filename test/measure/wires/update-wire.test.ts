import { describe, expect, test } from "vitest";
import { runClosedLoop } from "../../../src/measure/load/closed-loop.ts";
import { Recorder } from "../../../src/measure/load/recorder.ts";
import { replyClassifier } from "../../../src/measure/replies/classifiers.ts";
import { subscribe } from "../../../src/measure/wires/subscription.ts";
import { UpdateWire } from "../../../src/measure/wires/update-wire.ts";
import { decodeSamples } from "../../../src/record/samples.ts";
import type { Hearer, Notification, Session } from "../../../src/server/protocol/session.ts";
import { planOf } from "../../config/plan-of.ts";
import { fixture } from "../../server/support.ts";
import { warningTexts } from "../../support/warnings.ts";
import { type Behaviour, FakeServer, FakeWire, ManualClock, okReply, toolError } from "../fake-server.ts";
import { runConfig, summaryOf } from "../run-config.ts";

/** Says what happens to a call, in this order: milliseconds that pass, notifications, and its reply. */
type Event = number | "update" | Behaviour;

async function run(...calls: readonly (readonly Event[])[]) {
  const clock = new ManualClock();
  const subscription = { lost: undefined as string | undefined, onUpdate: (_at: number): boolean => false };
  const taken: boolean[] = [];
  const inner = new FakeWire(({ index }) => {
    const events = calls[index] ?? [];
    const reply = events.find((event) => typeof event === "object");
    const pass = (event: Event | undefined) => {
      if (typeof event === "number") clock.advance(event);
      if (event === "update") taken.push(subscription.onUpdate(clock.now()));
    };
    const place = reply ? events.indexOf(reply) : events.length;
    setImmediate(() => events.slice(0, place).forEach(pass));
    setImmediate(() => setImmediate(() => events.slice(place + 1).forEach(pass)));
    return reply ?? { kind: "silence" };
  }, clock);
  const classify = replyClassifier();
  const wire = new UpdateWire(inner, { clock, classify, subscription });
  const judge = wire.judging(classify);
  const frames = calls.map(() => wire.encode("tools/call", { name: "touch" }));
  const { signal } = new AbortController();
  const result = await runClosedLoop({ wire, frames, concurrency: 1, clock, timeoutMs: 50, signal, classify: judge });
  const recorder = new Recorder("touch", { classify: judge });
  recorder.addBlock(0, result);
  wire.add();
  const { outcomes, errors, samples, updateMs } = recorder.measurement(wire.result());
  return { outcomes, said: errors.map(({ message }) => message), ms: [...decodeSamples(samples)], updateMs, taken };
}

describe("a call that changes a resource", () => {
  test("ends with the notification where that comes after the reply", async () => {
    const { outcomes, ms, updateMs } = await run([3, okReply, 20, "update"]);
    expect([outcomes, ms, updateMs]).toEqual([{ ok: 1 }, [23], 23]);
  });

  test("ends with the reply where that comes after the notification, whose time is kept for itself", async () => {
    const { outcomes, ms, updateMs } = await run([3, "update", 20, okReply]);
    expect([outcomes, ms, updateMs]).toEqual([{ ok: 1 }, [23], 3]);
  });

  test("is an error once its time is over without a notification, and is in no figure", async () => {
    const { outcomes, said, ms, updateMs } = await run([1, okReply, 100], [2, "update", okReply]);
    expect([outcomes, ms, updateMs]).toEqual([{ ok: 1, timeout: 1 }, [2], 2]);
    expect(said).toEqual(["no notification of the updated resource within 50 ms"]);
  });

  test("that fails ends at once, as what it failed by", async () => {
    const { outcomes, said, updateMs } = await run([4, toolError("read only")]);
    expect([outcomes, said, updateMs]).toEqual([{ "tool-error": 1 }, ["read only"], undefined]);
  });

  test("fails without a subscription, but not before others have had their turn", async () => {
    const clock = new ManualClock();
    const classify = replyClassifier();
    const subscription = { lost: "no subscription", onUpdate: () => false };
    const wire = new UpdateWire(new FakeWire(() => okReply, clock), { clock, classify, subscription });
    const frames = [1, 2, 3].map(() => wire.encode("tools/call", { name: "touch" }));
    const { signal } = new AbortController();
    let turns = 0;
    const turn = () => setImmediate(() => ++turns < frames.length && turn());
    turn();
    const { failures } = await runClosedLoop({ wire, frames, concurrency: 1, clock, timeoutMs: 50, signal, classify });
    expect([failures.samples, turns]).toEqual([[{ kind: "unexpected", message: "no subscription", count: 3 }], 3]);
  });

  test("takes one notification: a second one is nobody's", async () => {
    const { taken } = await run([1, "update", "update", okReply]);
    expect(taken).toEqual([true, false]);
  });
});

const uri = "note:///today";

/** A session that says what a test has it say. */
async function subscribed(
  protocol: string,
  answer: Behaviour,
  says: (id: number) => readonly Omit<Notification, "at">[],
  timeoutMs = 60_000,
) {
  const clock = new ManualClock();
  const server = new FakeServer({ clock, protocol, behave: () => answer });
  let hearer: Hearer = () => false;
  const session: Session = {
    ...(await server.connect()),
    hear: (given) => {
      hearer = given;
      return () => {};
    },
  };
  const { signal } = new AbortController();
  // The fake's first request has this id.
  setImmediate(() => says(1).map((told) => hearer({ ...told, at: clock.now() })));
  const subscription = await subscribe(session, { uri, clock, signal, timeoutMs });
  subscription.onUpdate = () => true;
  return { subscription, wire: server.wire, tell: (told: Omit<Notification, "at">) => hearer({ ...told, at: 5 }) };
}

const updated = (of: string, id?: number): Omit<Notification, "at"> => ({
  method: "notifications/resources/updated",
  params: { uri: of, ...(id === undefined ? {} : { _meta: { "io.modelcontextprotocol/subscriptionId": id } }) },
});
const acknowledged = (id: number, uris: readonly string[]): Omit<Notification, "at"> => ({
  method: "notifications/subscriptions/acknowledged",
  params: { notifications: { resourceSubscriptions: uris }, _meta: { "io.modelcontextprotocol/subscriptionId": id } },
});
const refusal: Behaviour = {
  kind: "raw",
  body: '{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"too many"}}',
};

describe("a subscription", () => {
  test("of the stateful line hears of its own resource alone, and ends by `resources/unsubscribe`", async () => {
    const { subscription, tell, wire } = await subscribed("2025-11-25", { kind: "reply", result: {} }, () => []);
    expect([tell(updated(uri)), tell(updated("note:///other")), subscription.lost]).toEqual([true, false, undefined]);
    await subscription[Symbol.asyncDispose]();
    expect(wire.calls.map(({ method }) => method)).toEqual(["resources/subscribe", "resources/unsubscribe"]);
  });

  test("of the stateless line hears what is under its own id alone, and ends when its request is given up", async () => {
    const { subscription, tell, wire } = await subscribed("2026-07-28", { kind: "silence" }, (id) => [
      acknowledged(id, [uri]),
    ]);
    expect(subscription.lost).toBeUndefined();
    expect([tell(updated(uri, 1)), tell(updated(uri, 2)), tell(updated(uri)), tell(updated("a:b", 1))]).toEqual([
      true,
      false,
      false,
      false,
    ]);
    await subscription[Symbol.asyncDispose]();
    expect(wire.abandoned).toEqual([1]);
  });

  test.each<[string, string, Behaviour, readonly string[] | undefined]>([
    ["2025-11-25", "-32603: too many", refusal, undefined],
    ["2026-07-28", "-32603: too many", refusal, undefined],
    ["2026-07-28", "the server ended it", { kind: "reply", result: {} }, [uri]],
    ["2026-07-28", "the server acknowledged it without the resource", { kind: "silence" }, []],
    ["2026-07-28", "no acknowledgement within 20 ms", { kind: "silence" }, undefined],
  ])("that a server of %s does not keep fails every call: %s", async (protocol, why, answer, uris) => {
    const says = (id: number) => (uris ? [acknowledged(id, uris)] : []);
    const { subscription } = await subscribed(protocol, answer, says, why.endsWith("within 20 ms") ? 20 : undefined);
    await expect.poll(() => subscription.lost).toBe(`no subscription to ${uri}: ${why}`);
  });
});

test.each([
  ["{ resource: 'a:b', updates: 'a:b' }", /`updates` needs `tool`/],
  ["{ tool: a, updates: 'a:b', progress: true }", /write one of `updates`, `progress` and `task`/],
  ["{ tool: a, updates: 'a:{{seq}}' }", /one resource for all calls/],
  ["{ tool: a, updates: 'a:b', concurrency: 2 }", /`updates` takes one call in flight/],
  ["{ tool: a, updates: 'a:b', rate: 5/s }", /`updates` takes one call in flight/],
])("%s is refused", (benchmark, message) => {
  expect(() => planOf(`server: x\nbenchmarks:\n  - ${benchmark}\n`)).toThrow(message);
});

const node = JSON.stringify(process.execPath);
const updates = JSON.stringify(fixture("updates.js"));

test.each([
  ["2025-11-25 over stdio", `{ command: ${node}, args: [${updates}], protocol: "2025-11-25" }`],
  ["2026-07-28 over stdio", `{ command: ${node}, args: [${updates}], protocol: "2026-07-28" }`],
  [
    "2026-07-28 over HTTP",
    `{ command: ${node}, args: [${updates}, "\${PORT}"], url: "http://127.0.0.1:\${PORT}/mcp", protocol: "2026-07-28" }`,
  ],
])("a server of %s is heard when it tells of its own change, and of no other", async (_, server) => {
  const record = await runConfig(`
server: ${server}
defaults: { rounds: 1, requests: 4, warmup: 1, leak_check: 0, timeout: 60s }
benchmarks:
  - { name: at once, tool: touch, updates: "note:///today" }
  - { name: later, tool: touch, arguments: { after: 40 }, updates: "note:///today" }
  - { name: other, tool: touch, arguments: { uri: "note:///other" }, updates: "note:///today", requests: 1, warmup: 0, timeout: 150ms }
  - { name: fails, tool: touch, arguments: { fail: true }, updates: "note:///today" }
`);
  const [atOnce, later, other, fails] = record.rounds[0]?.launches[0]?.measurements ?? [];
  expect([atOnce?.outcomes, later?.outcomes, other?.outcomes, fails?.outcomes]).toEqual([
    { ok: 4 },
    { ok: 4 },
    { timeout: 1 },
    { "tool-error": 4 },
  ]);
  // A timer of Node may be a millisecond early. On a busy machine a notification at once may come later than one that waits.
  expect(later?.updateMs).toBeGreaterThanOrEqual(39);
  expect(atOnce?.updateMs).toBeGreaterThan(0);
  expect(later?.blocks[0]?.medianMs).toBeGreaterThanOrEqual(39);
  expect(summaryOf(record)).toContain("update latency");
});

test("notifications that no call waits for are told, since others may be of other changes too", async () => {
  const record = await runConfig(`
server: { command: ${node}, args: [${updates}], protocol: "2025-11-25" }
defaults: { rounds: 1, requests: 3, warmup: 0, leak_check: 0 }
benchmarks: [{ tool: touch, arguments: { times: 2 }, updates: "note:///today" }]
`);
  expect(warningTexts(record).join()).toMatch(
    /\d notifications? of an updated resource came while no call was waiting/,
  );
});

test("where a server offers no subscriptions, the benchmark is skipped and the reason told", async () => {
  const record = await runConfig(`
server: { command: ${node}, args: [${JSON.stringify(fixture("misbehave.js"))}, fine] }
defaults: { rounds: 1, requests: 2, warmup: 0, leak_check: 0 }
benchmarks: [{ name: update, tool: call, updates: "a:b" }, { tool: call }]
`);
  expect(record.skipped).toEqual([
    {
      benchmark: "update",
      reason: "the server offers no subscriptions to resources (no capability `resources.subscribe`)",
    },
  ]);
});
