import { describe, expect, test } from "vitest";
import {
  rowSeed,
  type ScheduledBlock,
  type ScheduleOptions,
  scheduleBlocks,
} from "../../../src/measure/row/schedule.ts";
import type { Load } from "../../../src/model/load.ts";
import type { SearchLoad } from "../../../src/model/loads/search-load.ts";
import { searchLoad } from "../../decide/records.ts";

const every = { warmup: 10, timeoutMs: 30_000 };
const batches = { size: 5, dispatch: { kind: "burst" }, ...every } as const;
const search: SearchLoad = { ...searchLoad, stepMs: 1000 };

const standard: ScheduleOptions = { load: closed(100), round: 0, seed: 7 };

function closed(requests: number, concurrency = 1): Load {
  return { kind: "closed", requests, concurrency, ...every };
}

function schedule(arms: string[], options: Partial<ScheduleOptions> = {}): ScheduledBlock[] {
  return scheduleBlocks(arms, { ...standard, ...options });
}

function order(blocks: readonly ScheduledBlock[]): string {
  return blocks.map(({ arm }) => arm).join("");
}

test("blocks run A B B A A B B A, or the mirror image", () => {
  const seen = new Set(Array.from({ length: 40 }, (_, round) => order(schedule(["A", "B"], { round }))));
  expect([...seen].sort()).toEqual(["ABBAABBA", "BAABBAAB"]);
});

test("which arm leads is drawn, not fixed: neither arm leads in nearly all rounds", () => {
  const leads = Array.from({ length: 200 }, (_, round) => order(schedule(["A", "B"], { round }))[0]);
  const share = leads.filter((lead) => lead === "A").length / leads.length;
  expect(share).toBeGreaterThan(0.35);
  expect(share).toBeLessThan(0.65);
});

test("the same seed gives the same order, another seed another one", () => {
  const rounds = (seed: number) =>
    Array.from({ length: 20 }, (_, round) => order(schedule(["A", "B"], { round, seed })));
  expect(rounds(3)).toEqual(rounds(3));
  expect(rounds(3)).not.toEqual(rounds(4));
});

describe("sizes", () => {
  test.each([
    [100, 1, [25, 25, 25, 25]],
    [10, 1, [3, 3, 2, 2]],
    [7, 1, [4, 3]],
    [3, 1, [3]],
    [1, 1, [1]],
    [100, 10, [30, 30, 20, 20]],
    [100, 20, [60, 40]],
    [103, 20, [60, 43]],
    [100, 50, [100]],
    [5, 50, [5]],
  ])("%i requests, %i in flight: %j per arm", (requests, concurrency, sizes) => {
    for (const arm of ["A", "B", "C"]) {
      const blocks = schedule(["A", "B", "C"], { load: closed(requests, concurrency) }).filter(
        (block) => block.arm === arm,
      );
      expect(blocks.map((block) => block.amount)).toEqual(sizes);
    }
  });

  test.each<[string, Load, number[]]>([
    ["10 s closed", { kind: "closed", durationMs: 10_000, concurrency: 50, ...every }, [2500, 2500, 2500, 2500]],
    ["2.5 s closed", { kind: "closed", durationMs: 2500, concurrency: 1, ...every }, [1250, 1250]],
    ["half a second closed", { kind: "closed", durationMs: 500, concurrency: 1, ...every }, [500]],
    [
      "200 requests at 50/s",
      { kind: "open", requests: 200, ratePerSecond: 50, maxInFlight: 9, ...every },
      [50, 50, 50, 50],
    ],
    ["199 requests at 50/s", { kind: "open", requests: 199, ratePerSecond: 50, maxInFlight: 9, ...every }, [100, 99]],
    [
      "30 s at 1/s",
      { kind: "open", durationMs: 30_000, ratePerSecond: 1, maxInFlight: 9, ...every },
      [7500, 7500, 7500, 7500],
    ],
    ["20 batches", { kind: "batch", requests: 20, ...batches }, [5, 5, 5, 5]],
    ["a million requests", { kind: "closed", requests: 1_000_000, concurrency: 10, ...every }, Array(100).fill(10_000)],
    [
      "40,001 requests",
      { kind: "closed", requests: 40_001, concurrency: 10, ...every },
      [...Array(7).fill(5_000), 5_001],
    ],
    ["a crowd of 15,000", { kind: "closed", requests: 70_000, concurrency: 15_000, ...every }, [30_000, 40_000]],
    ["a search of 3 steps", { ...search, durationMs: 3000 }, [1000, 1000, 1000]],
    ["3 batches", { kind: "batch", requests: 3, ...batches }, [3]],
  ])("%s", (_, load, sizes) => {
    expect(schedule(["A"], { load }).map((block) => block.amount)).toEqual(sizes);
  });

  test("the steps of a search take turns between the arms", () => {
    const blocks = schedule(["A", "B"], { load: { ...search, durationMs: 4000 } });
    expect(["ABBAABBA", "BAABBAAB"]).toContain(blocks.map(({ arm }) => arm).join(""));
  });

  test("every block but the last is of full waves, whatever the numbers", () => {
    for (let requests = 1; requests < 120; requests++)
      for (const concurrency of [1, 3, 10])
        for (const { amount } of schedule(["A"], { load: closed(requests, concurrency) }).slice(0, -1))
          expect(amount % concurrency).toBe(0);
  });

  test("blocks add up to the requests, whatever their number", () => {
    for (let requests = 1; requests < 120; requests++)
      for (const concurrency of [1, 3, 10]) {
        const blocks = schedule(["A"], { load: closed(requests, concurrency) });
        expect(blocks.reduce((sum, block) => sum + block.amount, 0)).toBe(requests);
        if (blocks.length > 1)
          expect(Math.min(...blocks.map((block) => block.amount))).toBeGreaterThanOrEqual(2 * concurrency);
      }
  });
});

test("with one block per arm the order alternates from round to round", () => {
  const orders = Array.from({ length: 6 }, (_, round) => order(schedule(["A", "B"], { load: closed(1), round })));
  expect(new Set(orders.slice(0, 2))).toEqual(new Set(["AB", "BA"]));
  expect(orders).toEqual([...orders.slice(0, 2), ...orders.slice(0, 2), ...orders.slice(0, 2)]);
});

test("one arm has its blocks in a row, no arm none", () => {
  expect(order(schedule(["A"]))).toBe("AAAA");
  expect(schedule([])).toEqual([]);
});

test("rows have seeds of their own that no other row changes", () => {
  expect(rowSeed(1, "search @1")).not.toBe(rowSeed(1, "search @10"));
  expect(rowSeed(1, "search")).not.toBe(rowSeed(2, "search"));
  expect(rowSeed(2 ** 40, "search")).toBeGreaterThanOrEqual(0);
});
