import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../src/base/json.ts";
import { ConfigError } from "../../../src/errors.ts";
import type { Companion, RunningCompanion } from "../../../src/measure/companion.ts";
import type { RunContext } from "../../../src/measure/context.ts";
import { RunningArm } from "../../../src/measure/launch/running-arm.ts";
import { openCalls } from "../../../src/measure/row/calls.ts";
import { type Launch, type RunDependencies, runPlan } from "../../../src/measure/run/run-plan.ts";
import type { Load } from "../../../src/model/load.ts";
import type { MixOperation } from "../../../src/model/operation.ts";
import type { LaunchSpec, Plan, Row } from "../../../src/plan/plan.ts";
import { type RunRecord, recordSchema } from "../../../src/record/record.ts";
import { decodeSamples } from "../../../src/record/samples.ts";
import { warningTexts } from "../../support/warnings.ts";
import { type Behaviour, okReply, toolError } from "../fake-server.ts";
import { type Behave, slow, type World, world } from "../fake-world.ts";
import { arm, dependencies, plan, row, stdioSpec, toolRow } from "../plans.ts";

const head = arm(stdioSpec(["head"]));
const base = arm(stdioSpec(["base"]), { id: "base", side: "base" });

async function run(
  rows: readonly Row[],
  made: World,
  { given = {}, more = {} }: { given?: Partial<Plan>; more?: Partial<RunDependencies> } = {},
): Promise<RunRecord> {
  const record = await runPlan(plan({ arms: [head], rows, ...given }), {
    ...dependencies(),
    clock: made.clock,
    launch: made.launch,
    delay: async (ms) => made.clock.advance(ms),
    ...more,
  });
  expect(recordSchema.parse(record)).toEqual(record);
  return record;
}

function measurementOf(record: RunRecord, armId = "head", id = "work") {
  const launch = record.rounds[0]?.launches.find((one) => one.arm === armId);
  const found = launch?.measurements.find((one) => one.row === id);
  if (!found) throw new Error(`no measurement of ${id} on ${armId}`);
  return found;
}

const every = { warmup: 2, timeoutMs: 1000 };

function workRow(load: Load, given: Partial<Omit<Row, "load">> = {}): Row {
  return toolRow("work", {}, { ...given, load });
}

describe("a mix", () => {
  const operation: MixOperation = {
    kind: "mix",
    method: "mix",
    target: "get ×3, put ×1",
    parts: [
      { operation: { method: "custom/get", params: { n: "{{seq}}" }, target: "get" }, weight: 3 },
      { operation: { method: "custom/put", params: { n: "{{seq}}" }, target: "put" }, weight: 1 },
    ],
  };
  const mixed = (given: Parameters<typeof row>[1] = {}) => row(operation, { id: "mix", ...given });

  test("sends its parts by weight, numbered through, in the same order in every arm", async () => {
    const seen: Record<string, [string, JsonObject | undefined][]> = { head: [], base: [] };
    const behave: Behave = ({ arm: id, launch, method, params }) => {
      if (id === "base" || launch > 0) seen[id]?.push([method, params]);
      return okReply;
    };
    const record = await run([mixed({ load: { requests: 38 } })], world(behave), { given: { arms: [head, base] } });
    expect(seen.head).toEqual(seen.base);
    expect(seen.head?.map(([, params]) => params?.n)).toEqual(Array.from({ length: 40 }, (_, index) => index));
    expect(seen.head?.filter(([method]) => method === "custom/put")).toHaveLength(10);
    expect(measurementOf(record, "head", "mix").outcomes).toEqual({ ok: 38 });
    expect(record.rows[0]).toMatchObject({ method: "mix", target: "get ×3, put ×1" });
  });

  test("judges each reply by what was expected of its part", async () => {
    const [get, put] = operation.parts;
    if (!get || !put) throw new Error("no parts");
    const parts = [get, { ...put, expect: { error: true } }];
    const behave: Behave = ({ method }) => (method === "custom/put" ? toolError("no") : okReply);
    const record = await run([{ ...mixed(), operation: { ...operation, parts } }], world(behave));
    expect(measurementOf(record, "head", "mix").outcomes).toEqual({ ok: 8 });
    const strict = await run([mixed()], world(behave));
    expect(measurementOf(strict, "head", "mix").outcomes).toEqual({ ok: 6, "tool-error": 2 });
  });

  test("is skipped when the server lacks one of its parts", async () => {
    const parts = [...operation.parts, { operation: { method: "prompts/list", target: "prompts/list" }, weight: 1 }];
    const record = await run([{ ...mixed(), operation: { ...operation, parts } }, toolRow("work")], world());
    expect(record.rows.map(({ id }) => id)).toEqual(["work"]);
    expect(record.skipped[0]?.reason).toContain("does not offer prompts/list");
    expect(warningTexts(record).join("\n")).not.toContain("is skipped");
  });
});

describe("a duration", () => {
  test("ends every block in time, and numbers the calls without a gap", async () => {
    const seen: unknown[] = [];
    const behave: Behave = ({ launch, method, params }) => {
      if (launch > 0 && method === "custom/get") seen.push(params?.n);
      return slow(10);
    };
    const get = row(
      { method: "custom/get", params: { n: "{{seq}}" }, target: "get" },
      { id: "get", load: { kind: "closed", concurrency: 1, durationMs: 4000, ...every } },
    );
    const { blocks, outcomes } = measurementOf(await run([get], world(behave)), "head", "get");
    expect(blocks.map(({ wallMs, attempted }) => [wallMs, attempted])).toEqual(Array(4).fill([1000, 100]));
    expect(outcomes).toEqual({ ok: 400 });
    expect(seen).toEqual(Array.from({ length: 402 }, (_, index) => index));
  });

  test("gives a faster arm more calls in the same time", async () => {
    const behave: Behave = ({ arm: id }) => slow(id === "base" ? 20 : 10);
    const load: Load = { kind: "closed", concurrency: 1, durationMs: 2000, ...every };
    const record = await run([workRow(load)], world(behave), { given: { arms: [head, base] } });
    expect(measurementOf(record).outcomes).toEqual({ ok: 200 });
    expect(measurementOf(record, "base").outcomes).toEqual({ ok: 100 });
    expect(record.rounds[0]?.order.work?.toSorted()).toEqual(["base", "base", "head", "head"]);
  });
});

test("a pause between requests is in no figure", async () => {
  const pauses: number[] = [];
  const made = world(() => slow(5));
  const delay = async (ms: number) => {
    pauses.push(ms);
    made.clock.advance(ms);
  };
  const load: Load = { kind: "closed", concurrency: 1, requests: 8, delayMs: 120, ...every };
  const { blocks, samples } = measurementOf(await run([workRow(load)], made, { more: { delay } }));
  expect(pauses).toEqual(Array(10).fill(120));
  expect(blocks.map(({ wallMs }) => wallMs)).toEqual([10, 10, 10, 10]);
  expect([...decodeSamples(samples)]).toEqual(Array(8).fill(5));
});

test("a batch is one operation, with the sizes of all its calls", async () => {
  const load: Load = { kind: "batch", size: 5, dispatch: { kind: "burst" }, requests: 8, ...every };
  const made = world(() => slow(2));
  const record = await run([workRow(load, { items: 5 }), toolRow("work", {}, { id: "single" })], made);
  const [batch, single] = [measurementOf(record), measurementOf(record, "head", "single")];
  expect(batch.outcomes).toEqual({ ok: 8 });
  expect([...decodeSamples(batch.samples)]).toEqual(Array(8).fill(10));
  expect(batch.requestBytes).toBeCloseTo(5 * (single.requestBytes ?? 0), -1);
  expect(batch.responseBytes).toBeCloseTo(5 * (single.responseBytes ?? 0), -1);
  expect(made.servers[1]?.server.wire.mostInFlight).toBe(5);
  expect(record.rows[0]).toMatchObject({ items: 5, load: { kind: "batch", size: 5 } });
});

test("an open loop records how far the server fell behind", async () => {
  const load: Load = { kind: "open", ratePerSecond: 100, maxInFlight: 3, requests: 40, ...every };
  const made = world(({ index }) => (index < 10 ? okReply : slow(50)));
  // Time leaps to when the next request is due, but not to the deadline of those unanswered.
  const alarm = (at: number, wake: () => void) => {
    if (at - made.clock.now() > 500) return () => {};
    const turn = setImmediate(() => {
      made.clock.advance(Math.max(0, at - made.clock.now()));
      wake();
    });
    return () => clearImmediate(turn);
  };
  const { outcomes, blocks, errors } = measurementOf(await run([workRow(load)], made, { more: { alarm } }));
  expect(blocks).toHaveLength(1);
  expect(outcomes.dropped).toBeGreaterThan(0);
  expect((outcomes.ok ?? 0) + (outcomes.dropped ?? 0)).toBe(40);
  expect(blocks[0]?.backlog).toEqual({ most: 3, dropped: outcomes.dropped });
  expect(errors[0]?.message).toBe("not sent when it was due: 3 requests were unanswered");
});

test("updates are subscribed to anew in a session that was opened anew", async () => {
  const made = world(({ method }) => (method === "resources/subscribe" ? okReply : toolError("no")));
  const { launch, clock } = made;
  const { signal } = new AbortController();
  const server = await launch(head.launch, { clock, signal });
  const ids = ["first", "first", "second"];
  const session = Object.defineProperties(await server.connect(), {
    sessionId: { get: () => ids[0] },
    renew: { value: async () => void ids.shift() },
  });
  const running = new RunningArm(head, { server, session });
  const operation = { method: "tools/call", params: { name: "work" }, target: "work", updates: "demo://1" };
  const context = { ...dependencies({ clock }), signal, plan: plan({ arms: [head] }) } as unknown as RunContext;
  await using calls = await openCalls(row(operation), running, { context, captures: new Map() });
  const subscribed = () => made.servers[0]?.server.wire.calls.filter((one) => one.method === "resources/subscribe");
  await calls.renew?.();
  expect(subscribed()).toHaveLength(1);
  await calls.renew?.();
  expect(subscribed()).toHaveLength(2);
});

describe("several sessions over stdio", () => {
  const load: Load = { kind: "closed", concurrency: 6, sessions: 3, requests: 24, ...every };
  const stopsOf = ({ servers }: World) => servers.map(({ server }) => server.stops);

  test("are closed where the row cannot begin after them", async () => {
    const made = world();
    const watch: RunningCompanion["watch"] = async ({ row }) => {
      if (row.id === "work") throw new Error("nothing to watch with");
      return undefined;
    };
    const companion: Companion = async (plan) => ({ plan, watch, stop: async () => undefined });
    const rows = [workRow(load), toolRow("work", {}, { id: "after" })];
    const record = await run(rows, made, { more: { companions: [companion] } });
    expect(measurementOf(record)).toMatchObject({ outcomes: { disconnected: 1 } });
    // Behind that of the probe and that of the arm.
    expect(stopsOf(made).slice(2)).toEqual([1, 1]);
  });

  test("are closed where the run ends before their subscription is answered", async () => {
    const ended = new AbortController();
    const made = world(({ method }) => {
      if (method === "resources/subscribe") ended.abort(new Error("no more time"));
      return { kind: "silence" };
    });
    const { launch, clock } = made;
    const server = await launch(head.launch, { clock, signal: ended.signal });
    const running = new RunningArm(head, { server, session: await server.connect() });
    const operation = { method: "tools/call", params: { name: "work" }, target: "work", updates: "demo://1" };
    const context = {
      ...dependencies({ clock }),
      signal: ended.signal,
      plan: plan({ arms: [head] }),
      launch: (spec: LaunchSpec) => launch(spec, { clock, signal: ended.signal }),
    } as unknown as RunContext;
    const opening = openCalls(row(operation, { load }), running, { context, captures: new Map() });
    await expect(opening).rejects.toThrow("no more time");
    expect(stopsOf(made)).toEqual([0, 1, 1]);
    expect(running.furtherServers).toEqual([]);
  });

  test("are processes of their own that live as long as the row, on every arm", async () => {
    const made = world();
    const rows = [workRow(load), toolRow("work", {}, { id: "after" })];
    const record = await run(rows, made, { given: { arms: [head, base] } });
    for (const id of ["head", "base"]) {
      expect(measurementOf(record, id).outcomes).toEqual({ ok: 24 });
      expect(measurementOf(record, id, "after").outcomes).toEqual({ ok: 8 });
      const calls = made.servers
        .filter((one) => one.arm === id)
        .slice(id === "head" ? 1 : 0)
        .map(({ server }) => server.wire.calls.filter(({ method }) => method === "tools/call").length);
      // 2 for warm-up and 24 in turns; the row after it has its 2 + 8 on the arm's own session.
      expect(calls).toEqual([9 + 10, 9, 8]);
    }
    expect(made.servers.every(({ server }) => server.stops > 0)).toBe(true);
  });

  test("count with the memory and CPU time of the arm", async () => {
    const made = world();
    let pid = 0;
    const launch: Launch = async (spec, options) => Object.assign(await made.launch(spec, options), { pid: ++pid });
    let reads = 0;
    const read = async (roots: readonly number[]) => {
      reads++;
      const usage = { processes: 1, rssBytes: 1e6, peakRssBytes: 1e6, cpuMs: reads * 8 };
      return new Map(roots.map((root) => [root, usage] as const));
    };
    const record = await run([workRow(load)], { ...made, launch }, { more: { resources: { method: "test", read } } });
    expect(record.rounds[0]?.launches[0]?.metrics).toMatchObject({ idle_rss: 1e6, peak_rss: 3e6 });
    expect(measurementOf(record).cpuPerCallMs).toBe((3 * 8) / 24);
  });

  test("that cannot be opened are one failed attempt, and the next row is measured", async () => {
    const made = world(undefined, (id, launch) => id === "head" && launch === 3);
    const record = await run([workRow(load), toolRow("work", {}, { id: "after" })], made);
    expect(measurementOf(record)).toMatchObject({ outcomes: { disconnected: 1 }, blocks: [] });
    expect(measurementOf(record).errors[0]?.message).toBe(
      "work could not begin: head exited with code 7 before the MCP handshake was done",
    );
    expect(measurementOf(record, "head", "after").outcomes).toEqual({ ok: 8 });
    expect(made.servers.every(({ server }) => server.stops > 0)).toBe(true);
  });
});

test("a row's own cooldown follows it, that of the plan the others", async () => {
  const pauses: number[] = [];
  const rows = [
    toolRow("work", {}, { id: "hot", cooldownMs: 5000 }),
    toolRow("work", {}, { id: "second" }),
    toolRow("work", {}, { id: "third" }),
  ];
  const delay = async (ms: number) => void pauses.push(ms);
  await run(rows, world(), { given: { cooldownMs: 250 }, more: { delay } });
  expect(pauses).toEqual([5000, 250]);
});

describe("methods", () => {
  const notFound: Behaviour = {
    kind: "raw",
    body: '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}',
  };

  test("that nobody knows end the run before anything is timed, with the one that was meant", async () => {
    const made = world(() => notFound);
    const failing = run([row({ method: "tools/lst", target: "tools/lst" })], made);
    await expect(failing).rejects.toThrow(ConfigError);
    await expect(failing).rejects.toThrow(
      /the server does not know the method "tools\/lst"[\s\S]*did you mean tools\/list\?/,
    );
    expect(made.servers).toHaveLength(1);
  });

  test("of the protocol that the server does not know are skipped, each benchmark once", async () => {
    const made = world(({ method }) => (method === "ping" ? notFound : okReply));
    const ping = row({ method: "ping", target: "ping" });
    const record = await run([ping, { ...ping, id: "ping [size=2]" }, toolRow("work")], made);
    expect(record.rows.map(({ id }) => id)).toEqual(["work"]);
    expect(record.skipped).toEqual([
      { benchmark: "ping", reason: "the server does not know ping (it answers -32601: Method not found)" },
    ]);
  });

  test("of the server's own are measured, and so is a refusal that is expected", async () => {
    const made = world(({ method }) => (method === "custom/no" ? notFound : okReply));
    const rows = [
      row({ method: "custom/yes", target: "custom/yes" }),
      row({ method: "custom/no", target: "custom/no" }, { expect: { error: true } }),
    ];
    const record = await run(rows, made);
    expect(measurementOf(record, "head", "custom/yes").outcomes).toEqual({ ok: 8 });
    expect(measurementOf(record, "head", "custom/no").outcomes).toEqual({ ok: 8 });
  });
});
