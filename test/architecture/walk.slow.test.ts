import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

test("one value passes at most 60 functions on its way to the verdict, and never goes back to an earlier room", () => {
  const said = execFileSync(process.execPath, ["scripts/walk.ts"], { encoding: "utf8" });
  const [, stations, climbs] = /(\d+) stations, (\d+) climbs\n$/.exec(said) ?? [];
  expect(Number(climbs), said).toBe(0);
  expect(Number(stations), said).toBeLessThanOrEqual(60);
  // A walk that ends before the verdict would be short, too.
  expect(said).toMatch(
    /^table\/table\.ts tabulate$.*^decide\/paired\/paired-decision\.ts decidePaired$.*^decide\/decide\.ts decide$/ms,
  );
});
