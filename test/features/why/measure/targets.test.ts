import { describe, expect, test } from "vitest";
import {
  allTargets,
  makeProfilePass,
  profilesMs,
  regressedTargets,
} from "../../../../src/features/why/measure/profile-pass.ts";
import type { Effort } from "../../../../src/features/why/measure/profile-rows.ts";
import { runPlan } from "../../../../src/measure/run/run-plan.ts";
import type { MetricId } from "../../../../src/metrics/metric.ts";
import type { Outlook } from "../../../../src/plan/outlook.ts";
import type { LaunchSpec, Plan } from "../../../../src/plan/plan.ts";
import { serverRow, serverRowOf } from "../../../../src/record/row-ids.ts";
import { FakeServer, ManualClock } from "../../../measure/fake-server.ts";
import { arm, dependencies, plan, stdioSpec, toolRow } from "../../../measure/plans.ts";

const rows = ["a", "b", "c", "d", "e"].map((id) => toolRow(id));
const told = (targets: ReturnType<typeof regressedTargets>) => targets.map(({ row, kind }) => `${row.id} ${kind}`);
const regressed = (...gates: [row: string, metric: MetricId][]) =>
  told(
    regressedTargets(
      gates.map(([row, metric]) => ({ row, metric })),
      rows,
    ),
  );

describe("what is looked into", () => {
  test("rows that became slower, each once and the worst first", () => {
    expect(regressed(["b", "mean"], ["a", "p50"], ["b", "p50"], ["a", "throughput"])).toEqual(["b time", "a time"]);
  });

  test("the row that leaks, after those that became slower", () => {
    expect(regressed(["b", "memory_growth"], ["c", "memory_growth"], ["a", "p50"])).toEqual(["a time", "b memory"]);
    expect(regressed([serverRow, "memory_growth"])).toEqual([]);
  });

  test("three at most", () => {
    expect(regressed(["a", "p50"], ["b", "p50"], ["c", "p50"], ["d", "p50"])).toEqual(["a time", "b time", "c time"]);
  });

  test("a start-up that became slower, on a launch for any row", () => {
    expect(regressed([serverRow, "startup"], [serverRow, "startup_cpu"])).toEqual(["a start-up"]);
  });

  test.each<[string, MetricId]>([
    ["a", "error_rate"],
    ["a", "response_bytes"],
    [serverRow, "tools_list_bytes"],
    ["gone", "p50"],
  ])("nothing for what its figure tells: %s %s", (row, metric) => {
    expect(regressed([row, metric])).toEqual([]);
  });

  test("of all rows those that regressed first, then one start-up of each variant", () => {
    const worst = regressedTargets([{ row: "c", metric: "p50" }], rows);
    expect(told(allTargets(rows.slice(0, 3), worst))).toEqual(["c time", "a time", "b time", "a start-up"]);
    const onVariant = rows.slice(0, 2).map((row, place) => ({ ...row, variant: `v${place}` }));
    expect(told(regressedTargets([{ row: serverRowOf("v1"), metric: "startup" }], onVariant))).toEqual(["b start-up"]);
  });

  test("takes no more than two fifths of the time", () => {
    expect(profilesMs(1, 10_000)).toBe(4_000);
    expect(profilesMs(0, undefined)).toBe(0);
  });
});

describe("a run", () => {
  /** Launches of a run of one round, and the record. */
  async function run(
    profile: Plan["profile"],
    outlook: Partial<Outlook>,
    { spec = stdioSpec([]), effort }: { spec?: LaunchSpec; effort?: Effort } = {},
  ) {
    const clock = new ManualClock();
    let launches = 0;
    let asked = 0;
    const environments = new Set<string>();
    const record = await runPlan(
      plan({
        arms: [arm(spec), arm(spec, { id: "base", side: "base" })],
        rows: rows.slice(0, 1),
        rounds: { kind: "auto", min: 1, max: 3 },
        ...(profile === undefined ? {} : { profile }),
      }),
      dependencies({
        clock,
        alarm: clock.alarm,
        resources: { method: "none", read: async () => new Map() },
        passes: [await makeProfilePass({ hide: (text) => text }, effort)],
        outlook: () => {
          asked++;
          return { stop: { code: "decided", of: "gate", rounds: 1 }, ...outlook };
        },
        launch: async ({ env }) => {
          launches++;
          environments.add(JSON.stringify(env));
          return new FakeServer({ clock, tools: ["a"] });
        },
      }),
    );
    return { launches, asked, record, environments };
  }
  const slower = { regressed: [{ row: "a", metric: "p50" }] } as const;

  test("in which nothing regressed looks into nothing, nor does one that is not to", async () => {
    const { launches, asked, record, environments } = await run("regressed", {});
    expect(asked).toBe(1);
    expect(record.profiles).toBeUndefined();
    expect([...environments]).toEqual([JSON.stringify(stdioSpec([]).env)]);
    expect((await run(undefined, slower)).launches).toBe(launches);
  });

  test("looks into servers as much as it is asked to", async () => {
    const { launches, record } = await run("regressed", slower, { effort: { launches: 0, warmUpMs: 1, lookMs: 1 } });
    expect(record.profiles).toHaveLength(2);
    expect(launches).toBe((await run(undefined, slower)).launches);
  });

  test("says in one line why a server that runs already is not looked into, which costs no launch", async () => {
    const { command: _command, ...spec } = stdioSpec([]);
    const { launches, record } = await run("regressed", slower, { spec });
    const unknown = "the server is already running; a profiler has to start it";
    expect(record.profiles).toEqual(["head", "base"].map((id) => ({ row: "a", arm: id, kind: "time", unknown })));
    expect(launches).toBe((await run(undefined, slower, { spec })).launches);
  });
});
