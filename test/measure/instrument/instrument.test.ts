import { expect, test } from "vitest";
import { chooseInstrument, type Host, Instrument } from "../../../src/measure/instrument/instrument.ts";
import type { Spinners } from "../../../src/measure/instrument/spinners.ts";

/** A quiet Linux machine with two cores, on which other programs take `others` cores from one reading to the next. */
class FakeHost implements Host {
  readonly platform: NodeJS.Platform = "linux";
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
    return { pause: () => {}, resume: () => {}, [Symbol.dispose]: end } as unknown as Spinners;
  };

  readonly slowdown = () => 1.01;
}

test("a quiet machine is kept awake by spinners, until the run is over", async () => {
  const host = new FakeHost({ others: 0.4 });
  const instrument = await chooseInstrument(host);
  expect(instrument.chosen).toEqual({ kind: "spinning" });
  expect([instrument.waitsAwake, instrument.spins, host.live]).toEqual([true, true, 1]);
  instrument[Symbol.dispose]();
  expect([instrument.spins, host.live]).toEqual([false, 0]);
});

test.each<[why: string, kind: string, host: Partial<Host> & { others?: number }]>([
  ["one-core", "asleep", { cores: [3] }],
  ["one-core", "asleep", { quota: 1.2 }],
  ["platform", "awake", { platform: "darwin" }],
  ["no-tools", "awake", { hasTools: false }],
  ["quota", "awake", { quota: 1.8 }],
  ["battery", "awake", { onBattery: true }],
  ["many-cores", "awake", { cores: Array.from({ length: 100 }, (_, core) => core), others: 40 }],
])("%s: %s", async (why, kind, given) => {
  const host = new FakeHost(given);
  const instrument = await chooseInstrument(host);
  expect(instrument.chosen).toEqual({ kind, why });
  expect(instrument.waitsAwake).toBe(kind === "awake");
  expect(host.live).toBe(0);
});

test.each<[why: string, host: Partial<Host>]>([
  ["refused", { spin: async () => undefined }],
  ["slower", { slowdown: () => 1.2 }],
])("%s: what other runs may get on this machine is told", async (why, given) => {
  const host = new FakeHost(given);
  const instrument = await chooseInstrument(host);
  expect(instrument.chosen).toEqual({ kind: "awake", why, otherwise: "spinning" });
  expect([instrument.waitsAwake, host.live]).toEqual([true, 0]);
});

test.each<[otherwise: string, host: Partial<Host> & { others: number }]>([
  ["spinning", { others: 0.6 }],
  ["spinning", { cores: [0, 1, 2, 3], others: 2.6 }],
  ["awake", { others: 0.6, platform: "darwin" }],
])("beside other work nothing is done; else it would be %s", async (otherwise, given) => {
  const host = new FakeHost(given);
  const instrument = await chooseInstrument(host);
  expect(instrument.chosen).toEqual({ kind: "asleep", why: "other-work", otherwise });
  expect([instrument.waitsAwake, host.live]).toEqual([false, 0]);
});

test("a moment of other work at the start is waited for", async () => {
  const host = new FakeHost({ others: 1 });
  const { wait } = host;
  let waits = 0;
  const instrument = await chooseInstrument({
    ...host,
    wait: (ms) => {
      waits += 1;
      host.others = waits < 4 ? 1 : 0.2;
      return wait(ms);
    },
  });
  expect([instrument.chosen, waits]).toEqual([{ kind: "spinning" }, 4]);
});

/** Tells, round after round of so many ms, whether replies are waited for awake. */
async function rounds(instrument: Instrument, host: FakeHost, { others, ms = 700 }: { others: number[]; ms?: number }) {
  const found: boolean[] = [];
  for (const taken of others) {
    host.others = taken;
    await host.wait(ms);
    await instrument.beforeRound();
    found.push(instrument.waitsAwake);
  }
  return found;
}

test("a run makes way for other work that lasts, and comes back when it is over", async () => {
  const host = new FakeHost();
  const instrument = await chooseInstrument(host);
  host.own = 1.4;
  expect(await rounds(instrument, host, { others: [0.1, 0.6, 0.6] })).toEqual([true, true, false]);
  expect([instrument.spins, host.live]).toEqual([false, 0]);
  expect(await rounds(instrument, host, { others: [0.4, 0.4, 0.4] })).toEqual([false, false, true]);
  expect([instrument.spins, host.live]).toEqual([true, 1]);
  expect(instrument.chosen).toEqual({ kind: "spinning" });
});

test("a run that began beside other work is quieter once that is over", async () => {
  const host = new FakeHost({ others: 1 });
  const instrument = await chooseInstrument(host);
  expect(await rounds(instrument, host, { others: [1, 0, 0, 0] })).toEqual([false, false, false, true]);
  expect(instrument.chosen).toEqual({ kind: "asleep", why: "other-work", otherwise: "spinning" });
});

test("a moment of other work changes nothing", async () => {
  const host = new FakeHost();
  const instrument = await chooseInstrument(host);
  const found = await rounds(instrument, host, { others: [0.9, 0.1, 0.9, 0.4, 1.2, 0] });
  expect(found).toEqual([true, true, true, true, true, true]);
});

test("rounds that are too short to count are put together", async () => {
  const host = new FakeHost();
  const instrument = await chooseInstrument(host);
  const found = await rounds(instrument, host, { others: Array(10).fill(2), ms: 100 });
  expect(found).toEqual([...Array(9).fill(true), false]);
});

test("where a system does not tell whose work it is, what was chosen stays", async () => {
  const host = new FakeHost({ platform: "darwin" });
  const instrument = await chooseInstrument(host);
  expect(await rounds(instrument, host, { others: [2, 2, 2] })).toEqual([true, true, true]);
});

test("an instrument that is given stays as it is", async () => {
  const instrument = new Instrument({ kind: "awake" });
  await instrument.beforeRound();
  expect([instrument.waitsAwake, instrument.spins]).toEqual([true, false]);
});
