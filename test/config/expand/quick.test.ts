import { describe, expect, test } from "vitest";
import { quickPlan } from "../../../src/config/expand/quick.ts";
import { planOf } from "../plan-of.ts";

const full = planOf(`
server: node server.js
defaults: { warmup: 25, rounds: 9, cooldown: 5s }
benchmarks:
  - { name: closed, tool: a, requests: 1000, concurrency: [1, 200] }
  - { name: few, tool: a, requests: 3, rounds: 12, cooldown: 1s }
  - { name: long, tool: a, duration: 30s }
  - { name: short, tool: a, duration: 1s }
  - { name: instant, tool: a, duration: 50ms }
  - { name: open, tool: a, rate: 50/s, requests: 500 }
  - { name: search, tool: a, capacity: { rate: 10/s..2000/s, while: { p95: 200ms } } }
  - { name: batch, tool: a, batch: { size: 1000 }, requests: 5, processes: 3 }
  - { name: cold batch, tool: a, batch: { size: 10 }, requests: 5, warmup: 1 }
`);

describe("a quick plan", () => {
  const quick = quickPlan(full);
  const load = (name: string) => quick.rows.find(({ id }) => id === name)?.load;

  test("has the same rows with a tenth of the counts", () => {
    expect(quick.rows.map(({ id }) => id)).toEqual(full.rows.map(({ id }) => id));
    expect(load("closed @1")).toMatchObject({ requests: 100, warmup: 3 });
    expect(load("few")).toMatchObject({ requests: 2 });
    expect(load("open")).toMatchObject({ requests: 50, ratePerSecond: 50 });
    expect([load("long"), load("short"), load("instant")]).toMatchObject([
      { durationMs: 3000 },
      { durationMs: 200 },
      { durationMs: 50 },
    ]);
    expect(load("search")).toMatchObject({ durationMs: 18_000, stepMs: 1000, warmup: 3 });
    expect(quick.rounds).toMatchObject({ kind: "fixed", min: 1, max: 1 });
    expect(quick.rows.map(({ rounds }) => rounds)).toEqual(full.rows.map(({ rounds }) => rounds && 1));
    expect(quick.cooldownMs).toBe(500);
    expect(quick.rows.find(({ id }) => id === "few")?.cooldownMs).toBe(100);
  });

  test("keeps what a request, a batch and a load in flight is", () => {
    expect(load("closed @200")).toMatchObject({ concurrency: 200, requests: 200 });
    expect(load("batch")).toMatchObject({ size: 1000, requests: 1, warmup: 2 });
    expect(load("cold batch")).toMatchObject({ size: 10, requests: 1, warmup: 0 });
    expect(quick.rows.find(({ id }) => id === "batch")?.setup).toMatchObject({ processes: 1 });
  });

  test("takes as many rounds as are asked for", () => {
    const two = quickPlan(full, { rounds: 2 });
    expect(two.rounds).toMatchObject({ min: 2, max: 2 });
    expect(two.rows.find(({ id }) => id === "few")?.rounds).toBe(2);
  });

  test("decides nothing and is comparable with no full run", () => {
    expect(quick).toMatchObject({ quick: true });
    expect(quick.serverHash).not.toBe(full.serverHash);
    for (const [index, row] of quick.rows.entries()) expect(row.configHash).not.toBe(full.rows[index]?.configHash);
  });
});
