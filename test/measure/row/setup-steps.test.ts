import { describe, expect, test } from "vitest";
import { captured } from "../../../src/measure/load/reply.ts";
import { runPlan } from "../../../src/measure/run/run-plan.ts";
import type { Row } from "../../../src/plan/plan.ts";
import { isBaseMeasured, tabulate } from "../../../src/table/table.ts";
import { warningTexts } from "../../support/warnings.ts";
import { type Call, FakeServer, ManualClock, okReply, toolError } from "../fake-server.ts";
import { world } from "../fake-world.ts";
import { arm, dependencies, plan, stdioSpec, toolRow } from "../plans.ts";

const step = (tool: string) =>
  ({ kind: "call", place: tool, per: "row", timeoutMs: 5000, tool, arguments: {}, repeat: 1, capture: {} }) as const;

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
  const list = { ...step("list"), capture: { ids: "structuredContent.ids" } } as const;
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

const ok = { ok: 8 };

describe("a step that only one commit can do", () => {
  const arms = [arm(stdioSpec(["head"])), arm(stdioSpec(["base"]), { id: "base", side: "base" })];

  /** A row with these steps, and one without, of which one arm cannot do any; the launches of the one round. */
  async function measure(steps: { setup?: string; teardown?: string }, onlyIn: Row["onlyIn"], unable: string) {
    const { clock, launch } = world(({ arm: id, params }) =>
      id === unable && params?.name !== "work" ? toolError("unknown tool") : okReply,
    );
    const { setup: before, teardown: after } = steps;
    const setup = {
      isolate: "none",
      processes: 1,
      values: {},
      steps: before === undefined ? [] : [step(before)],
      teardown: after === undefined ? [] : [step(after)],
    } as const;
    const rows = [toolRow("work", {}, { id: "prepared", setup, ...(onlyIn ? { onlyIn } : {}) }), toolRow("work")];
    return runPlan(plan({ arms, rows }), dependencies({ clock, launch, alarm: clock.alarm }));
  }

  test.each([
    ["of a row that head adds", "head", "base"],
    ["of a row of base on head", "base", "head"],
  ] as const)("fails that row alone, as the set-up %s", async (_what, onlyIn, unable) => {
    const record = await measure({ setup: "seed" }, onlyIn, unable);
    const launches = record.rounds.flatMap((round) => round.launches);
    const outcomes = launches.map(({ arm: id, measurements }) => [id, ...measurements.map((one) => one.outcomes)]);
    const first = (id: string) => (id === unable ? { disconnected: 1 } : ok);
    expect(outcomes).toEqual(["head", "base"].map((id) => [id, first(id), ok]));
    expect(isBaseMeasured(tabulate(record))).toBe(true);
    expect(warningTexts(record).join()).toMatch(/prepared could not begin: .* the step seed failed/);
  });

  test("is a warning as the tear-down", async () => {
    const record = await measure({ teardown: "clear" }, "head", "base");
    const launches = record.rounds.flatMap((round) => round.launches);
    expect(launches.map(({ failure, measurements }) => [failure, measurements.length])).toEqual([
      [undefined, 2],
      [undefined, 2],
    ]);
    expect(warningTexts(record).join()).toMatch(/base: .* the step clear failed/);
  });

  test.each([{ setup: "seed" }, { teardown: "clear" }])("ends the run as %o of head's own on head", async (steps) => {
    await expect(measure(steps, "head", "head")).rejects.toThrow("failed (the tool");
  });
});
