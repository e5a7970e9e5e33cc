import type { Clock } from "../clock.ts";
import type { Row } from "../config/plan.ts";
import type { Frame, Wire } from "../server/session.ts";
import { callParams } from "./call-params.ts";
import { runClosedLoop } from "./closed-loop.ts";
import { giveUp, type LiveArm } from "./live-arm.ts";
import type { LoopResult } from "./loop-result.ts";
import type { Classifier } from "./outcome.ts";
import type { TreeUsage } from "./process-usage.ts";
import { Recorder } from "./recorder.ts";
import type { ResourceReader } from "./resources.ts";
import type { Captures } from "./staging.ts";

export interface RowContext {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly resources: ResourceReader;
  readonly warn: (message: string) => void;
}

interface ArmRunOptions {
  readonly live: LiveArm;
  readonly classify: Classifier;
  readonly context: RowContext;
  readonly captures: Captures;
}

/** One row on one arm in one round. */
export class ArmRun {
  readonly #row: Row;
  readonly #live: LiveArm;
  readonly #classify: Classifier;
  readonly #context: RowContext;
  readonly #recorder: Recorder;
  readonly #captures: Captures;
  /** Number of the next call; counts warm-up too, and alike in every arm. */
  #seq = 0;
  #blocks = 0;
  #hopeless = false;

  constructor(row: Row, { live, classify, context, captures }: ArmRunOptions) {
    this.#row = row;
    this.#live = live;
    this.#classify = classify;
    this.#context = context;
    this.#captures = captures;
    this.#recorder = new Recorder(row.id, classify);
  }

  get arm(): string {
    return this.#live.arm.id;
  }

  /** False once the server is gone, or has left so many calls unanswered that more would only take time. */
  get inPlay(): boolean {
    return this.#live.failure === undefined && !this.#hopeless;
  }

  async warmUp(): Promise<void> {
    if (this.#row.load.warmup === 0) return;
    this.#watch(await this.send(this.encode(this.#row.load.warmup)));
  }

  encode(requests: number): Frame[] {
    const { operation } = this.#row;
    const params = callParams(operation, this.#captures);
    return Array.from({ length: requests }, () =>
      encode(this.#live.session.wire, operation.method, params(this.#seq++)),
    );
  }

  send(frames: readonly Frame[]): Promise<LoopResult> {
    const { clock, signal } = this.#context;
    const { concurrency, timeoutMs } = this.#row.load;
    const { wire } = this.#live.session;
    return runClosedLoop({ wire, frames, concurrency, timeoutMs, clock, signal, classify: this.#classify });
  }

  cpuBetween(before: ReadonlyMap<LiveArm, TreeUsage>, after: ReadonlyMap<LiveArm, TreeUsage>): number | undefined {
    const [from, to] = [before.get(this.#live), after.get(this.#live)];
    return from && to ? Math.max(0, to.cpuMs - from.cpuMs) : undefined;
  }

  record(result: LoopResult, block: { position: number; frames: readonly Frame[]; cpuMs: number | undefined }): void {
    const sent = block.frames.slice(0, result.answers.length + result.failures.length);
    this.#recorder.addBlock(block.position, sent, result);
    this.#recorder.addCpu(block.cpuMs);
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
    if (this.#blocks > 0) this.#live.measurements.push(this.#recorder.measurement());
  }

  #watch({ disconnected }: LoopResult): void {
    if (disconnected !== undefined) giveUp(this.#live, `connection lost during ${this.#row.id}: ${disconnected}`);
  }
}

function encode(wire: Wire, method: string, params: Row["operation"]["params"]): Frame {
  return params === undefined ? wire.encode(method) : wire.encode(method, params);
}
