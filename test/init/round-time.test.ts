import { expect, test } from "vitest";
import { wholeRoundMs } from "../../src/init/noise.ts";
import { tabulate } from "../../src/table/table.ts";
import { makeRecord } from "../decide/records.ts";
import { arm, plan, stdioSpec, toolRow } from "../measure/plans.ts";

const load = { kind: "closed", concurrency: 1, requests: 90, warmup: 10, timeoutMs: 1000 } as const;
const rows = ["ping", "slow", "wide"].map((id) =>
  toolRow(id, {}, { load: id === "wide" ? { ...load, concurrency: 10 } : load }),
);
const quick = tabulate(
  makeRecord({
    rows: {
      ping: { head: [{ latencies: [1, 1] }] },
      slow: { head: [{ latencies: [20, 40] }] },
      wide: { head: [{ latencies: [50] }] },
    },
  }),
);
const measured = { rows: ["ping"], roundMs: 2_000 };
const ofHead = plan({ arms: [arm(stdioSpec(["head"]))], rows });

test("a round of a whole run takes what the first row took, and the calls of the others on both commits", () => {
  // 100 calls of 30 ms, and 100 of 50 ms of which ten are in flight at a time, twice.
  const others = 2 * (3_000 + 500);
  expect(wholeRoundMs(ofHead, { startupMs: 300, quick, measured })).toBeCloseTo(2_000 + others, 0);
  const alone = { ...ofHead, rows: rows.slice(0, 1) };
  expect(wholeRoundMs(alone, { startupMs: 300, quick, measured })).toBeCloseTo(2_000, 0);
});

test("launches that other rows have to themselves are counted, on both commits", () => {
  const setup = { isolate: "row", processes: 2, values: {}, steps: [], teardown: [] } as const;
  const apart = rows.map((row) => (row.id === "slow" ? { ...row, setup } : row));
  const shared = wholeRoundMs({ ...ofHead, rows }, { startupMs: 300, quick, measured });
  const withOwn = wholeRoundMs({ ...ofHead, rows: apart }, { startupMs: 300, quick, measured });
  // Two launches each, with all their calls.
  expect(withOwn - shared).toBeCloseTo(2 * (2 * 300 + 3_000), 0);
});

test("leak checks take their share, and no longer than one may take", () => {
  const takes = (leakCheck: NonNullable<typeof ofHead.leakCheck>, roundMs = 3_000) =>
    wholeRoundMs(
      { ...ofHead, rows: rows.slice(0, 1), leakCheck },
      { startupMs: 300, quick, measured: { rows: ["ping"], roundMs } },
    );
  expect(takes({ longestMs: 3_000, share: 0.25, writes: false })).toBeCloseTo(4_000, 0);
  expect(takes({ longestMs: 3_000, share: 0.25, writes: false }, 30_000)).toBeCloseTo(33_000, 0);
  expect(takes({ longestMs: 5_000, writes: true })).toBeCloseTo(8_000, 0);
});
