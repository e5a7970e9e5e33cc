import { expect, test } from "vitest";
import { GeneratorRun } from "../../../src/measure/generator/start.ts";
import type { Alarm } from "../../../src/measure/load/alarm.ts";
import { arm, plan, stdioSpec, toolRow } from "../plans.ts";

const startAt = "2026-11-23T20:00:00Z";
const start = Date.parse(startAt);

/** Time that passes only while somebody waits for it, or is busy. */
class Time {
  #now = 0;

  now(): number {
    return this.#now;
  }

  busy(ms: number): void {
    this.#now += ms;
  }

  readonly alarm: Alarm = (at, wake) => {
    let isOff = false;
    setImmediate(() => {
      if (isOff) return;
      this.#now = Math.max(this.#now, at);
      wake();
    });
    return () => {
      isOff = true;
    };
  };
}

function runOf(world: Time, { now = () => new Date(start - 10_000 + world.now()) } = {}) {
  const rows = [
    toolRow("a", {}, { load: { kind: "closed", concurrency: 4, durationMs: 1000, warmup: 0, timeoutMs: 1000 } }),
  ];
  const whole = { ...plan({ arms: [arm(stdioSpec([]))], rows }), generator: { index: 2, count: 8, startAt } };
  const run = new GeneratorRun(whole, { clock: world, now });
  return { run, waiting: { alarm: world.alarm, signal: new AbortController().signal } };
}

test("a block begins at its time, counted from the start that all were told", async () => {
  const world = new Time();
  const { run, waiting } = runOf(world);
  expect(run.elapsedMs).toBe(0);
  await run.begin({ startMs: 5_000, what: "a" }, waiting);
  expect(world.now()).toBe(15_000);
  expect(run.elapsedMs).toBe(5_000);
});

test("a start that has passed is told at once", () => {
  const world = new Time();
  expect(() => runOf(world, { now: () => new Date(start + 90_000) })).toThrow(
    /generator 2 of 8: the start of all generators, .*, was 90 s ago/,
  );
});

test("a block that cannot begin in time ends the run, and one that is hardly late does not", async () => {
  const world = new Time();
  const { run, waiting } = runOf(world);
  world.busy(15_300);
  await run.begin({ startMs: 5_000, what: "a on head" }, waiting);
  world.busy(300);
  await expect(run.begin({ startMs: 5_000, what: "a on head" }, waiting)).rejects.toThrow(/a on head began 0.6 s late/);
});

test("a run that is interrupted waits no longer", async () => {
  const world = new Time();
  const { run, waiting } = runOf(world);
  const ending = new AbortController();
  const begun = run.begin({ startMs: 5_000, what: "a" }, { ...waiting, signal: ending.signal });
  ending.abort(new Error("enough"));
  await expect(begun).rejects.toThrow("enough");
  await expect(run.begin({ startMs: 0, what: "a" }, { ...waiting, signal: ending.signal })).rejects.toThrow("enough");
});

test("a clock that jumps during the run ends it, and one that is merely adjusted does not", () => {
  const world = new Time();
  let set = 0;
  const { run } = runOf(world, { now: () => new Date(start - 10_000 + world.now() + set) });
  world.busy(60_000);
  set = 400;
  expect(() => run.checkClock()).not.toThrow();
  set = -2_000;
  expect(() => run.checkClock()).toThrow("the clock of this machine jumped by -2 s during the run");
});
