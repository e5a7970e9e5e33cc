import { expect, test } from "vitest";
import { restOfPace } from "../../../src/compare/stored/pace.ts";

/** A pace that drifts away from its middle, 0.08, and jumps back to it. */
const returning = [0, 0.04, 0.08, 0.12, 0.16, ...new Array<number>(10).fill(0.08)];
/** One that a slower machine follows. */
const slowing = [...new Array<number>(10).fill(0.08), ...new Array<number>(10).fill(0.28)];

test("a jump of the pace back to where it stood tells nothing of what a change of the machine leaves", () => {
  for (const value of [0, 1])
    expect(restOfPace(returning.map((slower, run) => ({ slower, value: run < 5 ? 0 : value })))).toBe(0);
  const both = [...returning, ...slowing].map((slower) => ({
    slower,
    value: 0.3 * (slower > 0.2 ? slower - 0.08 : 0),
  }));
  expect(restOfPace(both)).toBeCloseTo(0.3);
  expect(restOfPace([])).toBe(0);
});
