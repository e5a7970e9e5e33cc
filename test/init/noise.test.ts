import { expect, test } from "vitest";
import { decideRun } from "../../src/decide/decide-run.ts";
import { gatesOfRun, noiseFinding } from "../../src/init/noise.ts";
import { defaultThresholds, ofLoad, ofScope, usualLoad } from "../../src/plan/threshold.ts";
import { summarise } from "../../src/table/summarise.ts";
import { tabulate } from "../../src/table/table.ts";
import { makeRecord } from "../decide/records.ts";

/** One commit as head and base: base takes 10 ms, head `ratio` times that. */
function turns(ratios: readonly number[]) {
  const rounds = (factors: readonly number[]) => factors.map((factor) => ({ latencies: [10 * factor, 10 * factor] }));
  return makeRecord({ rows: { a: { head: rounds(ratios), base: rounds(ratios.map(() => 1)) } } });
}

test("on a quiet machine a verdict takes the fewest rounds", () => {
  expect(noiseFinding(tabulate(turns([1.01, 0.99, 1, 1.005, 0.995, 1])), { roundMs: 2000, rows: 3, gates: 1 })).toEqual(
    {
      state: "good",
      what: "noise",
      text: "a: p50 typically differs by 0.5% between two launches of one commit; a verdict on 10% of all 3 rows takes about 15 seconds",
    },
  );
});

test("a verdict takes as many rounds as show a regression among all gates of the run", () => {
  const longest = (gates: number) => noiseFinding(tabulate(turns([1, 1])), { roundMs: 1000, rows: 1, gates })?.text;
  expect([longest(1), longest(30)]).toEqual([
    expect.stringContaining("takes about 8 seconds or more:"),
    expect.stringContaining("takes about 15 seconds or more:"),
  ]);
  const steady = noiseFinding(tabulate(turns([1.01, 0.99, 1, 1.005, 0.995, 1])), { roundMs: 1000, rows: 1, gates: 30 });
  expect(steady?.text).toContain("takes about 15 seconds");
});

test.each([
  ["with a leak check", 3_000, 12 * 7 + 4 + 13],
  ["without one", 0, 12 * 7 + 3 + 12],
])("the gates of a run %s are counted with its guards, as the run counts them", (_, longestMs, gates) => {
  const ids = Array.from({ length: 12 }, (_, index) => `row ${index}`);
  const recordOf = (arms: readonly string[], calls: number, growth: Readonly<Record<string, number>>) => {
    const round = { latencies: Array<number>(calls).fill(1), cpuPerCallMs: 0.717 };
    const launch = { startup: 300, peak_rss: 5e7, idle_cpu: 0, orphans: 0, tools_list_bytes: 900, ...growth };
    const of = <Value>(value: Value) => Object.fromEntries(arms.map((arm) => [arm, [value]]));
    const record = makeRecord({ rows: Object.fromEntries(ids.map((id) => [id, of(round)])), launches: of(launch) });
    return {
      ...record,
      rows: record.rows.map((row) => ({ ...row, thresholds: ofLoad(ofScope(defaultThresholds, "row"), usualLoad) })),
      serverThresholds: ofScope(defaultThresholds, "server"),
      rounds: record.rounds.map(({ launches, ...rest }) => ({
        ...rest,
        launches: launches.map((one) => ({ ...one, ...("memory_growth" in growth ? { leakChecked: ids } : {}) })),
      })),
    };
  };
  const whole = tabulate(recordOf(["head", "base"], 100, longestMs > 0 ? { memory_growth: 0 } : {}));
  const against = { kind: "paired", stored: [] } as const;
  expect(decideRun({ table: whole, head: summarise(whole, "head"), against }).gates).toBe(gates);
  const quick = tabulate(recordOf(["head"], 10, {}));
  expect(gatesOfRun(quick, { leakCheck: { longestMs, writes: false } })).toBe(gates);
});

test("what scatters more takes longer, whichever way it is off", () => {
  const finding = noiseFinding(tabulate(turns([1.1, 1.25, 1.02, 1.18, 1.3, 1.05])), {
    roundMs: 1000,
    rows: 1,
    gates: 1,
  });
  expect(finding?.state).toBe("good");
  expect(Number(/about (\d+) seconds/.exec(finding?.text ?? "")?.[1])).toBeGreaterThan(6);
});

test("what no run would decide, or is too slow to tell, is told with what helps", () => {
  const wild = noiseFinding(tabulate(turns([0.3, 3, 0.4, 2.5, 0.35, 2.8])), { roundMs: 1000, rows: 1, gates: 1 });
  expect(wild).toMatchObject({
    state: "odd",
    text: expect.stringMatching(/60 rounds would not decide .*: stop other programs/),
  });
  const slow = noiseFinding(tabulate(turns([1, 1])), { roundMs: 30_000, rows: 1, gates: 1 });
  expect(slow).toMatchObject({
    state: "odd",
    text: expect.stringMatching(/takes about 30 seconds, .* about 4 minutes or more:/),
  });
  const calm = turns([1.01, 0.99, 1, 1.005, 0.995, 1]);
  const within = (budgetMs: number) => noiseFinding(tabulate(calm), { roundMs: 30_000, rows: 1, gates: 1, budgetMs });
  expect(within(600_000)).toMatchObject({ state: "good", text: expect.stringMatching(/takes about 4 minutes$/) });
  expect(within(120_000)).toMatchObject({
    state: "odd",
    text: expect.stringContaining("4 minutes, more than its time budget of 2 minutes: raise `time_budget`"),
  });
});

test("without base nothing is told", () => {
  expect(
    noiseFinding(tabulate(makeRecord({ rows: { a: { head: [{ latencies: [1] }] } } })), {
      roundMs: 1,
      rows: 1,
      gates: 1,
    }),
  ).toBeUndefined();
});
