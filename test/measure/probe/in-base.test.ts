import { describe, expect, test } from "vitest";
import { besideBase } from "../../../src/measure/probe/in-base.ts";
import type { ProgressEvent } from "../../../src/measure/progress.ts";
import { runPlan } from "../../../src/measure/run/run-plan.ts";
import type { Row } from "../../../src/plan/plan.ts";
import { type Behaviour, type Call, FakeServer, ManualClock, okReply } from "../fake-server.ts";
import { arm, dependencies, plan, row, stdioSpec, toolRow } from "../plans.ts";

const head = arm(stdioSpec(["head"]));
const base = arm(stdioSpec(["base"]), { id: "base", side: "base" });

/** Returns what becomes of a found tool that head is too slow for, where base has these tools. */
async function added(tools: readonly string[] | "no base" | "a broken base") {
  const clock = new ManualClock();
  const warnings: string[] = [];
  const servers: FakeServer[] = [];
  const events: ProgressEvent[] = [];
  const { rows, left } = await besideBase(
    {
      identity: { name: "fake", version: "1", protocol: "2025-11-25" },
      spoken: new Map(),
      rows: [toolRow("work")],
      left: [{ row: toolRow("search"), code: "slow", reason: "one call is not answered within 2 s" }],
      missing: [],
      offer: { protocol: "2025-11-25", capabilities: new Set(), tools: [], prompts: [] },
      coldStart: undefined,
      startupMs: 1,
    },
    head,
    {
      plan: plan({ arms: tools === "no base" ? [head] : [head, base], discover: true }),
      context: {
        clock,
        signal: new AbortController().signal,
        warn: (message) => warnings.push(message),
        // Base takes longer than a server that needs no word.
        delay: async () => {},
        progress: (event) => void events.push(event),
        launch: async () => {
          if (typeof tools === "string") throw new Error("it does not start");
          await new Promise((resolve) => void setImmediate(resolve));
          const server = new FakeServer({ clock, behave: () => okReply, tools });
          servers.push(server);
          return server;
        },
      },
    },
  );
  expect(servers.every(({ stops }) => stops > 0)).toBe(true);
  return { rows: rows.map(({ id }) => id), added: rows[1], left, warnings, events };
}

test("a tool that head is too slow for, and base is not, is called once per launch", async () => {
  const { rows, added: search, left, warnings, events } = await added(["work", "search"]);
  expect(rows).toEqual(["work", "search"]);
  expect(search?.load).toMatchObject({ kind: "closed", concurrency: 1, requests: 1, warmup: 0 });
  expect(search?.calledOnce).toBe(true);
  expect(events).toMatchObject([
    { kind: "stage", name: "waiting for base, which has 120 s to answer" },
    { kind: "stage", name: "waiting for base" },
  ]);
  expect(left).toEqual([]);
  expect(warnings).toEqual([
    expect.stringMatching(/^search: head does not answer one call within 2 s, which base does/),
  ]);
});

test.each([
  ["base does not have", ["work"]],
  ["a base that does not start could have", "a broken base"],
  ["nothing is held against", "no base"],
] as const)("a tool that head is too slow for, and that %s, is left out", async (_what, tools) => {
  const { rows, left, warnings } = await added(tools);
  expect(rows).toEqual(["work"]);
  expect(left).toHaveLength(1);
  expect(warnings).toEqual([]);
});

const errorOf = (code: number): Behaviour => ({
  kind: "raw",
  body: `{"jsonrpc":"2.0","id":1,"error":{"code":${code},"message":"not found"}}`,
});
const notFound = errorOf(-32601);

/** A run of a row that asks for resources, which head does not offer; base's capabilities and revision of the protocol. */
async function lost(base: readonly string[], { protocol = "2025-11-25" } = {}) {
  const clock = new ManualClock();
  const resources = row({ method: "resources/list", target: "resources/list" });
  const { rounds, skipped } = await runPlan(
    plan({
      arms: [head, arm(stdioSpec(["base"]), { id: "base", side: "base" })],
      rows: [resources, toolRow("work")],
      rounds: { kind: "fixed", min: 2, max: 2 },
    }),
    dependencies({
      clock,
      alarm: clock.alarm,
      launch: async ({ args: [side] }) => {
        const behave = ({ method }: { method: string }) =>
          side === "head" && method === "resources/list" ? notFound : okReply;
        const own = side === "base" ? { capabilities: base, protocol } : {};
        return new FakeServer({ clock, behave, ...own });
      },
    }),
  );
  const outcomes = rounds.map(({ launches }) => launches.map((one) => one.measurements.map((of) => of.outcomes)));
  return { outcomes, skipped: skipped.map(({ benchmark }) => benchmark) };
}

test("a capability that only base has is called in one round, and its calls fail in head", async () => {
  const ok = { ok: 8 };
  expect(await lost(["tools", "resources"])).toEqual({
    outcomes: [
      [
        [{ "rpc-error": 8 }, ok],
        [ok, ok],
      ],
      [[ok], [ok]],
    ],
    skipped: [],
  });
});

test.each([
  ["that base does not have either", ["tools"], {}],
  ["of another revision of the protocol", ["tools", "resources"], { protocol: "2025-06-18" }],
])("a capability %s is left out", async (_what, base, more) => {
  const { outcomes, skipped } = await lost(base, more);
  expect(outcomes.flat().every((rows) => rows.length === 1)).toBe(true);
  expect(skipped).toEqual(["resources/list"]);
});

test("base is launched once to be asked for rows of every kind, and one that it refuses as well costs no other", async () => {
  const clock = new ManualClock();
  const launches: (string | undefined)[] = [];
  const refused = errorOf(-32002);
  const read = row({ method: "resources/read", params: { uri: "demo://1" }, target: "demo://1" });
  const list = row({ method: "resources/list", target: "resources/list" });
  const { rounds, skipped } = await runPlan(
    plan({ arms: [head, base], rows: [read, list, toolRow("search"), toolRow("work")] }),
    dependencies({
      clock,
      alarm: clock.alarm,
      launch: async ({ args: [side] }) => {
        launches.push(side);
        const behave = ({ method }: { method: string }) => (method === "resources/read" ? refused : okReply);
        const own =
          side === "base" ? { tools: ["work", "search"], capabilities: ["tools", "resources"] } : { tools: ["work"] };
        return new FakeServer({ clock, behave, ...own });
      },
    }),
  );
  expect(launches.slice(0, 2)).toEqual(["head", "base"]);
  // The round's own.
  expect(launches.slice(2).sort()).toEqual(["base", "head"]);
  expect(skipped.map(({ benchmark }) => benchmark)).toEqual(["demo://1"]);
  expect(rounds[0]?.launches.map(({ measurements }) => measurements.map((of) => of.row))).toEqual([
    ["resources/list", "search", "work"],
    ["resources/list", "search", "work"],
  ]);
});

const read = row({ method: "resources/read", params: { uri: "demo://1" }, target: "demo://1" });
const own = row({ method: "acme/search", target: "acme/search" });

/** Outcomes by arm of these rows in two rounds; servers answer as `behave` says. */
async function outcomesOf(rows: readonly Row[], behave: (call: Call & { side: string }) => Behaviour) {
  const clock = new ManualClock();
  const { rounds } = await runPlan(
    plan({ arms: [head, base], rows, rounds: { kind: "fixed", min: 2, max: 2 } }),
    dependencies({
      clock,
      alarm: clock.alarm,
      launch: async ({ args: [side = ""] }) => {
        const capabilities = ["tools", "resources", ...(side === "base" ? ["resources.subscribe", "tasks"] : [])];
        return new FakeServer({ clock, behave: (call) => behave({ ...call, side }), capabilities });
      },
    }),
  );
  return rounds.map(({ launches }) => launches.map((one) => one.measurements.map(({ outcomes }) => outcomes)));
}

const ok = { ok: 8 };

describe.each([
  ["a resource", read, -32002],
  ["a method of its own", own, -32601],
])("%s", (_what, asked, code) => {
  const refuses = (who: string) => (call: Call & { side: string }) =>
    call.method === asked.operation.method && who.includes(call.side) ? errorOf(code) : okReply;

  test("that only base answers is called in one round, and its calls fail in head", async () => {
    expect(await outcomesOf([asked, toolRow("work")], refuses("head"))).toEqual([
      [
        [{ "rpc-error": 8 }, ok],
        [ok, ok],
      ],
      [[ok], [ok]],
    ]);
  });

  test("that neither side answers is an error of the configuration", async () => {
    await expect(outcomesOf([asked, toolRow("work")], refuses("head, base"))).rejects.toThrow(
      /the server (cannot read the resource|does not know the method)/,
    );
  });
});

const create = { method: "tools/call", params: { name: "work" }, target: "work" } as const;
const step = { kind: "call", place: "setup[0]", per: "row", timeoutMs: 5000, tool: "work", arguments: {} } as const;

test.each<[string, Row]>([
  [
    "a set-up",
    {
      ...read,
      setup: { isolate: "none", processes: 1, values: {}, steps: [{ ...step, repeat: 1, capture: {} }], teardown: [] },
    },
  ],
  [
    "an earlier step",
    row({
      kind: "steps",
      method: "steps",
      target: "both",
      steps: [
        { operation: create, capture: {} },
        { operation: { method: "resources/read", params: { uri: "demo://1" }, target: "demo://1" }, capture: {} },
      ],
    }),
  ],
])("a resource that %s makes is not asked for before", async (_what, prepared) => {
  const made = new Set<string>();
  const behave = ({ method, side }: Call & { side: string }) => {
    if (method === "tools/call") made.add(side);
    return method === "resources/read" && !made.has(side) ? errorOf(-32002) : okReply;
  };
  expect(await outcomesOf([prepared], behave)).toEqual([
    [[ok], [ok]],
    [[ok], [ok]],
  ]);
});

test("updates that only base offers fail in head in one round; a task that only base offers is called as it is", async () => {
  const updates = row({ ...create, updates: "demo://1" }, { id: "updates" });
  const task = row({ ...create, task: true }, { id: "task" });
  const behave = ({ method }: Call) => (method === "resources/subscribe" ? errorOf(-32601) : okReply);
  const ofHead = (await outcomesOf([updates, task], behave)).map(([first]) => first);
  expect(ofHead).toEqual([[{ unexpected: 8 }, ok], [ok]]);
});
