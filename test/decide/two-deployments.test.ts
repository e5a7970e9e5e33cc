import { describe, expect, test } from "vitest";
import { readRecord } from "../../src/record/files/record-file.ts";
import type { RunRecord } from "../../src/record/record.ts";
import { encodeSamples } from "../../src/record/samples.ts";
import { judge } from "../../src/run/judge.ts";
import { seededRandom } from "../../src/stats/random.ts";
import { makeRecord } from "./records.ts";

const rounds = 20;
const server = { name: "shop", version: "1", protocol: "2025-11-25" };

interface Given {
  /** Says how many times as long as on blue a call on green takes. */
  readonly slowdown: number;
  /** For green, from this round on: another version answers. */
  readonly replacedAt?: number;
}

/** A record of two deployments, called in turns. */
function recordOf({ slowdown, replacedAt = rounds }: Given): RunRecord {
  const random = seededRandom(11);
  const common = Array.from({ length: rounds }, () => ({
    blue: 10 * (1 + 0.02 * (random() - 0.5)),
    green: 10 * slowdown * (1 + 0.02 * (random() - 0.5)),
  }));
  const plain = makeRecord({ rows: { get: { head: common.map(() => ({ latencies: [1] })) } } });
  const [row] = plain.rows;
  const variants = ["blue", "green"] as const;
  const record = {
    ...plain,
    arms: variants.map((variant) => ({
      id: `head/${variant}`,
      side: "head",
      variant,
      transport: "streamable-http",
      server,
      ...(variant === "green"
        ? {
            reference: "blue",
            thresholds: [
              { metric: "p50", level: "fail", text: "+10%", limit: { kind: "relative", change: 0.1 } },
              { metric: "throughput", level: "fail", text: "-10%", limit: { kind: "relative", change: 0.1 } },
            ],
          }
        : {}),
    })),
    rows: variants.map((variant) => ({
      ...row,
      load: { kind: "closed", concurrency: 3, durationMs: 1000, warmup: 0, timeoutMs: 1000 },
      id: `get [${variant}]`,
      key: "get",
      variant,
      thresholds: [],
    })),
    rounds: common.map((paces, index) => ({
      index,
      order: { get: variants.map((variant) => `head/${variant}`) },
      launches: variants.map((variant, position) => {
        const latencies = Array.from({ length: 100 }, () => paces[variant] * (1 + 0.1 * (random() - 0.5)));
        const wallMs = latencies.reduce((sum, ms) => sum + ms, 0);
        return {
          arm: `head/${variant}`,
          metrics: {},
          exitCode: null,
          killed: false,
          orphans: 0,
          ...(variant === "green" && index >= replacedAt ? { server: { ...server, version: "2" } } : {}),
          measurements: [
            {
              row: `get [${variant}]`,
              outcomes: { ok: 100 },
              errors: [],
              blocks: [{ position, wallMs, attempted: 100, ok: 100, medianMs: paces[variant], meanMs: wallMs / 100 }],
              samples: encodeSamples(latencies),
              requestBytes: 10,
            },
          ],
        };
      }),
    })),
  };
  return readRecord(JSON.parse(JSON.stringify(record)), "record.json");
}

function judged(given: Given) {
  const record = recordOf(given);
  const report = judge(record, {
    stored: { kind: "none", reason: "", unasked: true },
    failOn: ["regression"],
    reproduce: "",
  });
  const findings = report.comparison.findings.filter(({ against }) => against === "blue");
  return { record, failed: report.verdict.failed, findings };
}

describe("two deployments that are called in turns", () => {
  test("differ, with an interval, where one is slower", () => {
    const { findings, failed, record } = judged({ slowdown: 1.25 });
    expect(record.rounds).toHaveLength(rounds);
    expect(failed).toBe(true);
    for (const metric of ["p50", "throughput"])
      expect(findings.find((one) => one.metric === metric)).toMatchObject({ state: "regressed", row: "get [green]" });
    const { estimate = 0, low = 0, high = 0 } = findings.find(({ metric }) => metric === "p50")?.change ?? {};
    expect(estimate).toBeCloseTo(0.25, 1);
    expect(low).toBeGreaterThan(0.2);
    expect(high).toBeLessThan(0.3);
  });

  test("pass where they are alike", () => {
    const { findings, failed } = judged({ slowdown: 1 });
    expect(findings.map(({ metric, state }) => [metric, state])).toEqual([
      ["p50", "pass"],
      ["throughput", "pass"],
    ]);
    expect(failed).toBe(false);
  });

  test("decide nothing where one of them became another version, however slow that is", () => {
    const { failed, record } = judged({ slowdown: 1.25, replacedAt: 10 });
    expect(record.rounds[10]?.launches[1]?.server?.version).toBe("2");
    expect(failed).toBe(false);
  });
});
