import type { RecordInstrument } from "../../record/instrument.ts";
import type { Spinners } from "./spinners.ts";

/*
 * A machine that does nothing else disturbs a measurement most by what it does to save power: a core that sleeps takes a while
 * to wake, and how long differs from launch to launch. Servers run wherever the system puts them: on fewer cores than there
 * are they would start other numbers of threads, and be others than those that are meant.
 */

/** Times of the cores that this process may use, in ms. */
export interface CpuTimes {
  readonly at: number;
  /** Time of this process and, on Linux, of all that it started. */
  readonly ownMs: number;
  /** Time of everything but the spinners. */
  readonly allMs: number;
}

/** Facts about a machine, and what can be tried on it. */
export interface Host {
  readonly platform: NodeJS.Platform;
  readonly cores: readonly number[];
  readonly hasTools: boolean;
  /** Cores' worth of time; infinite without a limit. */
  readonly quota: number;
  readonly onBattery: boolean;
  readonly cpuTimes: () => CpuTimes;
  readonly wait: (ms: number) => Promise<void>;
  readonly spin: () => Promise<Spinners | undefined>;
  /** Returns the ratio of the time that computing takes beside the spinners to that without them. */
  readonly slowdown: (spinners: Spinners) => number;
}

/** Cores that harness and server need, with what little a quiet machine does beside. */
const neededCores = 1.5;

/** A spinner on each of more cores would heat a large machine for one server. */
const mostCores = 8;

/** Spinners that share more of a core than this with what is measured do harm. */
const mostSlowdown = 1.1;

/** Times that readings are apart, at the start and between rounds: the system counts in ticks of 10 ms. */
const leastMs = { atStart: 100, between: 500 };

/** Readings at the start, of which one has to be quiet: a build may just have ended. */
const mostReadings = 8;

/** Readings in a row after which a run changes what it does. */
const inRow = { busy: 2, quiet: 3 };

interface Chosen extends RecordInstrument {
  readonly spinners?: Spinners;
}

/** Keeps a machine quiet while it measures, in the same way for all arms. */
export class Instrument implements Disposable {
  /** Choice at the start, as the record keeps it. */
  readonly chosen: RecordInstrument;
  /** Machine that is watched for other work; absent: nothing changes. */
  readonly #host: Host | undefined;
  #now: Chosen;
  #since: CpuTimes | undefined;
  #last = { isQuiet: true, inRow: 0 };

  constructor({ spinners, ...chosen }: Chosen, host?: Host) {
    this.chosen = chosen;
    this.#host = host;
    this.#now = spinners ? { ...chosen, spinners } : chosen;
    this.#since = host?.cpuTimes();
  }

  /** True where the reply to a single request in flight is waited for awake. */
  get waitsAwake(): boolean {
    return this.#now.kind !== "asleep";
  }

  get spins(): boolean {
    return this.#now.spinners !== undefined;
  }

  /** Makes way for other work that lasts, and comes back when it is over. */
  async beforeRound(): Promise<void> {
    const now = this.#host?.cpuTimes();
    if (!this.#host || !this.#since || !now || now.at - this.#since.at < leastMs.between) return;
    const isQuiet = hasSpareCore(this.#host, { from: this.#since, to: now });
    this.#since = now;
    this.#last = { isQuiet, inRow: isQuiet === this.#last.isQuiet ? this.#last.inRow + 1 : 1 };
    if (isQuiet === this.waitsAwake || this.#last.inRow < inRow[isQuiet ? "quiet" : "busy"]) return;
    this[Symbol.dispose]();
    this.#now = isQuiet ? await quietest(this.#host) : { kind: "asleep" };
    this.#since = this.#host.cpuTimes();
  }

  [Symbol.dispose](): void {
    this.#now.spinners?.[Symbol.dispose]();
    const { spinners: _ended, ...rest } = this.#now;
    this.#now = rest;
  }
}

/** Finds out, mostly in a quarter of a second, how quiet a machine can be made. */
export async function chooseInstrument(host: Host): Promise<Instrument> {
  if (host.cores.length < 2 || host.quota < neededCores) return new Instrument({ kind: "asleep", why: "one-core" });
  // Elsewhere the work of servers cannot be told from that of others.
  const watched = host.platform === "linux" ? host : undefined;
  if (!(await isQuiet(host))) {
    const otherwise = whyNotSpin(host) ? "awake" : "spinning";
    return new Instrument({ kind: "asleep", why: "other-work", otherwise }, watched);
  }
  return new Instrument(await quietest(host), watched);
}

async function quietest(host: Host): Promise<Chosen> {
  const why = whyNotSpin(host);
  if (why) return { kind: "awake", why };
  const spinners = await host.spin();
  // Both depend on the moment: the runs of one machine are filed under the same key all the same.
  if (!spinners) return { kind: "awake", why: "refused", otherwise: "spinning" };
  if (host.slowdown(spinners) <= mostSlowdown) return { kind: "spinning", spinners };
  spinners[Symbol.dispose]();
  return { kind: "awake", why: "slower", otherwise: "spinning" };
}

function whyNotSpin({ platform, hasTools, quota, onBattery, cores }: Host): RecordInstrument["why"] {
  if (platform !== "linux") return "platform";
  if (!hasTools) return "no-tools";
  if (quota < Number.POSITIVE_INFINITY) return "quota";
  if (onBattery) return "battery";
  return cores.length > mostCores ? "many-cores" : undefined;
}

async function isQuiet(host: Host): Promise<boolean> {
  for (let reading = 0; reading < mostReadings; reading++) {
    const from = host.cpuTimes();
    await host.wait(leastMs.atStart);
    if (hasSpareCore(host, { from, to: host.cpuTimes() })) return true;
  }
  return false;
}

function hasSpareCore({ cores }: Host, { from, to }: { readonly from: CpuTimes; readonly to: CpuTimes }): boolean {
  const otherMs = to.allMs - from.allMs - (to.ownMs - from.ownMs);
  return cores.length - otherMs / (to.at - from.at) >= neededCores;
}
