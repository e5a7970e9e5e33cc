import { describe, expect, test } from "vitest";
import { seedOf } from "../../../src/config/expand/generators.ts";
import { makePlan } from "../../../src/config/expand/make-plan.ts";
import { parseConfig } from "../../../src/config/parse.ts";
import { type RunOptions, standardRun } from "../../../src/plan/run-options.ts";

const startAt = "2026-11-23T20:00:00Z";
const asked = { generator: { index: 2, count: 4 }, startAt, rounds: 3 } as const;
const url = 'server: { url: "http://127.0.0.1:1/mcp" }';

function planOf(
  benchmarks: string,
  { server = url, ...run }: Partial<Omit<RunOptions, "seed">> & { server?: string } = {},
) {
  return makePlan(parseConfig(`version: 1\n${server}\n${benchmarks}`, "c.yml"), {
    directory: "/work",
    expansion: { environment: {}, allowed: [] },
    childEnvironment: (configured) => ({ ...configured }),
    control: {} as never,
    run: { ...standardRun, seed: 1, ...asked, ...run },
  });
}

const steady = "benchmarks: [{ tool: search, concurrency: 8, duration: 30s }]";

test("a generator measures the whole plan, but for what only one process could see", () => {
  const plan = planOf(steady);
  expect(plan.generator).toEqual({ index: 2, count: 4, startAt });
  expect(plan.rows[0]?.load).toMatchObject({ concurrency: 8, durationMs: 30_000 });
  expect(plan.arms.map(({ id }) => id)).toEqual(["head"]);
  expect(plan.rounds).toEqual({ kind: "fixed", min: 3, max: 3 });
  expect(plan).not.toHaveProperty("leakCheck");
  const [alone] = planOf(steady, { generator: undefined, startAt: undefined }).rows;
  expect(plan.rows[0]?.configHash).toBe(alone?.configHash);
});

test.each<[string, string, Parameters<typeof planOf>[1]]>([
  ["a server over stdio", steady, { server: "server: { command: node, args: [s.js] }" }],
  [
    "a server that the run starts",
    steady,
    { server: 'server: { command: node, args: [s.js, "${PORT}"], url: "http://127.0.0.1:${PORT}/mcp" }' },
  ],
  ["services", `services: { db: { command: db } }\n${steady}`, {}],
  ["the server's log", `server_metrics: [{ from: { file: a.log }, format: jsonl, fields: [ms] }]\n${steady}`, {}],
  ["shards", steady, { shard: { index: 1, count: 1 } }],
  ["a quick run", steady, { quick: true }],
  ["what they find by themselves", "", {}],
  ["rounds that end by what one of them sees", steady, { rounds: "auto" }],
  ["a time budget", steady, { timeBudgetMs: 60_000 }],
  ["a number of requests", "benchmarks: [{ tool: search, concurrency: 8, requests: 100 }]", {}],
  ["batches", "benchmarks: [{ tool: search, batch: { size: 8, dispatch: burst }, duration: 30s }]", {}],
  [
    "a search for the capacity",
    'benchmarks: [{ tool: search, capacity: { rate: "10/s..200/s", while: { p95: 200ms } } }]',
    {},
  ],
  ["launches", "benchmarks: [{ tool: search, concurrency: 8, duration: 30s, isolate: launch }]", {}],
  ["launches", "benchmarks: [{ tool: search, concurrency: 8, duration: 30s, processes: 2 }]", {}],
])("generators cannot share %s", (what, benchmarks, run) => {
  expect(() => planOf(benchmarks, run)).toThrow(`generators cannot share ${what}`);
});

describe("each generator needs something to do", () => {
  test.each([
    ["`concurrency` is 3, and there are 4 generators", "{ tool: search, concurrency: 3, duration: 30s }"],
    ["`sessions` is 2, and there are 4 generators", "{ tool: search, concurrency: 8, sessions: 2, duration: 30s }"],
    [
      "`max_in_flight` is 1, and there are 4 generators",
      "{ tool: search, rate: 100/s, max_in_flight: 1, duration: 30s }",
    ],
  ])("%s", (message, benchmark) => {
    expect(() => planOf(`benchmarks: [${benchmark}]`)).toThrow(message);
  });

  test.each([
    "{ tool: search, rate: 100/s, duration: 30s }",
    "{ tool: search, concurrency: 4, sessions: 4, duration: 30s }",
  ])("and has it: %s", (benchmark) => {
    expect(() => planOf(`benchmarks: [${benchmark}]`)).not.toThrow();
  });
});

test("sessions are as many as their processes can hold", () => {
  const sessions = (count: number) => `benchmarks: [{ tool: search, sessions: ${count}, duration: 30s }]`;
  const alone = { generator: undefined, startAt: undefined };
  expect(() => planOf(sessions(4000))).not.toThrow();
  expect(() => planOf(sessions(4001))).toThrow("one process cannot hold 1001 sessions");
  expect(() => planOf(sessions(1000), alone)).not.toThrow();
  expect(() => planOf(sessions(1001), alone)).toThrow("share them out: run 2 generators");
});

test("the place and the start go together", () => {
  expect(() => planOf(steady, { startAt: undefined })).toThrow("generators have to begin together");
  expect(() => planOf(steady, { generator: undefined })).toThrow("a start is for several generators");
});

test("generators that were told the same start draw the same seed, and others their own", () => {
  const draw = () => 7;
  const seed = (run: Partial<RunOptions>) => seedOf({ ...standardRun, ...run }, draw);
  expect(seed({})).toBe(7);
  expect(seed({ startAt })).toBe(seed({ startAt }));
  expect(seed({ startAt })).not.toBe(seed({ startAt: "2026-11-23T21:00:00Z" }));
  expect(seed({ startAt })).toBeLessThan(2 ** 32);
  expect(seed({ startAt, seed: 3 })).toBe(3);
});
