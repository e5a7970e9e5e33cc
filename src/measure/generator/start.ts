import { UserError } from "../../errors.ts";
import type { Clock } from "../../host/clock.ts";
import { duration } from "../../metrics/format.ts";
import type { Generator } from "../../plan/generator.ts";
import type { LaunchSpec, Plan } from "../../plan/plan.ts";
import { type ClockOffset, mostApartMs, type RecordGenerators } from "../../record/generators.ts";
import { dateOf } from "../../server/http/date.ts";
import type { RowSet } from "../launch/launch-group.ts";
import type { Alarm } from "../load/alarm.ts";
import type { Progress } from "../progress.ts";
import { clockOffset } from "./clock-offset.ts";
import { preparationMs, Timetable } from "./timetable.ts";

interface Waiting {
  readonly alarm: Alarm;
  readonly signal: AbortSignal;
}

interface Telling {
  readonly progress: Progress;
  readonly warn: (message: string) => void;
  readonly delay: (ms: number, signal: AbortSignal) => Promise<void>;
}

interface Clocks {
  readonly clock: Clock;
  /** The clock that all generators go by. */
  readonly now: () => Date;
}

/** Requests that compare clocks end so long before the start. */
const reserveMs = 1_000;

/** The run as one of several generators: when it begins, by the clock of this machine, and whether that clock can be believed. */
export class GeneratorRun {
  readonly timetable: Timetable;
  readonly generator: Generator;
  /** Time of the start by the monotonic clock. */
  readonly startedAt: number;
  readonly #clocks: Clocks;
  readonly #server: LaunchSpec | undefined;
  /** Difference of the two clocks of this machine. */
  readonly #apart: number;
  #offset: ClockOffset | undefined;

  /** Throws UserError where the start has passed. */
  constructor(plan: Plan & { readonly generator: Generator }, clocks: Clocks) {
    const { generator } = plan;
    this.timetable = new Timetable(plan);
    this.#server = plan.arms[0]?.launch;
    this.generator = generator;
    this.#clocks = clocks;
    this.#apart = apart(clocks);
    this.startedAt = Date.parse(generator.startAt) - this.#apart;
    const late = clocks.clock.now() - this.startedAt;
    if (late > 0)
      throw new UserError(`the start of all generators, ${generator.startAt}, was ${seconds(late)} ago`, {
        where: nameOf(generator),
        fix: "start all of them again, with a later --start-at",
      });
  }

  /** Since the start. */
  get elapsedMs(): number {
    return Math.max(0, this.#clocks.clock.now() - this.startedAt);
  }

  /** What the record says of it. */
  get recorded(): RecordGenerators {
    const { index, count, startAt } = this.generator;
    return { kind: "one", index, count, startAt, clock: this.#offset };
  }

  /** Compares the clock of this machine with that of the server meanwhile. */
  async waitForStart({ progress, warn, ...context }: Waiting & Telling): Promise<void> {
    const { clock } = this.#clocks;
    const { startAt } = this.generator;
    const name = `waiting until ${startAt}, when all generators begin; their rounds take ${duration(this.timetable.endMs)}`;
    const { url, tls } = this.#server ?? {};
    const from = clock.now();
    progress({ kind: "stage", name });
    this.#offset = await clockOffset({
      ...context,
      now: () => this.#clocks.now().getTime(),
      readDate: async () => (URL.canParse(url ?? "") ? dateOf(new URL(url ?? ""), tls) : undefined),
      until: Date.parse(startAt) - reserveMs,
    });
    if (!this.#offset) warn("the server does not tell the time, or not one: the clocks of generators are not compared");
    await this.#until(0, context);
    progress({ kind: "stage", name, durationMs: clock.now() - from });
    this.checkClock();
  }

  /** Waits until it is time to open sessions for a row, to set it up and to warm up: before that, they would lie idle. */
  async prepare(set: RowSet, { index, ...context }: Waiting & { readonly index: number }): Promise<void> {
    const [first] = this.timetable.of(set, index);
    if (first) await this.#until(first.startMs - preparationMs, context);
  }

  /** Waits for the time at which a block begins. Throws UserError where that has passed by more than generators may be apart. */
  async begin({ startMs, what }: { readonly startMs: number; readonly what: string }, context: Waiting): Promise<void> {
    await this.#until(startMs, context);
    const late = this.#clocks.clock.now() - this.startedAt - startMs;
    if (late > mostApartMs)
      throw new UserError(`${what} began ${seconds(late)} late`, {
        where: nameOf(this.generator),
        expected: `at most ${mostApartMs} ms after the time at which all generators begin`,
        fix: "give sessions, set-up and warm-up more time by `cooldown`, and each generator a core to spare",
      });
  }

  async #until(startMs: number, { alarm, signal }: Waiting): Promise<void> {
    signal.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const abort = (): void => {
        cancel();
        reject(signal.reason);
      };
      const cancel = alarm(this.startedAt + startMs, () => {
        signal.removeEventListener("abort", abort);
        resolve();
      });
      signal.addEventListener("abort", abort, { once: true });
    });
  }

  /** Throws UserError where the clock of this machine was set since the beginning: it had told another time than the others'. */
  checkClock(): void {
    const jump = apart(this.#clocks) - this.#apart;
    if (Math.abs(jump) <= mostApartMs) return;
    throw new UserError(`the clock of this machine jumped by ${seconds(jump)} during the run`, {
      where: nameOf(this.generator),
      fix: "let NTP set it before generators begin, and run all of them again",
    });
  }
}

function apart({ now, clock }: Clocks): number {
  return now().getTime() - clock.now();
}

function nameOf({ index, count }: Generator): string {
  return `generator ${index} of ${count}`;
}

function seconds(ms: number): string {
  return `${Number((ms / 1000).toPrecision(3))} s`;
}
