import { setTimeout as wait } from "node:timers/promises";
import type { Outlook } from "../../plan/outlook.ts";
import type { Arm, Plan, Row } from "../../plan/plan.ts";
import type { RecordLoadPass } from "../../record/load-pass.ts";
import type { RecordRound, RunRecord } from "../../record/record.ts";
import type { RecordTool } from "../../record/tools.ts";
import { launchServer } from "../../server/open.ts";
import type { ServerIdentity } from "../../server/protocol/session.ts";
import { sharedRows } from "../launch/launch-group.ts";
import { KeptControl } from "../launch/shared-control.ts";
import type { CountTokens } from "../launch/tokenizer.ts";
import { unseenMetrics } from "../logs/server-logs.ts";
import { Soak } from "../memory/leak-check.ts";
import { soaks } from "../memory/leak-check-rounds.ts";
import { passLoads } from "../memory/load-pass.ts";
import type { Probe } from "../probe/probe.ts";
import { type ResourceReader, resourceReader } from "../resources/resources.ts";
import { buildRecord } from "./build-record.ts";
import { type RoundContext, runRound } from "./round.ts";
import type { RunDependencies } from "./run-plan.ts";
import type { RunWarnings } from "./run-warnings.ts";
import { causeOf, interrupted, rounds, stopAtMinimum, whyStop } from "./stopping.ts";

/** What the probe found, and the arms that are launched in the rounds. */
interface Found extends Pick<Probe, "rows" | "skipped" | "coldStart"> {
  readonly arms: readonly Arm[];
}

export interface Probed {
  readonly plan: Plan;
  readonly found: Found;
}

export interface Dependencies extends RunDependencies {
  /** When the run began, by its clock and by the calendar. */
  readonly began: { readonly at: number; readonly date: Date };
  readonly warnings: RunWarnings;
}

/** One run: its finished rounds and why it ended. */
export class Run {
  stopReason: string | undefined;
  readonly #plan: Plan;
  readonly #found: Found;
  readonly #dependencies: Dependencies;
  readonly #resources: ResourceReader;
  readonly #identities = new Map<string, ServerIdentity>();
  readonly #control = new KeptControl();
  readonly #tools = new Map<string, readonly RecordTool[]>();
  readonly #countTokens: CountTokens | undefined;
  readonly #soak: Soak;
  readonly #rounds: RecordRound[] = [];
  /** Those the next round measures: the others are decided. */
  #open: readonly Row[];
  /** Of the next rounds, as far as it is known. */
  #outlook: Partial<Outlook> = {};
  /** How long the last round took, without the calls that look for leaks. */
  #roundMs = 0;
  #loadPasses: RecordLoadPass[] = [];

  constructor({ plan, found }: Probed, dependencies: Dependencies & Pick<RoundContext, "countTokens">) {
    this.#plan = { ...plan, arms: found.arms };
    this.#found = found;
    this.#open = found.rows;
    this.#dependencies = dependencies;
    this.#countTokens = dependencies.countTokens;
    this.#resources = dependencies.resources ?? resourceReader(process.platform);
    this.#soak = new Soak(this.#plan, sharedRows(found.rows, found.arms));
  }

  async measureRound(): Promise<void> {
    const { clock, progress, began } = this.#dependencies;
    const { arms, rounds } = this.#plan;
    const round = this.#rounds.length;
    const from = clock.now();
    const { soaksMs } = this.#soak.times;
    progress({ kind: "round-start", round, rounds: rounds.max, arms: arms.map(({ id }) => id) });
    this.#rounds.push(await runRound(round, this.#roundContext()));
    const durationMs = clock.now() - from;
    const elapsedMs = clock.now() - began.at;
    this.#roundMs = durationMs - (this.#soak.times.soaksMs - soaksMs);
    progress({ kind: "round-end", round, durationMs, elapsedMs });
    this.stopReason = await whyStop(this.#rounds.length, this.#plan.rounds, {
      elapsedMs,
      nextMs: this.#roundMs,
      decide: () => this.#decide(round),
    });
    if (this.stopReason !== undefined) progress({ kind: "stop", reason: this.stopReason });
  }

  async passLoads(): Promise<void> {
    this.#loadPasses = await passLoads(this.#roundContext());
  }

  /** Why to stop; else leaves what is decided out of the rounds to come. */
  async #decide(round: number): Promise<string | undefined> {
    this.#outlook = await (this.#dependencies.outlook ?? stopAtMinimum)(this.record());
    const { more, reason, open, leak } = this.#outlook;
    if (!more) return reason;
    if (leak === "last open" && !this.#soaks())
      return `no room for more calls that tell of memory they keep: ${reason}`;
    const before = this.#open;
    this.#open = open === undefined ? this.#found.rows : before.filter(({ id }) => open.includes(id));
    const decided = before.filter((row) => !this.#open.includes(row)).map(({ id }) => id);
    if (decided.length > 0)
      this.#dependencies.progress({ kind: "decided", round, rows: decided, open: this.#open.length });
    return undefined;
  }

  /** Ends the run with what is finished. Throws UserError when that is nothing. */
  interrupt(reason: unknown): void {
    if (this.#rounds.length === 0) throw interrupted(reason);
    const cause = causeOf(reason);
    if (this.stopReason !== undefined) {
      this.#dependencies.warnings.add(`memory during the load is not known: the run was interrupted (${cause})`);
      return;
    }
    this.stopReason = `interrupted (${cause}) after ${rounds(this.#rounds.length)}`;
    this.#dependencies.warnings.add(`the run was ${this.stopReason}; the round under way was dropped`);
  }

  /** Stops what outlives a round. */
  async end(): Promise<void> {
    await this.#control.stop();
  }

  record(): RunRecord {
    return buildRecord(this.#plan, {
      ...this.#dependencies,
      createdAt: this.#dependencies.began.date.toISOString(),
      resourceMethod: this.#resources.method,
      identities: this.#identities,
      tools: this.#tools,
      rows: this.#found.rows,
      rounds: [...this.#rounds],
      loadPasses: this.#loadPasses,
      ...(this.#found.coldStart ? { coldStart: this.#found.coldStart } : {}),
      stopReason: this.stopReason ?? "not stopped yet",
      skipped: this.#found.skipped,
      warnings: this.#dependencies.warnings.list(),
    });
  }

  #soaks(): boolean {
    const { clock, began } = this.#dependencies;
    return soaks(this.#plan, {
      ...this.#soak.times,
      ...this.#outlook,
      done: this.#rounds.length,
      elapsedMs: clock.now() - began.at,
      roundMs: this.#roundMs,
    });
  }

  #roundContext(): RoundContext {
    const { clock, signal, progress, launch = launchServer, delay = defaultDelay } = this.#dependencies;
    const { alarm, warnings } = this.#dependencies;
    return {
      arms: this.#plan.arms,
      rows: this.#found.rows,
      open: this.#open,
      seed: this.#plan.seed,
      cooldownMs: this.#plan.cooldownMs,
      launch,
      clock,
      signal,
      resources: this.#resources,
      soak: this.#soak,
      soaks: this.#soaks(),
      delay,
      control: this.#control,
      ...(alarm ? { alarm } : {}),
      serverMetrics: this.#plan.serverMetrics,
      countTokens: this.#countTokens,
      listed: (arm, tools) => void this.#tools.set(arm, tools),
      progress,
      warn: (message, news) => warnings.add(message, news),
      identify: (arm, server) => void this.#identities.set(arm, server),
    };
  }

  warnOfUnseen(): void {
    const { warnings } = this.#dependencies;
    const unseen = unseenMetrics(this.#plan.serverMetrics ?? [], this.#rounds);
    for (const message of [...unseen, ...this.#soak.leftOut(this.#found.rows)]) warnings.add(message);
  }
}

function defaultDelay(ms: number, signal: AbortSignal): Promise<void> {
  return wait(ms, undefined, { signal });
}
