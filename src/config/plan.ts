import type { Json, JsonObject } from "./json.ts";
import type { Threshold } from "./threshold.ts";

/** How to start and reach one server. `${NAME}` is expanded already, `${PORT}` is not: each launch gets its own. */
export interface LaunchSpec {
  readonly transport: "stdio" | "streamable-http";
  /** Absent when only a URL is given: that server cannot be relaunched. */
  readonly command?: string;
  readonly args: readonly string[];
  /** The whole environment of the child, allow-list and configured names together. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly url?: string;
  readonly headers: Readonly<Record<string, string>>;
  /** For `https`; absent: the system's certificate authorities, verified. */
  readonly tls?: TlsOptions;
  /** What the client answers when the server asks; absent: nothing is offered and everything but ping declined. */
  readonly client?: ClientAnswers;
  readonly startupTimeoutMs: number;
  readonly shutdownTimeoutMs: number;
  /** Requested protocol revision; `auto` finds out by trying, which a launch that is timed must not do. */
  readonly protocol: string;
}

export interface TlsOptions {
  /** Path of a PEM file with the authorities to trust instead of the system's, absolute or seen from our own directory. */
  readonly ca?: string;
  /** False: any certificate is accepted. */
  readonly verify: boolean;
}

/** What the client says to a server that asks. Each part is declared as a capability only where it is present. */
export interface ClientAnswers {
  readonly elicitation?: {
    readonly action: "accept" | "decline" | "cancel";
    /** What the person filled in; goes with `accept`. */
    readonly content?: JsonObject;
    /** How long the person takes. */
    readonly delayMs: number;
  };
  readonly sampling?: { readonly text: string; readonly delayMs: number };
  readonly roots?: readonly { readonly uri: string; readonly name?: string }[];
}

/** One of the things compared. A run has at least `head`; base, variants and the control are further entries. */
export interface Arm {
  readonly id: string;
  readonly side: "head" | "base" | "control";
  readonly variant?: string;
  readonly launch: LaunchSpec;
  readonly commit?: string;
}

/** What one request asks: any JSON-RPC method with parameters, in which `{{seq}}` is replaced by the call's number. */
export interface Operation {
  readonly method: string;
  readonly params?: JsonObject;
  /** Short name for tables: the tool, prompt or resource, or the method itself. */
  readonly target: string;
}

/** What a reply must be to count as ok. */
export interface Expectation {
  readonly text?: string | { readonly pattern: string; readonly flags: string };
  readonly structured?: Json;
  /** True: the expected reply is an error. */
  readonly error: boolean;
}

export type Load = ClosedLoad;

/** N requests in flight on one session until `requests` replies have come. */
export interface ClosedLoad {
  readonly kind: "closed";
  readonly concurrency: number;
  /** Per arm and round, without warm-up. */
  readonly requests: number;
  readonly warmup: number;
  readonly timeoutMs: number;
}

/** One measured line: a benchmark at one concurrency (or other swept value). */
export interface Row {
  /** Unique in the run and stable between runs, e.g. `search @10`. */
  readonly id: string;
  readonly benchmark: string;
  readonly group?: string;
  readonly operation: Operation;
  readonly load: Load;
  readonly expect?: Expectation;
  readonly thresholds: readonly Threshold[];
  /** Hash of everything that decides what this benchmark measures; entries with another hash are not compared. */
  readonly configHash: string;
  /** The swept field and its value, where the benchmark has several rows. */
  readonly sweep?: { readonly field: string; readonly value: number };
  /** Work the control arm does in place of this row, matched to the row's latency; absent without a control arm. */
  readonly controlUnits?: number;
  /** Line in the configuration file, for annotations. */
  readonly line?: number;
}

/** How long to go on. `auto` starts with `min` rounds and may be extended up to `max` or the time budget. */
export interface RoundsPolicy {
  readonly kind: "fixed" | "auto";
  readonly min: number;
  readonly max: number;
  readonly timeBudgetMs: number;
}

/** Everything the measuring needs to know; nothing here depends on the clock or the machine. */
export interface Plan {
  readonly arms: readonly Arm[];
  readonly rows: readonly Row[];
  /** Thresholds on the metrics of scope `server`. */
  readonly serverThresholds: readonly Threshold[];
  /** Hash of the server section, without the parts that name a checkout. */
  readonly serverHash: string;
  readonly rounds: RoundsPolicy;
  readonly cooldownMs: number;
  /** True: no benchmarks were configured and rows are discovered from what the server offers. */
  readonly discover: boolean;
  /** For rows found by discovery. */
  readonly defaults: ClosedLoad;
  readonly defaultThresholds: readonly Threshold[];
  readonly seed: number;
  /** Rows whose figures decide nothing, by id (`*`: all, and the server), and why: see trusted.ts. */
  readonly advisory?: Readonly<Record<string, string>>;
}
