import { describe, expect, test } from "vitest";
import { dealt, dealtOut, numberAmongAll, shareOf } from "../../src/plan/generator.ts";
import type { Load } from "../../src/plan/workload.ts";

const places = (count: number) => Array.from({ length: count }, (_, at) => ({ index: at + 1, count }));

describe.each([1, 2, 3, 8])("%i generators", (count) => {
  test.each([0, 1, 7, 8, 100])("have %i things between them, none twice", (whole) => {
    const numbers = places(count).flatMap((place) =>
      Array.from({ length: dealt(whole, place) }, (_, own) => numberAmongAll(own, place)),
    );
    expect(numbers.sort((a, b) => a - b)).toEqual([...Array(whole).keys()]);
  });

  test("draw one sequence between them", () => {
    const counter = () => {
      let next = 0;
      return () => next++;
    };
    const drawn = places(count).flatMap((place) => {
      const draw = dealtOut(counter(), place);
      return Array.from({ length: 5 }, draw);
    });
    expect(drawn.sort((a, b) => a - b)).toEqual([...Array(5 * count).keys()]);
  });
});

describe("the shares of a load", () => {
  const common = { warmup: 10, timeoutMs: 1000, durationMs: 1000 };

  test("add up to its connections, sessions and warm-up", () => {
    const load: Load = { kind: "closed", concurrency: 20, sessions: 9, ...common };
    const shares = places(8).map((place) => shareOf(load, place));
    const sum = (field: "concurrency" | "sessions" | "warmup") =>
      shares.reduce((total, share) => total + Number(share[field as "warmup"]), 0);
    expect([sum("concurrency"), sum("sessions"), sum("warmup")]).toEqual([20, 9, 10]);
  });

  test("keep the rate, of whose schedule each has every n-th request", () => {
    const load: Load = { kind: "open", ratePerSecond: 100, maxInFlight: 10, ...common };
    expect(shareOf(load, { index: 1, count: 4 })).toEqual({ ...load, maxInFlight: 3, warmup: 3 });
  });
});
