import { expect, test } from "vitest";
import {
  findsSpareCore,
  loadBetween,
  type MachineLoad,
  parseRunning,
  parseWaitedMs,
  readMachineLoad,
} from "../../src/host/processor-time.ts";

const at = (ms: number, given: Partial<MachineLoad> = {}): MachineLoad => ({
  at: ms,
  time: undefined,
  waitedMs: undefined,
  load: 0,
  ...given,
});

test("steal and pressure are shares of the time between two readings", () => {
  const from = at(1000, { time: { total: 1000, steal: 10 }, waitedMs: 500 });
  const to = at(3000, { time: { total: 1400, steal: 50 }, waitedMs: 2000, load: 3.5 });
  expect(loadBetween(from, to)).toEqual({ steal: 0.1, cpuPressure: 0.75, load: 3.5 });
});

test("a system that counts neither tells its load alone", () => {
  expect(loadBetween(at(0), at(1000, { load: 2 }))).toEqual({ load: 2 });
  expect(parseWaitedMs("full avg10=0.00 total=5\n")).toBeUndefined();
});

test("pressure is the time in which some task waited", () => {
  const text =
    "some avg10=94.68 avg60=96.91 avg300=98.15 total=12759780021\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=0\n";
  expect(parseWaitedMs(text)).toBeCloseTo(12_759_780.021, 3);
});

/** Whether a core is spare by readings of tasks that run, one after the other, the last of which stays; and how often was paused. */
async function spareBy(readings: readonly number[], cores: number) {
  const left = [...readings];
  const read = () => ({ running: left.length > 1 ? left.shift() : left[0], load: 0 });
  const pauses: number[] = [];
  const isSpare = await findsSpareCore(read, { cores, pause: async (ms) => pauses.push(ms) });
  return { isSpare, pauses: pauses.length };
}

test("a core is spare where another is left for the server, whatever else runs", async () => {
  expect(parseRunning("9.55 6.31 11.21 3/125 3274\n")).toBe(3);
  expect(parseRunning("")).toBeUndefined();
  // The reader runs itself.
  for (const [running, cores] of [
    [1, 2],
    [2, 4],
    [3, 4],
  ] as const)
    expect(await spareBy([running], cores)).toEqual({ isSpare: true, pauses: 0 });
  for (const [running, cores] of [
    [1, 1],
    [2, 2],
    [4, 4],
  ] as const)
    expect((await spareBy([running], cores)).isSpare).toBe(false);
});

test("a thread that ends in a moment takes no core, one that goes on does", async () => {
  expect(await spareBy([3, 2, 2, 1], 2)).toEqual({ isSpare: true, pauses: 3 });
  expect(await spareBy([2], 2)).toEqual({ isSpare: false, pauses: 14 });
});

test("where only the load is known, it is read once", async () => {
  const byLoad = (load: number) =>
    findsSpareCore(() => ({ running: undefined, load }), {
      cores: 3,
      pause: () => Promise.reject(new Error("paused")),
    });
  expect([await byLoad(2.1), await byLoad(3.4)]).toEqual([true, false]);
});

test("this machine can be read", () => {
  const { steal = 0, cpuPressure = 0, load } = loadBetween(readMachineLoad(0), readMachineLoad(1));
  for (const value of [steal, cpuPressure, load]) expect(value).toBeGreaterThanOrEqual(0);
});
