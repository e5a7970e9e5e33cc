import { expect, test } from "vitest";
import { leakTargets, withSpans } from "../../../src/measure/profile/targets.ts";
import { arm, stdioSpec, toolRow } from "../plans.ts";

const [search, index] = [toolRow("search"), toolRow("index")];
const launch = stdioSpec([]);
const arms = [arm(launch, { id: "head", side: "head" }), arm(launch, { id: "base", side: "base" })];
const growth = (row: string, of: string, bytesPerCall: number) => ({ row, arm: of, calls: 100, bytesPerCall });
const growths = [
  growth("search", "base", 100),
  growth("search", "head", 120),
  growth("index", "base", 10),
  growth("index", "head", 900),
];
const leak = [{ row: "server", metric: "memory_growth" }] as const;

test("of a leak the row is looked into that keeps more than it did", () => {
  const checked = [search, index];
  expect(leakTargets(leak, { checked, growths, arms })).toEqual([{ row: index, kind: "memory" }]);
  expect(leakTargets(leak, { checked: [search], growths: [], arms })).toEqual([{ row: search, kind: "memory" }]);
});

test("without a leak, or a row that keeps more, none is", () => {
  const checked = [search, index];
  expect(leakTargets([{ row: "search", metric: "wall_time" }], { checked, growths, arms })).toEqual([]);
  expect(leakTargets(leak, { checked, growths: growths.map((one) => ({ ...one, bytesPerCall: 1 })), arms })).toEqual(
    [],
  );
});

test("rows whose time is looked into are asked for spans, after all", () => {
  const targets = [
    { row: search, kind: "time" },
    { row: index, kind: "start-up" },
  ] as const;
  expect(withSpans(targets)).toEqual([...targets, { row: search, kind: "spans" }]);
});
