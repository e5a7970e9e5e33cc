import { expect, test } from "vitest";
import { decide } from "../../../src/decide/decide.ts";
import { compare } from "../../../src/facts/compare.ts";
import { runPlan } from "../../../src/measure/run/run-plan.ts";
import { overrideThresholds, thresholdsSchema } from "../../../src/plan/threshold.ts";
import { summarise } from "../../../src/table/summarise.ts";
import { tabulate } from "../../../src/table/table.ts";
import { type Behaviour, type Call, FakeServer, ManualClock, okReply, toolError } from "../fake-server.ts";
import { arm, dependencies, plan, stdioSpec } from "../plans.ts";

interface Side {
  readonly tools: readonly (string | Record<string, unknown>)[];
  readonly answer?: (name: string) => Behaviour;
}

/** A run that finds its rows itself, and the calls of tools on each side. */
async function measure({ head, base }: { readonly head: Side; readonly base?: Side }) {
  const clock = new ManualClock();
  const calls: (readonly [string, Call["params"]])[] = [];
  const arms = [arm(stdioSpec(["head"])), ...(base ? [arm(stdioSpec(["base"]), { id: "base", side: "base" })] : [])];
  const record = await runPlan(
    plan({
      arms,
      rows: [],
      discover: true,
      defaults: { kind: "closed", concurrency: 1, requests: 8, warmup: 0, timeoutMs: 2_500 },
      defaultThresholds: overrideThresholds([], thresholdsSchema.parse({ p50: "+10%" })),
      rounds: { kind: "fixed", min: 2, max: 2, timeBudgetMs: 1e6 },
    }),
    dependencies({
      clock,
      alarm: clock.alarm,
      launch: async ({ args: [side = ""] }) => {
        const { tools, answer = () => okReply } = side === "base" && base ? base : head;
        const behave = ({ method, params }: Call) => {
          if (method !== "tools/call") return okReply;
          calls.push([side, params]);
          return answer(String(params?.name));
        };
        return new FakeServer({ clock, behave, tools });
      },
    }),
  );
  const verdict = () =>
    decide(
      compare({
        table: tabulate(record),
        head: summarise(tabulate(record), "head"),
        against: base ? { kind: "paired", stored: [] } : { kind: "none", reason: "nothing" },
      }),
      { failOn: ["regression"] },
    );
  return { record, calls, verdict, rows: record.rows.map(({ id }) => id) };
}

const both = ["work", "broken"];
const failing = (name: string) => (name === "broken" ? toolError("no API key") : okReply);
const skipped = [{ benchmark: "broken", code: "failed", reason: "no API key" }];

test("a tool that fails on both arms is called once on each, left out with its reason, and fails nothing", async () => {
  const side = { tools: both, answer: failing };
  const { record, rows, calls, verdict } = await measure({ head: side, base: side });
  expect(rows).toEqual(["ping", "tools/list", "work"]);
  expect(record.skipped).toEqual(skipped);
  expect(calls.filter(([, params]) => params?.name === "broken").map(([of]) => of)).toEqual(["head", "base"]);
  expect(record.coverage).toEqual({
    tools: 2,
    measured: 1,
    leftOut: [{ code: "failed", tools: 1, reason: "no API key" }],
  });
  expect(verdict()).toMatchObject({ status: expect.not.stringMatching(/errored/), failed: false });
});

test("one that says so in a result that counts as success, too; and without a base what fails is left out", async () => {
  const said: Behaviour = { kind: "reply", result: { content: [{ type: "text", text: "Error: no API key" }] } };
  const side = { tools: ["broken"], answer: () => said };
  expect((await measure({ head: side, base: side })).record.skipped).toMatchObject([{ code: "failed" }]);
  expect((await measure({ head: { tools: both, answer: failing } })).record.skipped).toEqual(skipped);
});

test("a tool that fails in head alone is measured, and the run is in error", async () => {
  const { record, rows, verdict } = await measure({ head: { tools: both, answer: failing }, base: { tools: both } });
  expect(rows).toEqual(["ping", "tools/list", "work", "broken"]);
  expect(record.skipped).toEqual([]);
  expect(verdict()).toMatchObject({ status: "errored", failed: true });
});

test("a tool that fails in base alone is measured", async () => {
  const { rows } = await measure({ head: { tools: both }, base: { tools: both, answer: failing } });
  expect(rows).toContain("broken");
});

test("a tool is called with the arguments that its schema gives, where it only reads, and its row is marked", async () => {
  const inputSchema = { properties: { mode: { enum: ["fast", "slow"] } }, required: ["mode"] };
  const tools = [
    { name: "pick", inputSchema },
    { name: "write", inputSchema, annotations: {} },
    { name: "wipe", inputSchema, annotations: { readOnlyHint: true, destructiveHint: true } },
    { name: "get", inputSchema: { properties: { id: { type: "string" } }, required: ["id"] } },
  ];
  const { record, calls } = await measure({
    head: { tools, answer: (name) => (name === "get" ? toolError("no") : okReply) },
  });
  const sent = new Set(calls.map(([, params]) => JSON.stringify(params)));
  expect([...sent].filter((one) => !one.includes('"get"'))).toEqual([
    JSON.stringify({ name: "pick", arguments: { mode: "fast" } }),
  ]);
  expect(record.rows.map(({ id, origin }) => [id, origin])).toContainEqual(["pick", "derived"]);
  expect(record.coverage).toEqual({
    tools: 4,
    measured: 1,
    leftOut: [
      { code: "not-read-only", tools: 2 },
      { code: "needs-arguments", tools: 1 },
    ],
  });
});
