import { expect, test } from "vitest";
import { decide } from "../../../src/decide/decide.ts";
import { compare } from "../../../src/facts/compare.ts";
import { runPlan } from "../../../src/measure/run/run-plan.ts";
import { overrideThresholds, thresholdsSchema } from "../../../src/plan/threshold.ts";
import { summarise } from "../../../src/table/summarise.ts";
import { tabulate } from "../../../src/table/table.ts";
import { warningTexts } from "../../support/warnings.ts";
import { type Behave, slow, world } from "../fake-world.ts";
import { arm, dependencies, plan, stdioSpec } from "../plans.ts";

/** A run that finds its rows itself; a call of the tool takes so long, or is never answered. */
async function measure(took: { readonly head: number; readonly base?: number }) {
  const head = arm(stdioSpec(["head"]));
  const base = arm(stdioSpec(["base"]), { id: "base", side: "base" });
  const behave: Behave = ({ arm: id, method }) => {
    if (method !== "tools/call") return slow(1);
    const ms = id === "base" ? took.base : took.head;
    return ms === undefined || ms > 2_000 ? { kind: "silence" } : slow(ms);
  };
  const { clock, launch, servers } = world(behave);
  const record = await runPlan(
    plan({
      arms: took.base === undefined ? [head] : [head, base],
      rows: [],
      discover: true,
      defaults: { kind: "closed", concurrency: 1, requests: 8, warmup: 0, timeoutMs: 2_500 },
      defaultThresholds: overrideThresholds([], thresholdsSchema.parse({ p50: "+10%" })),
      rounds: { kind: "fixed", min: 2, max: 2, timeBudgetMs: 1e6 },
    }),
    dependencies({ clock, launch, alarm: clock.alarm }),
  );
  return { record, stopped: servers.every(({ server }) => server.stops > 0) };
}

const skipped = [{ benchmark: "work", code: "slow", reason: expect.stringContaining("not answered within 2 s") }];

test("a tool that is found, and that only base answers in time, is called once per launch and fails the run", async () => {
  const { record, stopped } = await measure({ head: Number.POSITIVE_INFINITY, base: 20 });
  expect(record.skipped).toEqual([]);
  expect(record.rows.map(({ id, load: { requests } }) => [id, requests])).toContainEqual(["work", 1]);
  expect(warningTexts(record)).toContainEqual(
    expect.stringMatching(/^work: head does not answer one call within 2 s, which/),
  );
  const outcomes = record.rounds.map(({ launches }) =>
    launches.map((one) => [one.arm, one.measurements.find(({ row }) => row === "work")?.outcomes]),
  );
  const once = [
    ["head", { timeout: 1 }],
    ["base", { ok: 1 }],
  ];
  expect(outcomes).toEqual([once, once]);
  const found = compare({
    table: tabulate(record),
    head: summarise(tabulate(record), "head"),
    against: { kind: "paired", stored: [] },
  });
  expect(decide(found, { failOn: ["regression"] })).toMatchObject({ status: "errored", failed: true });
  expect(stopped).toBe(true);
});

test("a tool that is found is left out where base takes as long, or is not there", async () => {
  for (const base of [{ base: Number.POSITIVE_INFINITY }, {}]) {
    const { record, stopped } = await measure({ head: Number.POSITIVE_INFINITY, ...base });
    expect(record.skipped).toEqual(skipped);
    expect(record.rows.map(({ id }) => id)).toEqual(["ping", "tools/list"]);
    expect(stopped).toBe(true);
  }
});
