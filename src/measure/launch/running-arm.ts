import type { MetricId } from "../../metrics/metric.ts";
import type { Captures } from "../../model/template.ts";
import type { Arm } from "../../plan/plan.ts";
import type { RecordLaunch, RecordMeasurement } from "../../record/record.ts";
import type { RunningServer, Session } from "../../server/protocol/session.ts";
import { shorten } from "../load/outcome.ts";

/** Metrics of scope `server`; what is not known is absent or undefined. */
export type ServerMetrics = { readonly [Id in MetricId]?: number | undefined };

type Opened = Pick<RunningArm, "server" | "session"> & Partial<Pick<RunningArm, "tools" | "other">>;

/** One arm between its launch and its stop, and what was measured of it so far. */
export class RunningArm {
  readonly arm: Arm;
  readonly server: RunningServer;
  readonly session: Session;
  /** Tools as its server lists them. Untrusted. */
  readonly tools: readonly Readonly<Record<string, unknown>>[];
  /** The server that answers, where that is another than in the first round. */
  readonly other: RecordLaunch["server"];
  /** Values captured by the set-up of this launch, by `launchKey` of their rows; added to by the set-up. */
  readonly captures = new Map<string, Captures>();
  /** One for every row that was measured, in order of time; added to. */
  readonly measurements: RecordMeasurement[] = [];
  /** Leak check after the blocks; undefined where there was none. */
  leakCheck: Pick<RecordLaunch, "leakChecked" | "leakCheckCalls" | "leakCheckRows"> | undefined;
  readonly #metrics = new Map<string, number>();
  /** Those of further sessions while a row asks for several over stdio; added to. */
  furtherServers: RunningServer[] = [];
  #failure: string | undefined;
  readonly #asked = new Set<string>();

  constructor(arm: Arm, { server, session, tools = [], other }: Opened) {
    this.arm = arm;
    this.server = server;
    this.session = session;
    this.tools = tools;
    this.other = other;
  }

  get id(): string {
    return this.arm.id;
  }

  get metrics(): Partial<Record<MetricId, number>> {
    return Object.fromEntries(this.#metrics);
  }

  /** Adds or replaces those that are known. */
  setMetrics(metrics: ServerMetrics): void {
    for (const [id, value] of Object.entries(metrics)) if (value !== undefined) this.#metrics.set(id, value);
  }

  /** True the first time: only the first call of an operation on a launch is its first. */
  isFirstCallOf(operation: string): boolean {
    const isFirst = !this.#asked.has(operation);
    this.#asked.add(operation);
    return isFirst;
  }

  get servers(): readonly RunningServer[] {
    return [this.server, ...this.furtherServers];
  }

  /** Renews the token of its server, where it takes one. Rejects as fetching it does, or once the signal aborts. */
  async renewToken(signal: AbortSignal): Promise<void> {
    // 4.1m is no whole number of milliseconds.
    const timeoutMs = Math.ceil(this.arm.launch.startupTimeoutMs);
    await this.server.authorization?.renew(AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]));
  }

  /** Reason why the arm can no longer be measured in this round, once it cannot. Holds untrusted text. */
  get failure(): string | undefined {
    return this.#failure;
  }

  /** Ends the measuring of the arm for this round; what was measured stays, and so does an earlier reason. */
  giveUp(reason: string): void {
    const tail = this.server.stderrTail().trim();
    this.#failure ??= shorten(tail === "" ? reason : `${reason}; last output of the server: ${tail}`);
  }
}
