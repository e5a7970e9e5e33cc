import { mean } from "simple-statistics";
import { collectGarbage } from "../../base/host/garbage.ts";
import { timeLimit } from "../../base/time-limit.ts";
import { summaryOf } from "../../errors.ts";
import { batchSizeOf } from "../../model/load.ts";
import { hasSingleResults } from "../../model/operation.ts";
import { placeOf, type Row } from "../../plan/plan.ts";
import type { RecordRestart, RecordSessions } from "../../record/launch.ts";
import type { RecordMeasurement } from "../../record/record.ts";
import type { RowWatch } from "../companion.ts";
import type { LaunchContext } from "../context.ts";
import type { RunningArm } from "../launch/running-arm.ts";
import type { CountTokens } from "../launch/tokenizer.ts";
import { type ArmUsage, cpuBetween, type RowReadings } from "../launch/usage.ts";
import { type LoadRunner, loadRunner, type RunnerOptions, warmUpLoad } from "../load/load-runner.ts";
import type { LoopResult } from "../load/loop-result.ts";
import { BodySample, NetworkTally } from "../load/network.ts";
import type { Classifier } from "../load/outcome.ts";
import { Recorder } from "../load/recorder.ts";
import { parseReply, resultText } from "../load/reply.ts";
import { LostConnections } from "../load/responsiveness.ts";
import { ServerLogs } from "../logs/server-logs.ts";
import { MemoryWatch } from "../memory/memory-watch.ts";
import type { SessionArm } from "../memory/session-check.ts";
import type { SchemaCheck } from "../replies/output-schema.ts";
import { complaintOf, unaskedCheck } from "../replies/schema-checks.ts";
import { placeBlame } from "../run/time-budget.ts";
import { FreshSessionWire } from "../wires/fresh-session-wire.ts";
import { type CallOptions, type Calls, openCalls } from "./calls.ts";

interface Opened {
  readonly calls: Calls;
  readonly context: LaunchContext;
  /** Schema check of a row without a configuration. */
  readonly ownSchema: SchemaCheck | undefined;
  /** Those of companions. */
  readonly watches: readonly RowWatch[];
}

/** Replies that are looked at per row, arm and round, and their bytes in all. */
const repliesRead = { bodies: 8, bytes: 2 ** 20 };

/**
 * Replies after which garbage is collected between two blocks. Left to itself the engine lets it grow to hundreds of megabytes,
 * and collects it while requests are timed. Fewer would cost more than they save: compiled code refers to objects of the blocks
 * before and is thrown away with them, so that the next thousands of requests run in slow code.
 */
const repliesPerCollection = 50_000;

/** Readings around all blocks of the row, and what sessions leave with the server of each arm. */
interface RowEnd {
  readonly before: Awaited<ReturnType<RowReadings["before"]>>;
  readonly after: ArmUsage;
  readonly sessions: ReadonlyMap<RunningArm, RecordSessions>;
}

/** One row on one arm in one round. */
export class ArmRun implements AsyncDisposable {
  readonly #row: Row;
  readonly #running: RunningArm;
  readonly #context: LaunchContext;
  readonly #calls: Calls;
  readonly #runner: LoadRunner;
  readonly #recorder: Recorder;
  readonly #losses: LostConnections;
  readonly #network: NetworkTally | undefined;
  readonly #logs: ServerLogs | undefined;
  readonly #countTokens: CountTokens | undefined;
  readonly #ownSchema: SchemaCheck | undefined;
  readonly #watches: readonly RowWatch[];
  readonly #sample = new BodySample(repliesRead);
  readonly #memory: MemoryWatch | undefined;
  #blocks = 0;
  /** Replies since the last collection of garbage. */
  #replies = 0;
  #warmUpCalls = 0;
  #firstCallMs: number | undefined;
  #gaveUp = false;
  #restart: RecordRestart | undefined;

  private constructor(row: Row, running: RunningArm, { calls, context, ownSchema, watches }: Opened) {
    const { countTokens, plan } = context;
    this.#row = row;
    this.#running = running;
    this.#context = context;
    this.#calls = calls;
    this.#losses = new LostConnections(calls.wire);
    this.#network = calls.network && new NetworkTally(calls.network);
    const hasResults = hasSingleResults(row.operation);
    this.#countTokens = hasResults ? countTokens : undefined;
    this.#ownSchema = ownSchema;
    this.#watches = watches;
    this.#logs = ServerLogs.of(running, plan.serverMetrics ?? [], context);
    this.#runner = loadRunner(row.load, this.#measuredOptions());
    this.#recorder = new Recorder(row.id, calls);
    this.#memory = MemoryWatch.of(running, { ...context, isClose: row.readsMemory });
  }

  /** Opens what the row needs on an arm. A failure is recorded. */
  static async open(
    row: Row,
    running: RunningArm,
    { context, captures }: CallOptions & { readonly context: LaunchContext },
  ): Promise<ArmRun | undefined> {
    let calls: Calls | undefined;
    try {
      const ownSchema = await unaskedCheck(row, running, context);
      calls = await openCalls(row, running, { context, captures });
      const companions = context.companions ?? [];
      const watching = await Promise.all(companions.map((one) => one.watch({ running, row, round: context.index })));
      const watches = watching.filter((watch) => watch !== undefined);
      return new ArmRun(row, running, { calls, context, ownSchema, watches });
    } catch (error) {
      await calls?.[Symbol.asyncDispose]();
      context.signal.throwIfAborted();
      recordFailedStart(row, running, { error, context });
      return undefined;
    }
  }

  /** Undefined where its calls open no sessions, or there is nothing to check. */
  get ofSessions(): SessionArm | undefined {
    const { wire } = this.#calls;
    if (!(wire instanceof FreshSessionWire) || !this.#isMeasured) return undefined;
    return { running: this.#running, row: this.#row, calls: this.#calls, wire };
  }

  /**
   * False once the server is gone, or has left several calls in a row unanswered, so that more would only take time; and
   * once a search is over.
   */
  get inPlay(): boolean {
    const { search } = this.#runner;
    const isSearching = search === undefined || search.rate !== undefined;
    return this.#running.failure === undefined && !this.#gaveUp && isSearching;
  }

  /** True where there was a block, and more may be asked of the server. */
  get #isMeasured(): boolean {
    return this.#blocks > 0 && this.inPlay;
  }

  /**
   * The first of the warm-up calls is made alone: where nothing on this launch has asked the same before, its time is kept.
   * Returns a measurement of the others, if there were any.
   */
  async warmUp(calls: number): Promise<RecordMeasurement | undefined> {
    const { operation } = this.#row;
    if (calls === 0) return undefined;
    const first = await this.#sendWarmUp(1);
    if (this.#running.isFirstCallOf(`${operation.method} ${operation.target}`)) {
      const { latencies } = new Recorder(this.#row.id, this.#calls).addBlock(0, first);
      if (latencies.count > 0) this.#firstCallMs = latencies.median;
    }
    this.#passOver(first);
    if (!this.inPlay || calls === 1) return undefined;
    const others = await this.#sendWarmUp(calls - 1);
    const recorder = new Recorder(this.#row.id, this.#calls);
    recorder.addBlock(0, others);
    this.#passOver(others);
    return recorder.measurement();
  }

  #sendWarmUp(calls: number): Promise<LoopResult> {
    const runner = loadRunner(warmUpLoad({ ...this.#row.load, warmup: calls }), this.#runnerOptions());
    runner.prepare(calls);
    return this.#placed(runner.run());
  }

  #passOver(result: LoopResult): void {
    this.#warmUpCalls += result.sent;
    this.#calls.parts?.skip();
    this.#calls.observer?.skip();
    this.#giveUpIfLost(result);
  }

  /** Before a block, outside of what is timed. */
  async prepare(amount: number): Promise<void> {
    const { signal } = this.#context;
    try {
      await this.#running.renewToken(signal);
      await this.#calls.renew?.();
    } catch (error) {
      signal.throwIfAborted();
      this.#running.giveUp(`before ${this.#row.id}: ${summaryOf(error)}`);
      return;
    }
    this.#runner.prepare(amount);
    await this.#logs?.begin();
    await this.#memory?.prepare();
    this.#network?.begin();
    for (const watch of this.#watches) await watch.begin();
  }

  /** Sends a block; what is timed. */
  send(): Promise<LoopResult> {
    this.#memory?.begin();
    return this.#placed(this.#runner.run()).finally(() => this.#memory?.end());
  }

  async #placed(result: Promise<LoopResult>): Promise<LoopResult> {
    try {
      return await result;
    } catch (error) {
      placeBlame(this.#context.signal, placeOf(this.#row));
      throw error;
    }
  }

  /** After a block, outside of what is timed. `position`: among the blocks of all arms in the round. */
  async record(result: LoopResult, position: number): Promise<void> {
    await this.#logs?.end();
    this.#network?.end(result);
    for (const { body } of result.answers) this.#sampleReply(body);
    if (this.#memory) this.#recorder.addMemory(await this.#memory.readings(result));
    const ended = result.answers.length + (result.further?.outcomes.total ?? 0) + result.failures.total;
    const faults = await Promise.all(this.#watches.map((watch) => watch.end(ended)));
    const fault = faults.find((one) => one !== undefined);
    const judged = this.#recorder.addBlock(position, result, fault);
    this.#runner.search?.add(result, judged);
    this.#calls.parts?.add(result);
    this.#calls.observer?.add();
    this.#replies += result.sent;
    if (this.#replies >= repliesPerCollection) {
      this.#replies = 0;
      collectGarbage();
    }
    this.#blocks++;
    if (result.gaveUp) {
      this.#gaveUp = true;
      this.#context.warn(
        `${this.#running.id}: ${this.#row.id} was cut short: ${timeLimit(this.#row.load.timeoutMs)} passed without a reply several times in a row`,
      );
    }
    this.#giveUpIfLost(result);
  }

  /** Records replies that reach another identity once sessions have changed hands. */
  async changeHands(): Promise<void> {
    if (!this.#isMeasured) return;
    for (const failure of (await this.#calls.changeHands?.()) ?? []) this.#recorder.addFailure(failure);
  }

  /** Restarts the server, where the row is to. It leaves none running. */
  async restart(): Promise<void> {
    const { restart } = this.#row;
    if (!restart || !this.#isMeasured) return;
    const { restartServer } = await import("./restart-drill.ts");
    const arm = { running: this.#running, row: { ...this.#row, restart }, calls: this.#calls };
    this.#restart = await restartServer(arm, this.#context);
  }

  /** Adds the measurement to the arm, where there was a block. */
  finish({ before: { usage: before, countsWarmUp }, after, sessions }: RowEnd): void {
    if (this.#blocks === 0) return;
    const results = resultsIn(this.#sample.bodies);
    const complaint = this.#ownSchema && complaintOf(results, this.#ownSchema);
    const { id } = this.#row;
    if (complaint !== undefined)
      this.#context.warn(`${this.#running.id}: \`${id}\`, ${complaint}`, `outputSchema of ${id}`);
    this.#running.measurements.push(
      this.#recorder.measurement({
        cpu: { ms: cpuBetween(this.#running, before, after), further: countsWarmUp ? this.#warmUpCalls : 0 },
        firstCallMs: this.#firstCallMs,
        network: this.#network?.result(batchSizeOf(this.#row.load) ?? 1),
        serverMetrics: this.#logs?.result(),
        responseTokens: this.#countTokens && meanTokens(results, this.#countTokens),
        searchSteps: this.#runner.search?.steps,
        memory: this.#memory?.summary(before.get(this.#running), after.get(this.#running)),
        sessions: sessions.get(this.#running),
        restart: this.#restart,
        ...this.#calls.observer?.result(),
        ...Object.assign({}, ...this.#watches.map((watch) => watch.result())),
      }),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#logs?.[Symbol.dispose]();
    await this.#calls[Symbol.asyncDispose]();
  }

  #runnerOptions(): RunnerOptions {
    const { clock, signal, delay, alarm, waitsAwake } = this.#context;
    return { ...this.#calls, clock, signal, delay, alarm, waitsAwake, losses: this.#losses };
  }

  /** Those of the warm-up, and a look at the bodies. */
  #measuredOptions(): RunnerOptions {
    const options = this.#runnerOptions();
    const network = this.#network;
    // Loops that keep no answers, as those with a delay, classify each at once.
    const classify: Classifier = (body, id) => {
      network?.replies.offer(body);
      this.#sampleReply(body);
      return options.classify(body, id);
    };
    if (!network) return { ...options, classify };
    const encode = () => {
      const frame = options.encode();
      network.requests.offer(frame.bytes);
      return frame;
    };
    return { ...options, encode, classify };
  }

  /** Keeps a reply for what is read of a few of them. */
  #sampleReply(body: Uint8Array): void {
    if (this.#countTokens || this.#ownSchema) this.#sample.offer(body);
  }

  #giveUpIfLost({ disconnected }: LoopResult): void {
    if (disconnected !== undefined) this.#running.giveUp(`connection lost during ${this.#row.id}: ${disconnected}`);
  }
}

interface FailedStart {
  readonly error: unknown;
  readonly context: LaunchContext;
}

/** Records that a row could not begin on an arm, as the one thing that was attempted. */
export function recordFailedStart(row: Row, running: RunningArm, { error, context }: FailedStart): void {
  const recorder = new Recorder(row.id, { classify: () => ({ kind: "ok" }) });
  const message = `${row.id} could not begin: ${summaryOf(error)}`;
  recorder.addFailure({ kind: "disconnected", message });
  running.measurements.push(recorder.measurement());
  context.warn(`${running.id}: ${message}`);
}

/** Results in replies that are no errors of the protocol. */
function resultsIn(bodies: readonly Uint8Array[]): Record<string, unknown>[] {
  return bodies.flatMap((body) => {
    const reply = parseReply(body);
    return reply.kind === "result" ? [reply.result] : [];
  });
}

/** Tokens of what a model reads of a result, on average; undefined without any that can be counted. */
function meanTokens(results: readonly Record<string, unknown>[], countTokens: CountTokens): number | undefined {
  const counts = results.flatMap((result) => countTokens(resultText(result)) ?? []);
  return counts.length > 0 ? mean(counts) : undefined;
}
