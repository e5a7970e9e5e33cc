import { describe, expect, test } from "vitest";
import { decide } from "../../../src/decide/decide.ts";
import { seededRandom } from "../../../src/stats/random.ts";
import { comparePaired, makeRecord, normal } from "../records.ts";
import { of, paired, sides } from "./sides.ts";

describe("the control arm", () => {
  /** Control blocks alternate: after a base block, after a head block. */
  const controlled = (besideHead: number, wobble: number) => {
    const random = seededRandom(12);
    const made = sides(20, 1);
    const record = makeRecord({ rows: { echo: { base: made.base, head: made.head, control: made.base } } });
    const order = Array.from({ length: 8 }, () => ["base", "control", "head", "control"]).flat();
    const blocks = () =>
      order.flatMap((arm, position) => {
        if (arm !== "control") return [];
        const medianMs = (order[position - 1] === "head" ? besideHead : 1) * Math.exp(wobble * normal(random));
        return [{ position, wallMs: 25, attempted: 25, ok: 25, medianMs, meanMs: medianMs }];
      });
    return {
      ...record,
      rounds: record.rounds.map((round) => ({
        ...round,
        order: { echo: order },
        launches: round.launches.map((launch) =>
          launch.arm === "control"
            ? { ...launch, measurements: launch.measurements.map((one) => ({ ...one, blocks: blocks() })) }
            : launch,
        ),
      })),
    };
  };

  const neighbours = (record: ReturnType<typeof paired>) => of(comparePaired(record), "neighbours");

  test("tells a head that slows its neighbours, and fails it beyond 5 %", () => {
    const found = neighbours(controlled(1.1, 0.02));
    expect(found).toMatchObject({ state: "regressed", row: "(server)" });
    expect(found?.change?.estimate).toBeCloseTo(0.1, 2);
    expect(found?.reason).toMatchObject({ code: "control", isCorrected: true, ofRounds: 20 });
    expect(decide(comparePaired(controlled(1.1, 0.02)), { failOn: ["regression"] })).toMatchObject({
      status: "regressed",
    });
    expect(neighbours(controlled(1.03, 0.01))?.state).toBe("pass");
  });

  test("is taken off the times of head, and hides no regression beyond it", () => {
    const slow = (factor: number, besideHead: number) => {
      const { rounds } = controlled(besideHead, 0.01);
      const made = paired(sides(20, factor));
      const withControl = controlled(besideHead, 0.01);
      return {
        ...withControl,
        rounds: rounds.map((round, index) => ({
          ...round,
          launches: round.launches.map((launch) =>
            launch.arm === "control"
              ? launch
              : (made.rounds[index]?.launches.find(({ arm }) => arm === launch.arm) ?? launch),
          ),
        })),
      };
    };
    expect(of(comparePaired(slow(1.5, 1.04)), "p50")?.state).toBe("regressed");
    expect(of(comparePaired(slow(1.14, 1)), "p50")?.state).toBe("regressed");
    expect(of(comparePaired(slow(1.14, 1.08)), "p50")?.state).not.toBe("regressed");
  });

  test("stays quiet on an even runner, on a shift that matters to nobody, and without a control", () => {
    expect(neighbours(controlled(1, 0.05))).toBeUndefined();
    expect(neighbours(controlled(1.005, 0.0005))).toBeUndefined();
    expect(neighbours(paired(sides(20, 1)))).toBeUndefined();
  });
});
