import { someOf } from "../../base/some-of.ts";
import { type MetricId, metric } from "../../metrics/metric.ts";
import type { Outlook } from "../../plan/outlook.ts";
import type { Arm, Plan, Row } from "../../plan/plan.ts";
import type { RecordRound, RunRecord } from "../../record/record.ts";
import type { Stop } from "../../record/stop.ts";
import type { Context, RunContext } from "../context.ts";
import type { Instrument } from "../instrument/instrument.ts";
import { mostlyWait, timesOfLaunch } from "../launch/launch-arm.ts";
import { sharedRows } from "../launch/launch-group.ts";
import { loadTokenizer } from "../launch/tokenizer.ts";
import { ToolLists } from "../launch/tool-lists.ts";
import { unseenMetrics } from "../logs/server-logs.ts";
import { LeakCheck } from "../memory/leak-check.ts";
import type { Pass } from "../pass.ts";
import { enter } from "../phase.ts";
import { type Checkouts, Programs } from "../program/programs.ts";
import type { RunWarnings } from "../progress.ts";
import { loadBetween, readMachineLoad } from "../resources/processor-time.ts";
import { CallsOfRound } from "../row/calls-of-round.ts";
import { assertMeasured, buildRecord, type RunFacts } from "./build-record.ts";
import { leakCheckMs } from "./leak-check-rounds.ts";
import { tooShort } from "./least-time.ts";
import { runRound } from "./round.ts";
import { causeOf, interrupted, stopAtMinimum, stopByAbort, whyFutile } from "./stop-reasons.ts";
import { isBudgetSpent, type TimeBudgetSpent } from "./time-budget.ts";

export interface RunParts extends RunFacts {
  readonly context: Context;
  /** Findings of the probe for the record, and arms that did not answer when they were asked for their protocol. */
  readonly found: Pick<RunRecord, "skipped" | "coldStart" | "coverage"> & { readonly silent: ReadonlySet<string> };
  /** Start of the run, by its clock and by the calendar. */
  readonly began: { readonly at: number; readonly date: Date };
  readonly warnings: RunWarnings;
  readonly instrument: Instrument;
  /** Under the policy `auto`, asked after every round; it stops a run from `min` on. Without it a run stops at `min`. */
  readonly outlook?: ((soFar: RunRecord) => Outlook | Promise<Outlook>) | undefined;
  readonly passes?: readonly Pass[] | undefined;
  readonly checkouts?: Checkouts | undefined;
}

/** Rounds until there is a reason to stop, and then the passes. `plan`: as the probe found it. Throws as runPlan. */
export async function measureRounds(plan: Plan, parts: RunParts): Promise<RunRecord> {
  const { signal } = parts.context;
  const run = new Run(
    {
      ...parts.context,
      plan,
      countTokens: plan.tokenizer === undefined ? undefined : await loadTokenizer(plan.tokenizer),
      identities: new Map(),
      listed: new ToolLists(),
      programs: new Programs(plan, parts),
    },
    parts,
  );
  try {
    while (run.stop === undefined) await run.measureRound();
    enter("passes after the rounds");
    await run.passOn();
  } catch (error) {
    if (!signal.aborted) throw error;
    run.interrupt(signal.reason);
  }
  run.warnOfUnseen();
  const record = run.record();
  assertMeasured(record);
  return record;
}

/** Rounds after which a base that never started is left out; one that was silent before them has been tried once already. */
const triesOfBase = 2;

/** One run: its finished rounds and why it ended. */
class Run {
  stop: Stop | undefined;
  /** Purpose of the current pass after the rounds. */
  #looksFor = "";
  readonly #context: RunContext;
  readonly #parts: RunParts;
  readonly #leakCheck: LeakCheck;
  readonly #rounds: RecordRound[] = [];
  /** Rows that the next round measures: the others are decided. */
  #open: readonly Row[];
  /** Outlook on the rounds to come, and the number of rounds by which it was made. */
  #outlook: Outlook = {};
  #lookedAfter: number | undefined;
  /** Rounds after which a regression was certain, those of one row alone aside. */
  #certainAfter: number | undefined;
  /** Time of the last round of all undecided rows, without its leak check. */
  #openMs = 0;
  /** Rounds that called one row alone, and how long all of them took. */
  #alone = { rounds: 0, ms: 0 };
  readonly #calls = new CallsOfRound();
  /** True where the arms of the last round whose start-up was timed mostly waited for it. */
  #startsWaiting = false;
  /** True where rows get more or fewer calls than the plan says: stored runs are compared with as many as they had. */
  readonly #addsCalls: boolean;
  #passed: Pick<RunRecord, "profiles"> = {};
  /** Rows that no round has reached when the time was up. */
  #missing: readonly string[] = [];

  constructor(context: RunContext, parts: RunParts) {
    const { plan } = context;
    this.#context = context;
    this.#parts = parts;
    this.#open = plan.rows;
    this.#addsCalls = plan.rounds.kind === "auto" && plan.arms.some(({ side }) => side === "base");
    this.#leakCheck = new LeakCheck(plan, sharedRows(plan.rows, plan.arms));
  }

  async measureRound(): Promise<void> {
    const { clock, progress, plan } = this.#context;
    const index = this.#rounds.length;
    const from = clock.now();
    const { checksMs } = this.#leakCheck.times;
    const { suspect } = this.#outlook;
    // Leaks show in whole launches: until they are decided, launches are made without measuring rows.
    const open = suspect ? [] : this.#open;
    const hasRoundsLeft = (row: Row) => row.rounds === undefined || index < row.rounds;
    const rows = open.filter(hasRoundsLeft);
    const arms = plan.arms.filter((arm) => !this.#neverStarts(arm));
    const before = readMachineLoad(from);
    const { instrument } = this.#parts;
    await instrument.beforeRound();
    const { waitsAwake, spins } = instrument;
    const asksLaunch = this.#isAsked(timesOfLaunch);
    const context = {
      ...this.#context,
      plan: { ...plan, arms },
      index,
      rows,
      callsAll: rows.length > 0 && rows.length === plan.rows.filter(hasRoundsLeft).length,
      calls: this.#addsCalls && arms.length === plan.arms.length ? this.#calls : undefined,
      leakCheckMs: () => this.#leakCheckMs(),
      suspect,
      asksIdle: this.#isAsked(["idle_cpu"]),
      asksLaunch,
      startsInTurns: asksLaunch && !this.#startsWaiting,
      waitsAwake,
    };
    const measured = await runRound(context, this.#leakCheck);
    const load = loadBetween(before, readMachineLoad(clock.now()), { spins });
    const round = { ...measured, machine: { ...load, awake: waitsAwake } };
    enter("judging");
    if (isBudgetSpent(context.signal)) return this.#endInside(round);
    this.#rounds.push(round);
    const durationMs = clock.now() - from;
    if (suspect) this.#alone = { rounds: this.#alone.rounds + 1, ms: this.#alone.ms + durationMs };
    else this.#openMs = durationMs - (this.#leakCheck.times.checksMs - checksMs);
    if (index === 0) this.#warnOfTime(this.#openMs);
    if (asksLaunch) this.#startsWaiting = mostlyWait(arms, round.launches);
    this.#calls.learn(round.launches.flatMap(({ measurements }) => measurements));
    progress({ kind: "round-end", round: index, durationMs, suspect: suspect?.row });
    const stop = await this.#whyStop(index);
    // A row that keeps memory may be suspected before anything can be decided.
    if (plan.rounds.kind === "auto" && this.#rounds.length < plan.rounds.min) await this.#look();
    if (stop) this.#end(stop);
  }

  #warnOfTime(roundMs: number): void {
    const { plan, warn } = this.#context;
    const leftMs = (plan.rounds.timeBudgetMs ?? 0) - this.#elapsedMs();
    const warning = tooShort(plan, { roundMs, leftMs });
    if (warning !== undefined) warn(warning);
  }

  /** Returns why no round follows this one; undefined where one does. */
  async #whyStop(round: number): Promise<Stop | undefined> {
    const { rounds, quick } = this.#context.plan;
    const { kind, min, max, timeBudgetMs } = rounds;
    const done = this.#rounds.length;
    const limit = kind === "fixed" ? min : max;
    // A quick run makes one unless it is asked for more.
    if (quick && limit === 1) return { code: "quick-run" };
    if (done >= limit) return { code: kind === "fixed" ? "rounds-configured" : "rounds-at-limit", rounds: done };
    const nextMs = this.#roundMs + this.#passesMs();
    if (timeBudgetMs !== undefined && this.#elapsedMs() + nextMs > timeBudgetMs)
      return { code: "no-time-for-round", budgetMs: timeBudgetMs, rounds: done };
    return kind === "auto" && done >= min ? this.#decide(round) : undefined;
  }

  /** Tests whether any of these metrics of the server is undecided. */
  #isAsked(ids: readonly MetricId[]): boolean {
    const { server } = this.#outlook;
    return server === undefined || ids.some((id) => server.includes(id));
  }

  /** Ends the run in the middle of a round. Throws the reason where it has nothing to show. */
  #endInside(round: RecordRound): void {
    const { plan, signal, warn } = this.#context;
    const missing = plan.rows.map(({ id }) => id).filter((id) => !isMeasured([...this.#rounds, round], id));
    const { unfinished }: TimeBudgetSpent = signal.reason;
    if (missing.length === plan.rows.length || (unfinished?.isFinal && round.index === 0))
      throw interrupted(signal.reason);
    if (plan.rows.some(({ id }) => isMeasured([round], id))) this.#rounds.push(round);
    this.#end(stopByAbort(signal.reason, round.index));
    this.#missing = missing;
    if (missing.length > 0) warn(`${causeOf(signal.reason)} before these were measured: ${someOf(missing)}`);
    if (unfinished) {
      const where = unfinished.where === undefined ? "" : `${unfinished.where}: `;
      warn(`${where}${unfinished.found} when ${causeOf(signal.reason)}`);
    }
  }

  /** A base that started neither time is not tried in every round: it would take its start-up limit each time. */
  #neverStarts({ id, side }: Arm): boolean {
    const wasSilent = this.#parts.found.silent.has(id);
    if (side !== "base" || this.#rounds.length < (wasSilent ? triesOfBase - 1 : triesOfBase)) return false;
    const launches = this.#rounds.flatMap((round) => round.launches.filter(({ arm }) => arm === id));
    const hasFailed = launches.every(
      ({ failure, metrics }) => failure !== undefined && Object.keys(metrics).length === 0,
    );
    // One of a variant without rows has no launches.
    if (launches.length === 0 || !hasFailed) return false;
    const when = wasSilent ? "neither before the rounds nor in round 1" : `in none of ${triesOfBase} rounds`;
    this.#context.warn(`${id} started ${when}, and is not tried again`);
    return true;
  }

  async passOn(): Promise<void> {
    const { signal, plan } = this.#context;
    const untilMs = this.#parts.began.at + (plan.rounds.timeBudgetMs ?? Number.POSITIVE_INFINITY);
    for (const pass of this.#parts.passes ?? []) {
      if (!pass.isWanted(plan) || signal.aborted) continue;
      this.#looksFor = pass.finds;
      const { regressed = [] } = await this.#look();
      this.#passed = { ...this.#passed, ...(await pass.run({ context: this.#context, regressed, untilMs })) };
    }
  }

  /** Judges the rounds so far: for many rows that takes a while, and is done once. */
  async #look(): Promise<Outlook> {
    const rounds = this.#rounds.length;
    if (this.#lookedAfter === rounds) return this.#outlook;
    const { suspect, ...outlook } = await (this.#parts.outlook ?? stopAtMinimum)(this.record());
    this.#outlook = outlook;
    if (suspect && this.#leakCheck.canCall(suspect.row)) this.#outlook = { ...outlook, suspect };
    else if (suspect && outlook.leak === "decided" && outlook.open?.length === 0)
      this.#outlook = { ...outlook, stop: { code: "decided", of: "gate", rounds } };
    this.#lookedAfter = rounds;
    return this.#outlook;
  }

  /** Decides whether to stop; else leaves decided rows out of the rounds to come. */
  async #decide(round: number): Promise<Stop | undefined> {
    const { stop, open, leak, suspect, mayDecide, fewest = 0 } = await this.#look();
    const end = stop ?? this.#endByRegression();
    if (end) return end;
    const { checked, checksMs } = this.#leakCheck.times;
    const isLeakAlone = leak === "last open" && !suspect;
    const standing = {
      done: this.#rounds.length,
      elapsedMs: this.#elapsedMs(),
      roundMs: this.#roundMs + (isLeakAlone ? checksMs / Math.max(1, checked) : 0),
      fewest,
      isLate: isLeakAlone && checked >= fewest,
      ...(suspect ? {} : { alone: this.#alone }),
    };
    const futile = mayDecide && whyFutile(mayDecide, this.#context.plan.rounds, standing);
    if (futile !== undefined) return futile;
    if (isLeakAlone && this.#leakCheckMs({ afterMs: this.#roundMs }) < this.#leakCheck.leastMs)
      return { code: "no-time-for-leak-check", rounds: this.#rounds.length };
    const before = this.#open;
    // A row may open again: how much evidence it needs depends on the others.
    this.#open = this.#context.plan.rows.filter(({ id }) => open?.includes(id) ?? true);
    const decided = before.filter((row) => !this.#open.includes(row)).map(({ id }) => id);
    if (decided.length > 0) this.#context.progress({ kind: "decided", round, rows: decided, open: this.#open.length });
    return undefined;
  }

  /** Ends a run with a regression: at once where that is asked for, or once the open gates had as many rounds again. */
  #endByRegression(): Stop | undefined {
    const { regressed = [], openGates = 0, fewest = 0 } = this.#outlook;
    const isAtOnce = this.#context.plan.rounds.stop === "first-regression";
    // What is counted, such as a removed tool, is often meant so and accepted: then the other gates have to be decided.
    const isCertain = regressed.some(({ metric: id }) => isAtOnce || metric(id).kind === "noisy");
    const rounds = this.#rounds.length - this.#alone.rounds;
    this.#certainAfter = isCertain ? (this.#certainAfter ?? rounds) : undefined;
    const certain = this.#certainAfter;
    if (certain === undefined || openGates === 0) return undefined;
    if (!isAtOnce && rounds < 2 * Math.max(certain, fewest)) return undefined;
    return { code: "first-regression", rounds, certain, openGates };
  }

  /** Ends the run with what is finished. Throws UserError when that is nothing. */
  interrupt(reason: unknown): void {
    if (this.#rounds.length === 0) throw interrupted(reason);
    if (this.stop) {
      const cause = causeOf(reason);
      const why = isBudgetSpent(this.#context.signal) ? cause : `the run was interrupted (${cause})`;
      this.#context.warn(`${this.#looksFor} is unknown: ${why}`);
    } else this.#end(stopByAbort(reason, this.#rounds.length));
  }

  #end(stop: Stop): void {
    this.stop = stop;
    this.#context.progress({ kind: "stop", stop });
  }

  record(): RunRecord {
    const { began, found, warnings } = this.#parts;
    const { plan } = this.#context;
    const missing = plan.rows.filter(({ id }) => this.#missing.includes(id));
    const rows = plan.rows.filter((row) => !missing.includes(row));
    const skipped = missing.map(({ id }) => ({ benchmark: id, reason: "the time budget ended before" }));
    return buildRecord({ ...this.#context, plan: { ...plan, rows } }, this.#parts, {
      createdAt: began.date.toISOString(),
      resourceMethod: this.#context.resources.method,
      rounds: [...this.#rounds],
      ...this.#passed,
      coldStart: found.coldStart,
      coverage: found.coverage,
      stop: this.stop ? [this.stop] : [],
      skipped: [...found.skipped, ...skipped],
      warnings: warnings.list(),
    });
  }

  /** Time of a further round, without its leak check. */
  get #roundMs(): number {
    const { rounds, ms } = this.#alone;
    return this.#outlook.suspect && rounds > 0 ? ms / rounds : this.#openMs;
  }

  #elapsedMs(): number {
    return this.#context.clock.now() - this.#parts.began.at;
  }

  #passesMs(): number {
    const { plan } = this.#context;
    const { regressed = [] } = this.#outlook;
    const wanted = (this.#parts.passes ?? []).filter((pass) => pass.isWanted(plan));
    return wanted.reduce((sum, pass) => sum + pass.expectedMs(plan, regressed), 0);
  }

  /** `afterMs`: until the next one is due. */
  #leakCheckMs({ afterMs = 0 } = {}): number {
    return leakCheckMs(this.#context.plan, {
      ...this.#leakCheck.times,
      ...this.#outlook,
      done: this.#rounds.length - this.#alone.rounds,
      elapsedMs: this.#elapsedMs() + afterMs,
      roundMs: this.#roundMs,
    });
  }

  warnOfUnseen(): void {
    const { plan } = this.#context;
    const unseen = unseenMetrics(plan.serverMetrics ?? [], this.#rounds);
    for (const warning of [...unseen, ...this.#leakCheck.leftOut()]) this.#parts.warnings.add(warning);
  }
}

function isMeasured(among: readonly RecordRound[], id: string): boolean {
  return among.some(({ launches }) => launches.some(({ measurements }) => measurements.some(({ row }) => row === id)));
}
