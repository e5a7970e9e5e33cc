import { describe, expect, test } from "vitest";
import { controlLaunch } from "../../src/control-arm.ts";
import type { ResourceReader } from "../../src/measure/resources.ts";
import { runPlan } from "../../src/measure/run-plan.ts";
import { fixture } from "../server/support.ts";
import { arm, dependencies, plan, stdioSpec, toolRow } from "./plans.ts";

/** Trees that grow by a fixed amount at every reading, each server by its own. */
function growingReader(bytes: readonly number[]): ResourceReader {
  const order: number[] = [];
  let readings = 0;
  return {
    method: "fake",
    async read(roots) {
      readings++;
      return new Map(
        roots.map((pid) => {
          if (!order.includes(pid)) order.push(pid);
          const rssBytes = 1e7 + readings * (bytes[order.indexOf(pid)] ?? 0);
          return [pid, { processes: 1, rssBytes, peakRssBytes: rssBytes, cpuMs: 0 }];
        }),
      );
    },
  };
}

/** Enough for any machine: all calls are made although one takes 4 s. */
const patience = 24_000_000;
const head = arm(controlLaunch(process.env));
const base = arm(controlLaunch(process.env), { id: "base", side: "base" });
const work = toolRow("work", { units: 0 }, { load: { requests: 40, warmup: 2 } });

async function growths(given: Partial<Parameters<typeof plan>[0]>, reader: ResourceReader) {
  const record = await runPlan(
    plan({ arms: [head, base], rows: [work], ...given }),
    dependencies({ resources: reader }),
  );
  const of = (id: string) =>
    record.rounds.map((round) => round.launches.find((one) => one.arm === id)?.metrics.memory_growth);
  return { record, head: of("head"), base: of("base") };
}

describe("calls after the blocks", () => {
  test("show the slope of memory over the calls, on every arm over as many of them", async () => {
    const found = await growths({ soakMs: patience }, growingReader([20_000, 2000]));
    // 5,000 calls in twenty stretches: 20,000 bytes per 250 calls.
    expect(found.head).toEqual([80_000]);
    expect(found.base).toEqual([8000]);
  });

  test("are made of all rows in turn: what one of them keeps is spread over the calls of all", async () => {
    const rows = [0, 1, 2].map((place) => ({ ...work, id: `row ${place}` }));
    const { head, record } = await growths({ soakMs: patience, rows }, growingReader([20_160, 2000]));
    // 84 calls of each of three rows in a stretch.
    expect(head).toEqual([80_000]);
    expect(record.warnings).toEqual([]);
  });

  test("are left out of further rounds once nothing more is asked of them", async () => {
    const reader = growingReader([20_000, 2000]);
    const plans = plan({
      arms: [head, base],
      rows: [work],
      soakMs: patience,
      rounds: { kind: "auto", min: 1, max: 3, timeBudgetMs: 600_000 },
    });
    const outlook = () => ({ more: true, reason: "open", soak: false });
    const { rounds } = await runPlan(plans, dependencies({ resources: reader, outlook }));
    const grown = rounds.map(({ launches }) => launches.find(({ arm: id }) => id === "head")?.metrics.memory_growth);
    expect(grown).toEqual([expect.any(Number), undefined, undefined]);
  });

  test("count for no other figure", async () => {
    const { record } = await growths({ soakMs: patience }, growingReader([1_000_000, 1_000_000]));
    const [launch] = record.rounds[0]?.launches ?? [];
    expect(launch?.measurements[0]?.outcomes).toEqual({ ok: 40 });
    expect(launch?.metrics.peak_rss).toBeLessThan(1e7 + 20 * 1_000_000);
  });

  test("are made of what may change something only where that is asked for, and the report says so", async () => {
    const server = stdioSpec([fixture("misbehave.js"), "not-annotated"]);
    const given = {
      arms: [arm(server), arm(server, { id: "base", side: "base" as const })],
      rows: [toolRow("call", {}, { load: { requests: 20 } })],
      soakMs: patience,
    };
    const unasked = await growths(given, growingReader([1000, 1000]));
    expect(unasked.head).toEqual([undefined]);
    expect(unasked.record.warnings.join()).toContain("memory that calls keep is not looked for in call (may change");
    const asked = await growths({ ...given, soakWrites: true }, growingReader([20_000, 2000]));
    expect(asked.head).toEqual([80_000]);
    expect(asked.record.warnings).toEqual([]);
  });

  test("are missed by a warning in a row that is too slow for them, where there is a base to compare with", async () => {
    const { record } = await growths({ soakMs: 0.0001 }, growingReader([1000, 1000]));
    expect(record.warnings.join()).toContain("is not looked for in work (too slow; raise `defaults.soak`)");
    const alone = await growths({ soakMs: 0.0001, arms: [head] }, growingReader([1000, 1000]));
    expect(alone.record.warnings).toEqual([]);
    expect((await growths({ soakMs: 0 }, growingReader([1000, 1000]))).record.warnings).toEqual([]);
  });

  test("are not made where they are not asked for, of rows that would take too long, nor of rows with a set-up", async () => {
    const reader = () => growingReader([1000, 1000]);
    expect((await growths({}, reader())).head).toEqual([undefined]);
    expect((await growths({ soakMs: 0.0001 }, reader())).head).toEqual([undefined]);
    const setup = [
      {
        kind: "call",
        place: "setup[0]",
        per: "row",
        timeoutMs: 5000,
        tool: "work",
        arguments: { units: 0 },
        repeat: 1,
        capture: {},
      },
    ] as const;
    const staging = { isolate: "none", processes: 1, values: {}, setup, teardown: [] } as const;
    expect((await growths({ soakMs: patience, rows: [{ ...work, staging }] }, reader())).head).toEqual([undefined]);
  });
});
