import { describe, expect, test } from "vitest";
import { whyFutile } from "../../../src/measure/run/stop-reasons.ts";

describe("a decision that is not in sight", () => {
  const auto = { kind: "auto", min: 7, max: 60, timeBudgetMs: 300_000 } as const;
  const hopeless = () => false;
  /** After so many rounds of 5 s each. */
  const stands = (done: number) => ({ done, elapsedMs: 5000 * done, roundMs: 5000 });

  test("ends a run after a third of its time budget, and says how long it would have taken", () => {
    expect(whyFutile(hopeless, auto, stands(20))).toBeDefined();
    // 40 rounds are left, twice as many would do.
    const code = "no-decision-in-sight";
    const enough = { code, rounds: 20, needed: 80, isMore: false, needsMs: 400_000, room: 40 };
    expect(whyFutile((more) => more >= 70, auto, stands(20))).toEqual(enough);
    expect(whyFutile(hopeless, auto, stands(20))).toMatchObject({ needed: 160, isMore: true, needsMs: 800_000 });
  });

  test("takes no fewer rounds than one gate alone needs", () => {
    const late = { ...stands(7), elapsedMs: 285_000, roundMs: 5000 };
    const twice = (more: number) => more >= 6;
    expect(whyFutile(twice, auto, late)).toMatchObject({ needed: 8, isMore: false });
    expect(whyFutile(twice, auto, { ...late, fewest: 17 })).toMatchObject({ needed: 10, isMore: false });
    expect(whyFutile(twice, auto, { ...late, fewest: 14 })).toMatchObject({ needed: 8, isMore: false });
  });

  test("does not end a run that may still decide, nor one that has only begun", () => {
    expect(whyFutile((more) => more >= 40, auto, stands(20))).toBeUndefined();
    expect(whyFutile(hopeless, auto, stands(19))).toBeUndefined();
  });

  test("is not held against what is open while rounds called one row alone: neither their time nor their number", () => {
    const alone = { rounds: 12, ms: 60_000 };
    expect(whyFutile(hopeless, auto, { ...stands(20), alone })).toBeUndefined();
    expect(whyFutile(hopeless, auto, { ...stands(32), alone })).toBeDefined();
    const late = { ...stands(19), elapsedMs: 285_000, alone, fewest: 17 };
    expect(whyFutile((more) => more >= 6, auto, late)).toMatchObject({ needed: 10, isMore: false });
  });

  test("counts on some more rounds than fit by now: those of fewer rows are quicker", () => {
    const asked: number[] = [];
    const mayDecide = (more: number) => asked.push(more) > 0;
    whyFutile(mayDecide, { ...auto, timeBudgetMs: 150_000 }, stands(20));
    whyFutile(mayDecide, { ...auto, timeBudgetMs: 450_000 }, stands(30));
    expect(asked).toEqual([13, 30]);
  });
});
