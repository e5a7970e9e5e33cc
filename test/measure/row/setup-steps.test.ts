import { expect, test } from "vitest";
import { captured } from "../../../src/measure/load/reply.ts";
import { runPlan } from "../../../src/measure/run/run-plan.ts";
import { type Call, FakeServer, ManualClock, okReply } from "../fake-server.ts";
import { arm, dependencies, plan, stdioSpec, toolRow } from "../plans.ts";

const result = {
  structuredContent: { id: 7, items: [{ id: "a" }, { id: "b" }, {}], none: null },
  content: [
    { type: "text", text: '{"rows": [[1, 2], [3]]}' },
    { type: "text", text: "plain" },
  ],
};

test.each([
  ["structuredContent.id", [7]],
  ["structuredContent.items[1].id", ["b"]],
  ["structuredContent.items[*].id", ["a", "b"]],
  ["structuredContent.items", [{ id: "a" }, { id: "b" }, {}]],
  ["content[0].text.rows[0]", [1, 2]],
  ["content[0].text.rows[*]", [1, 2, 3]],
  ["content[1].text", ["plain"]],
  ["content[1].text.rows", []],
  ["content[2].text", []],
  ["content.text", []],
  ["structuredContent.items.id", []],
  ["structuredContent.none", []],
  ["structuredContent.toString", []],
  ["nothing", []],
])("%s leads to %j", (path, values) => {
  expect(captured(result, path)).toEqual(values);
});

test("a set-up may capture more values than a call of a function takes arguments", async () => {
  const ids = Array.from({ length: 200_000 }, (_, id) => id);
  const list = {
    kind: "call",
    place: "setup[0]",
    per: "row",
    timeoutMs: 5000,
    tool: "list",
    arguments: {},
    repeat: 1,
    capture: { ids: "structuredContent.ids" },
  } as const;
  const setup = { isolate: "none", processes: 1, values: {}, steps: [list], teardown: [] } as const;
  const clock = new ManualClock();
  const behave = () => ({ kind: "reply", result: { content: [], structuredContent: { ids } } }) as const;
  const rows = [toolRow("work", { id: "{{ids[seq]}}" }, { load: { requests: 2 }, setup })];
  const record = await runPlan(
    plan({ arms: [arm(stdioSpec([]))], rows }),
    dependencies({ clock, alarm: clock.alarm, launch: async () => new FakeServer({ clock, behave }) }),
  );
  expect(record.rounds[0]?.launches[0]?.measurements[0]?.outcomes).toEqual({ ok: 2 });
});

test.each([
  ["is renewed before each block and each step that calls", 20_000],
  ["may be waited for until a time that is no whole number of milliseconds", 4.1 * 60_000],
])("a token %s", async (_, startupTimeoutMs) => {
  const clock = new ManualClock();
  const asked: string[] = [];
  const behave = ({ params }: Call) => {
    asked.push(String(params?.name));
    return okReply;
  };
  const renew = async () => void asked.push("renew");
  const launch = async () =>
    Object.assign(new FakeServer({ clock, behave }), { authorization: { header: "Bearer t", renew } });
  const step = (tool: string) =>
    ({ kind: "call", place: tool, per: "row", timeoutMs: 5000, tool, arguments: {}, repeat: 1, capture: {} }) as const;
  const setup = {
    isolate: "none",
    processes: 1,
    values: {},
    steps: [step("seed")],
    teardown: [step("clear")],
  } as const;
  const rows = [toolRow("work", {}, { load: { requests: 1, warmup: 0 }, setup })];
  const record = await runPlan(
    plan({ arms: [arm(stdioSpec([], { startupTimeoutMs }))], rows }),
    dependencies({ clock, alarm: clock.alarm, launch }),
  );
  expect(asked.slice(-6)).toEqual(["renew", "seed", "renew", "work", "renew", "clear"]);
  expect(record.rounds.at(-1)?.launches[0]).toMatchObject({ measurements: [{ outcomes: { ok: 1 } }] });
});
