import { expect, test } from "vitest";
import { runPlan } from "../../../src/measure/run/run-plan.ts";
import { type Behaviour, type Call, FakeServer, ManualClock, okReply } from "../fake-server.ts";
import { arm, dependencies, plan, stdioSpec, toolRow } from "../plans.ts";

const unknown: Behaviour = {
  kind: "raw",
  body: '{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Unknown tool: search"}}',
};

const fixed = (rounds: number) => ({ rounds: { kind: "fixed", min: rounds, max: rounds } as const });

/** Base has both tools, head only `work`. */
function measure(rows: readonly string[], { withBase = true, times = 1 } = {}) {
  const clock = new ManualClock();
  const head = arm(stdioSpec(["head"]));
  const base = arm(stdioSpec(["base"]), { id: "base", side: "base" });
  const tools = { head: ["work"], base: ["work", "search"] };
  return runPlan(
    plan({ arms: withBase ? [head, base] : [head], rows: rows.map((name) => toolRow(name)), ...fixed(times) }),
    dependencies({
      clock,
      alarm: clock.alarm,
      launch: async ({ args: [side] }) => {
        const own = side === "base" ? tools.base : tools.head;
        const behave = ({ params }: Call) => (own.includes(String(params?.name)) ? okReply : unknown);
        return new FakeServer({ clock, behave, tools: own });
      },
    }),
  );
}

test("a tool that only base has leaves the other rows measured, and its own calls fail in head", async () => {
  const { rounds, skipped, arms } = await measure(["search", "work"]);
  const outcomes = rounds[0]?.launches.map(({ arm, measurements }) => [
    arm,
    measurements.map(({ row, outcomes }) => [row, outcomes]),
  ]);
  expect(outcomes).toEqual([
    [
      "head",
      [
        ["search", { "rpc-error": 8 }],
        ["work", { ok: 8 }],
      ],
    ],
    [
      "base",
      [
        ["search", { ok: 8 }],
        ["work", { ok: 8 }],
      ],
    ],
  ]);
  expect(skipped).toEqual([]);
  expect(arms.map(({ tools = [] }) => tools.map(({ name }) => name))).toEqual([["work"], ["work", "search"]]);
});

test("a tool that only base has is called in one round, which tells all there is to tell", async () => {
  const { rounds } = await measure(["search", "work"], { times: 3 });
  const rows = rounds.map(({ launches }) => launches.map((one) => one.measurements.map(({ row }) => row)));
  const later = [["work"], ["work"]];
  expect(rows).toEqual([
    [
      ["search", "work"],
      ["search", "work"],
    ],
    later,
    later,
  ]);
});

test.each([
  ["neither side has", ["sarch", "work"], true],
  ["head lacks, without a base", ["search"], false],
] as const)("a tool that %s is an error of the configuration", async (_what, rows, withBase) => {
  await expect(measure(rows, { withBase })).rejects.toThrow(`the server has no tool "${rows[0]}"`);
});

test("the error of a name that is wrong on both sides is that of no tool that head has removed", async () => {
  await expect(measure(["search", "sarch", "work"])).rejects.toThrow('the server has no tool "sarch"');
});

test("a tool that only head wants another argument for is called as base takes it", async () => {
  const required = { name: "work", inputSchema: { type: "object", properties: { q: {} }, required: ["q"] } };
  const run = (base: string | typeof required) => {
    const clock = new ManualClock();
    const arms = [arm(stdioSpec(["head"])), arm(stdioSpec(["base"]), { id: "base", side: "base" })];
    const launch = async ({ args: [side] }: { args: readonly string[] }) =>
      new FakeServer({
        clock,
        behave: () => (side === "base" ? okReply : unknown),
        tools: [side === "base" ? base : required],
      });
    return runPlan(
      plan({ arms, rows: [toolRow("work")], ...fixed(2) }),
      dependencies({ clock, alarm: clock.alarm, launch }),
    );
  };
  const { rounds, arms, rows } = await run("work");
  expect(rows).toMatchObject([{ rounds: 1, refused: true }]);
  const outcomes = rounds.map(({ launches }) => launches.map((one) => one.measurements.map((row) => row.outcomes)));
  expect(outcomes).toEqual([
    [[{ "rpc-error": 8 }], [{ ok: 8 }]],
    [[], []],
  ]);
  expect(arms[0]?.tools?.[0]?.arguments).toEqual([{ name: "q", required: true }]);
  await expect(run(required)).rejects.toThrow('the tool "work" is called without "q"');
});
