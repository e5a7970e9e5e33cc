import { describe, expect, test } from "vitest";
import { keptByRow, leakingRows } from "../../src/compare/leaking-rows.ts";

const arms = [
  { id: "base", side: "base", transport: "stdio" },
  { id: "head", side: "head", transport: "stdio" },
] as const;

type Figures = Readonly<Record<string, { readonly base?: number; readonly head: number }>>;

/** Rows that stand out, by what base and head keep per call. */
function leaking(figures: Figures, calls = 2500): string[] {
  const rowGrowths = Object.entries(figures).flatMap(([row, { base, head }]) => [
    ...(base === undefined ? [] : [{ row, arm: "base", calls, bytesPerCall: base }]),
    { row, arm: "head", calls, bytesPerCall: head },
  ]);
  return leakingRows(keptByRow({ arms: [...arms], rowGrowths })).map(({ row }) => row);
}

describe("a row whose calls keep memory", () => {
  test("stands out among others, the one that keeps most first", () => {
    const figures = {
      list: { base: 980, head: 1210 },
      search: { base: 1150, head: 11_420 },
      read: { base: 640, head: 410 },
      write: { base: 1320, head: 1290 },
    };
    expect(leaking(figures)).toEqual(["search"]);
    expect(leaking({ ...figures, write: { base: 1320, head: 9800 } })).toEqual(["search", "write"]);
    expect(keptByRow({ arms: [...arms], rowGrowths: [] })).toEqual([]);
  });

  test("stands out beside a single other one, and by head's own figures where base was not looked at", () => {
    expect(leaking({ list: { base: 980, head: 1210 }, search: { base: 1150, head: 11_420 } })).toEqual(["search"]);
    expect(leaking({ list: { head: 1210 }, search: { head: 11_420 }, read: { head: 900 } })).toEqual(["search"]);
  });

  test("is none among rows that keep alike, whether much or nothing", () => {
    const all = (head: number) => ({
      list: { base: 1000, head: 1100 + head },
      search: { base: 900, head: 1350 + head },
      read: { base: 700, head: 500 + head },
      write: { base: 1200, head: 1150 + head },
    });
    expect(leaking(all(0))).toEqual([]);
    expect(leaking(all(2500))).toEqual([]);
    expect(leaking(all(100_000))).toEqual([]);
  });

  test("is none that base has as well", () => {
    const figures = { list: { base: 900, head: 950 }, search: { base: 11_000, head: 11_300 } };
    expect(leaking(figures)).toEqual([]);
  });

  test("is none that keeps over all its calls no more than launches differ by", () => {
    const figures = {
      list: { base: 100, head: 110 },
      search: { base: 100, head: 10_100 },
      read: { base: 90, head: 80 },
    };
    expect(leaking(figures, 150)).toEqual([]);
    expect(leaking(figures, 250)).toEqual(["search"]);
  });

  test("is none of too many: where more than half of them leak, it is the server", () => {
    const figures = { a: { head: 10_000 }, b: { head: 11_000 }, c: { head: 9000 }, d: { head: 10 } };
    expect(leaking(figures)).toEqual([]);
    expect(leaking({ search: { head: 10_000 } })).toEqual([]);
  });
});
