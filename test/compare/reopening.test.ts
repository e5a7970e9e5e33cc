import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { decideFigures, drawnFrom, replayedRow } from "../../src/calibrate/replay.ts";
import type { Figures } from "../../src/calibrate/trial.ts";
import { isUndecided } from "../../src/compare/paired/stopping.ts";
import type { Threshold } from "../../src/plan/threshold.ts";
import { seededRandom } from "../../src/stats/random.ts";

const file = new URL("../../fixtures/recorded/round-figures.json", import.meta.url);
const recorded = JSON.parse(readFileSync(file, "utf8")) as Record<"aa", [number, number, number, number, number][]>;
const pool = recorded.aa.map(
  ([p50, throughput, cpu, slowCalls, stalls]): Figures => ({ p50, throughput, cpu, slowCalls, stalls }),
);
const p50: Threshold = { metric: "p50", level: "fail", limit: { kind: "relative", change: 0.1 }, text: "+10%" };
const gates = 84;
const most = 40;

test("rows that are decided, by themselves or over all rows, seldom open again while the others go on", () => {
  const random = seededRandom(7);
  const noise = drawnFrom(pool);
  const decided: string[] = [];
  const reopened: string[] = [];
  const failed: unknown[] = [];
  for (let run = 0; run < 20; run++) {
    const rows = Array.from({ length: 12 }, (_, row) => {
      const replayed = replayedRow({ id: `${run}: row ${row}`, thresholds: [p50], callMs: 0.7, callsPerLaunch: 200 });
      return { row: replayed, next: noise(replayed, random), seen: [] as Figures[] };
    });
    let open = new Set(rows.map(({ row }) => row.id));
    for (let round = 1; round <= most && open.size > 0; round++) {
      for (const { row, next, seen } of rows) if (open.has(row.id)) seen.push(next());
      const findings = decideFigures(rows, { gates });
      const still = new Set(findings.filter(isUndecided).map(({ row }) => row));
      decided.push(...[...open].filter((id) => !still.has(id)));
      reopened.push(...[...still].filter((id) => !open.has(id)));
      failed.push(...findings.filter(({ state }) => state === "regressed"));
      open = still;
    }
  }
  expect(decided.length).toBeGreaterThan(200);
  expect(reopened.length / decided.length).toBeLessThan(0.1);
  expect(failed).toEqual([]);
});
