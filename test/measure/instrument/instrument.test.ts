import { expect, test } from "vitest";
import { chooseInstrument, type Host, Instrument } from "../../../src/measure/instrument/instrument.ts";
import type { Spinners } from "../../../src/measure/instrument/spinners.ts";

/** A quiet Linux machine with two cores, on which other programs take `others` cores from one reading to the next. */
class FakeHost implements Host {
  readonly platform = "linux";
  cores: readonly number[] = [0, 1];
  readonly hasTools = true;
  readonly quota = Number.POSITIVE_INFINITY;
  readonly onBattery = false;
  others = 0;
  /** Cores that the harness itself takes. */
  own = 0;
  live = 0;
  #at = 0;
  #ownMs = 0;
  #allMs = 0;

  constructor(given: Partial<Host> & { others?: number } = {}) {
    Object.assign(this, given);
  }

  readonly cpuTimes = () => ({ at: this.#at, ownMs: this.#ownMs, allMs: this.#allMs });

  readonly wait = (ms: number): Promise<void> => {
    this.#at += ms;
    this.#ownMs += this.own * ms;
    this.#allMs += (this.own + this.others) * ms;
    return Promise.resolve();
  };

  readonly spin = async (): Promise<Spinners | undefined> => {
    this.live += 1;
    const end = () => {
      this.live -= 1;
    };
    return { load: 1.5, pause: () => {}, resume: () => {}, [Symbol.dispose]: end } as unknown as Spinners;
  };

  readonly slowdown = () => 1.01;
}

test("a quiet machine is kept awake by spinners, until the run is over", async () => {
  const host = new FakeHost({ others: 0.4 });
  const instrument = await chooseInstrument(host);
  expect(instrument.chosen).toEqual({ kind: "spinning" });
  expect([instrument.waitsAwake, instrument.spinnersLoad, host.live]).toEqual([true, 1.5, 1]);
  instrument[Symbol.dispose]();
  expect([instrument.spinnersLoad, host.live]).toEqual([undefined, 0]);
});

test.each<[why: string, kind: string, host: Partial<Host> & { others?: number }]>([
  ["one-core", "asleep", { cores: [3] }],
  ["one-core", "asleep", { quota: 1.2 }],
  ["other-work", "asleep", { others: 0.6 }],
  ["other-work", "asleep", { cores: [0, 1, 2, 3], others: 2.6 }],
  ["platform", "awake", { platform: "darwin" }],
  ["no-tools", "awake", { hasTools: false }],
  ["quota", "awake", { quota: 1.8 }],
  ["battery", "awake", { onBattery: true }],
  ["many-cores", "awake", { cores: Array.from({ length: 100 }, (_, core) => core), others: 40 }],
  ["refused", "awake", { spin: async () => undefined }],
  ["slower", "awake", { slowdown: () => 1.2 }],
])("%s: %s", async (why, kind, given) => {
  const host = new FakeHost(given);
  const instrument = await chooseInstrument(host);
  expect(instrument.chosen).toEqual({ kind, why });
  expect(instrument.waitsAwake).toBe(kind === "awake");
  expect(host.live).toBe(0);
});

/** Lets time pass without calls, as after each round. */
async function between(instrument: Instrument, host: FakeHost, ms: number): Promise<boolean> {
  instrument.pause();
  await host.wait(ms);
  instrument.resume();
  return instrument.waitsAwake;
}

test("a run gives in to other work that lasts, and says what was chosen at its start", async () => {
  const host = new FakeHost();
  const instrument = await chooseInstrument(host);
  host.own = 1;
  expect(await between(instrument, host, 200)).toBe(true);
  host.others = 0.6;
  expect(await between(instrument, host, 200)).toBe(true);
  expect(await between(instrument, host, 200)).toBe(false);
  expect([instrument.spinnersLoad, host.live]).toEqual([undefined, 0]);
  host.others = 0;
  expect(await between(instrument, host, 200)).toBe(false);
  expect(instrument.chosen).toEqual({ kind: "spinning" });
});

test("a moment of other work changes nothing, nor does what the harness does itself", async () => {
  const host = new FakeHost();
  const instrument = await chooseInstrument(host);
  host.own = 1;
  for (const others of [0.9, 0.1, 0.9, 0.4, 0.4]) {
    host.others = others;
    expect(await between(instrument, host, 150)).toBe(true);
  }
});

test("times that are too short to count are put together", async () => {
  const host = new FakeHost();
  const instrument = await chooseInstrument(host);
  host.others = 2;
  const found: boolean[] = [];
  for (let round = 0; round < 8; round++) found.push(await between(instrument, host, 30));
  expect(found).toEqual([true, true, true, true, true, true, true, false]);
});

test("an instrument that is given stays as it is", () => {
  const instrument = new Instrument({ kind: "awake" });
  instrument.pause();
  instrument.resume();
  expect([instrument.waitsAwake, instrument.spinnersLoad]).toEqual([true, undefined]);
});
