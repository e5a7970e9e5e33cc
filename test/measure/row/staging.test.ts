import { expect, test } from "vitest";
import { captured } from "../../../src/measure/row/captured.ts";
import { runPlan } from "../../../src/measure/run/run-plan.ts";
import { FakeServer, ManualClock } from "../fake-server.ts";
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
  const staging = { isolate: "none", processes: 1, values: {}, setup: [list], teardown: [] } as const;
  const clock = new ManualClock();
  const behave = () => ({ kind: "reply", result: { content: [], structuredContent: { ids } } }) as const;
  const rows = [toolRow("work", { id: "{{ids[seq]}}" }, { load: { requests: 2 }, staging })];
  const record = await runPlan(
    plan({ arms: [arm(stdioSpec([]))], rows }),
    dependencies({ clock, alarm: clock.alarm, launch: async () => new FakeServer({ clock, behave }) }),
  );
  expect(record.rounds[0]?.launches[0]?.measurements[0]?.outcomes).toEqual({ ok: 2 });
});
