import type { Clock } from "../../host/clock.ts";
import type { Row } from "../../plan/plan.ts";
import type { ServerMetricSpec } from "../../plan/server-metrics.ts";
import { giveUp, type LiveArm } from "../launch/running-arm.ts";
import type { CountTokens } from "../launch/tokenizer.ts";
import { type Alarm, preciseAlarm } from "../load/alarm.ts";
import { type LoadRunner, loadRunner, type RunnerTools, warmUpLoad } from "../load/load-runner.ts";
import type { LoopResult } from "../load/loop-result.ts";
import { NetworkTally } from "../load/network.ts";
import type { Classifier } from "../load/outcome.ts";
import { Recorder } from "../load/recorder.ts";
import { LostConnections } from "../load/responsiveness.ts";
import { ServerLogs } from "../logs/server-logs.ts";
import type { TreeUsage } from "../resources/process-usage.ts";
import type { ResourceReader } from "../resources/resources.ts";
import { type Calls, type CallsContext, openCalls } from "./calls.ts";
import { Garbage } from "./collect-garbage.ts";
import { ReplyTokens } from "./reply-tokens.ts";

export interface RowContext extends CallsContext {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly resources: ResourceReader;
  readonly delay: RunnerTools["delay"];
  /** For open loops; precise to microseconds where absent. */
  readonly alarm?: Alarm;
  readonly warn: (message: string) => void;
  readonly serverMetrics?: readonly ServerMetricSpec[] | undefined;
  readonly countTokens?: CountTokens | undefined;
}

/** One row on one arm in one round. */
export class ArmRun implements AsyncDisposable {
  readonly #row: Row;
  readonly #live: LiveArm;
  readonly #context: RowContext;
  readonly #calls: Calls;
  readonly #runner: LoadRunner;
  readonly #recorder: Recorder;
  readonly #garbage = new Garbage();
  readonly #losses: LostConnections;
  readonly #network: NetworkTally | undefined;
  readonly #logs: ServerLogs | undefined;
  readonly #tokens: ReplyTokens | undefined;
  #blocks = 0;
  #firstCallMs: number | undefined;
  #hopeless = false;

  private constructor(row: Row, { live, calls, context }: { live: LiveArm; calls: Calls; context: RowContext }) {
    this.#row = row;
    this.#live = live;
    this.#context = context;
    this.#calls = calls;
    this.#losses = new LostConnections(calls.wire);
    this.#network = calls.network && new NetworkTally(calls.network);
    const { countTokens } = context;
    if (countTokens && live.arm.side !== "control" && row.operation.kind !== "http")
      this.#tokens = new ReplyTokens(countTokens);
    this.#logs = ServerLogs.of(live, context.serverMetrics ?? [], context);
    this.#runner = loadRunner(row.load, this.#measuredTools());
    this.#recorder = new Recorder(row.id, calls);
  }

  /** Opens what the row needs on an arm. Where that fails, the failure is recorded as the one thing that was attempted. */
  static async open(row: Row, live: LiveArm, context: RowContext): Promise<ArmRun | undefined> {
    try {
      return new ArmRun(row, { live, calls: await openCalls(row, live, context), context });
    } catch (error) {
      context.signal.throwIfAborted();
      const recorder = new Recorder(row.id, { classify: () => ({ kind: "ok" }) });
      const message = `${row.id} could not begin: ${error instanceof Error ? error.message : String(error)}`;
      recorder.addFailure({ kind: "disconnected", message });
      live.measurements.push(recorder.measurement());
      context.warn(`${live.arm.id}: ${message}`);
      return undefined;
    }
  }

  get arm(): string {
    return this.#live.arm.id;
  }

  /** False once the server is gone, or has left so many calls unanswered that more would only take time. */
  get inPlay(): boolean {
    return this.#live.failure === undefined && !this.#hopeless;
  }

  async warmUp(): Promise<void> {
    const { load } = this.#row;
    if (load.warmup === 0) return;
    const runner = loadRunner(warmUpLoad(load), this.#tools());
    await this.#callFirst();
    if (!this.inPlay || load.warmup === 1) return;
    runner.prepare(load.warmup - 1);
    const result = await runner.run();
    this.#calls.parts?.skip(result);
    this.#watch(result);
  }

  /** The first of the warm-up calls alone: where nothing on this launch has asked the same before, its time is kept. */
  async #callFirst(): Promise<void> {
    const { operation, load, id } = this.#row;
    const runner = loadRunner(warmUpLoad({ ...load, warmup: 1 }), this.#tools());
    runner.prepare(1);
    const result = await runner.run();
    const what = `${operation.method} ${operation.target}`;
    if (!this.#live.asked.has(what)) {
      const recorder = new Recorder(id, { classify: this.#calls.classify });
      recorder.addBlock(0, result);
      this.#firstCallMs = recorder.measurement().blocks[0]?.medianMs;
    }
    this.#live.asked.add(what);
    this.#calls.parts?.skip(result);
    this.#watch(result);
  }

  /** Before a block, outside of what is timed. */
  async prepare(amount: number): Promise<void> {
    this.#runner.prepare(amount);
    await this.#logs?.begin();
    this.#network?.begin();
  }

  send(): Promise<LoopResult> {
    return this.#runner.run();
  }

  cpuBetween(before: ReadonlyMap<LiveArm, TreeUsage>, after: ReadonlyMap<LiveArm, TreeUsage>): number | undefined {
    const [from, to] = [before.get(this.#live), after.get(this.#live)];
    return from && to ? Math.max(0, to.cpuMs - from.cpuMs) : undefined;
  }

  async record(result: LoopResult, block: { position: number; cpuMs: number | undefined }): Promise<void> {
    await this.#logs?.end();
    this.#network?.end(result);
    this.#tokens?.add(result);
    this.#recorder.addBlock(block.position, result);
    this.#calls.parts?.add(result);
    this.#recorder.addCpu(block.cpuMs);
    this.#garbage.add(result.sent);
    this.#blocks++;
    if (result.gaveUp) {
      this.#hopeless = true;
      this.#context.warn(
        `${this.arm}: ${this.#row.id} was cut short, ${this.#row.load.timeoutMs} ms passed without a reply several times in a row`,
      );
    }
    this.#watch(result);
  }

  finish(): void {
    if (this.#blocks === 0) return;
    const { load } = this.#row;
    const network = this.#network && { network: this.#network.result(load.kind === "batch" ? load.size : 1) };
    const serverMetrics = this.#logs && { serverMetrics: this.#logs.result() };
    const tokens = this.#tokens?.mean();
    const responseTokens = tokens === undefined ? {} : { responseTokens: tokens };
    const first = this.#firstCallMs === undefined ? {} : { firstCallMs: this.#firstCallMs };
    this.#live.measurements.push(
      this.#recorder.measurement({ ...first, ...network, ...serverMetrics, ...responseTokens }),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#logs?.[Symbol.dispose]();
    await this.#calls[Symbol.asyncDispose]();
  }

  /** Those of the warm-up, and a look at the bodies. */
  #measuredTools(): RunnerTools {
    const tools = this.#tools();
    const network = this.#network;
    if (!network) return tools;
    const encode = () => {
      const frame = tools.encode();
      network.offerRequest(frame.bytes);
      return frame;
    };
    const classify: Classifier = (body, id) => {
      network.offerReply(body);
      return tools.classify(body, id);
    };
    return { ...tools, encode, classify };
  }

  #tools(): RunnerTools {
    const { clock, signal, delay, alarm = preciseAlarm(clock) } = this.#context;
    return { ...this.#calls, clock, signal, delay, alarm, losses: this.#losses };
  }

  #watch({ disconnected }: LoopResult): void {
    if (disconnected !== undefined) giveUp(this.#live, `connection lost during ${this.#row.id}: ${disconnected}`);
  }
}
