import { expect, test } from "vitest";
import {
  loadBetween,
  type MachineLoad,
  parseWaitedMs,
  readMachineLoad,
} from "../../../src/measure/resources/processor-time.ts";

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

test("beside processes that yield to everything else only steal says something", () => {
  const from = at(1000, { waitedMs: 500 });
  const time = (total: number, steal: number) => ({ time: { total, steal } });
  const beside = loadBetween(
    { ...from, ...time(1000, 0) },
    at(3000, { waitedMs: 2500, load: 3.5, ...time(1400, 40) }),
    {
      spins: true,
    },
  );
  expect(beside).toEqual({ steal: 0.1 });
});

test("this machine can be read", () => {
  const { steal = 0, cpuPressure = 0, load = 0 } = loadBetween(readMachineLoad(0), readMachineLoad(1));
  for (const value of [steal, cpuPressure, load]) expect(value).toBeGreaterThanOrEqual(0);
});
