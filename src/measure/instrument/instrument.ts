import type { RecordInstrument } from "../../record/instrument.ts";
import type { Spinners } from "./spinners.ts";

/*
 * A machine that does nothing else disturbs a measurement most by what it does to save power: a core that sleeps takes a while
 * to wake, and how long differs from launch to launch. Servers run wherever the system puts them: on fewer cores than there
 * are they would start other numbers of threads, and be others than those that are meant.
 */

/** Times of the cores that this process may use. */
export interface CpuTimes {
  readonly at: number;
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

/** Times without calls are put together until they are as long: the system counts in ticks of up to 10 ms. */
const leastMs = 100;

/** Readings in a row that find other work before a run gives in to it. */
const manyBusy = 2;

/** Keeps a machine quiet while it measures: chosen once, the same for all arms. */
export class Instrument implements Disposable {
  readonly #host: Pick<Host, "cpuTimes" | "cores" | "quota"> | undefined;
  readonly #chosen: RecordInstrument;
  #spinners: Spinners | undefined;
  #now: RecordInstrument["kind"];
  #since: CpuTimes | undefined;
  #between = { ms: 0, otherMs: 0 };
  #busy = 0;

  /** `host`: watched for other work; absent: nothing changes. */
  constructor(chosen: RecordInstrument, { host, spinners }: { host?: Host; spinners?: Spinners | undefined } = {}) {
    this.#chosen = chosen;
    this.#now = chosen.kind;
    this.#host = host;
    this.#spinners = spinners;
  }

  /** As the record keeps it. */
  get chosen(): RecordInstrument {
    return this.#chosen;
  }

  /** True where the reply to a single request in flight is waited for awake. */
  get waitsAwake(): boolean {
    return this.#now !== "asleep";
  }

  /** Part of the load average that is of spinners; undefined where there are none. */
  get spinnersLoad(): number | undefined {
    return this.#spinners?.load;
  }

  /** Servers have ended: what works from now on is the harness or none of this run. */
  pause(): void {
    if (this.waitsAwake) this.#since = this.#host?.cpuTimes();
  }

  /** Before servers start. Gives in to other work for the rest of the run: a machine that is shared is seldom quiet for long. */
  resume(): void {
    const { ms, otherMs } = this.#between;
    const now = this.#since && this.#host?.cpuTimes();
    if (!this.#host || !this.#since || !now) return;
    this.#between = { ms: ms + now.at - this.#since.at, otherMs: otherMs + otherWork(this.#since, now) };
    this.#since = undefined;
    if (this.#between.ms < leastMs) return;
    this.#busy = hasSpareCore(this.#host, this.#between) ? 0 : this.#busy + 1;
    this.#between = { ms: 0, otherMs: 0 };
    if (this.#busy < manyBusy) return;
    this.#now = "asleep";
    this[Symbol.dispose]();
  }

  [Symbol.dispose](): void {
    this.#spinners?.[Symbol.dispose]();
    this.#spinners = undefined;
  }
}

/** Finds out, in less than a second, how quiet a machine can be made. */
export async function chooseInstrument(host: Host): Promise<Instrument> {
  if (host.cores.length < 2 || host.quota < neededCores) return new Instrument({ kind: "asleep", why: "one-core" });
  const before = host.cpuTimes();
  await host.wait(leastMs);
  const after = host.cpuTimes();
  if (!hasSpareCore(host, { ms: after.at - before.at, otherMs: otherWork(before, after) }))
    return new Instrument({ kind: "asleep", why: "other-work" });
  const why = whyNotSpin(host);
  if (why) return new Instrument({ kind: "awake", why }, { host });
  const spinners = await host.spin();
  if (!spinners) return new Instrument({ kind: "awake", why: "refused" }, { host });
  if (host.slowdown(spinners) <= mostSlowdown) return new Instrument({ kind: "spinning" }, { host, spinners });
  spinners[Symbol.dispose]();
  return new Instrument({ kind: "awake", why: "slower" }, { host });
}

function whyNotSpin({ platform, hasTools, quota, onBattery, cores }: Host): RecordInstrument["why"] {
  if (platform !== "linux") return "platform";
  if (!hasTools) return "no-tools";
  if (quota < Number.POSITIVE_INFINITY) return "quota";
  if (onBattery) return "battery";
  return cores.length > mostCores ? "many-cores" : undefined;
}

function otherWork(from: CpuTimes, to: CpuTimes): number {
  return Math.max(0, to.allMs - from.allMs - (to.ownMs - from.ownMs));
}

function hasSpareCore({ cores }: Pick<Host, "cores">, { ms, otherMs }: { ms: number; otherMs: number }): boolean {
  return cores.length - otherMs / ms >= neededCores;
}
