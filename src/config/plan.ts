import type { Json, JsonObject } from "./json.ts";
import type { OutputPattern } from "./output-pattern.ts";
import type { ServerMetricSpec } from "./server-metrics.ts";
import type { Threshold } from "./threshold.ts";
import type { TokenizerName } from "./tokens.ts";

/** How to start and reach one server. `${NAME}` is expanded already, `${PORT}` is not: each launch gets its own. */
export interface LaunchSpec {
  readonly transport: "stdio" | "streamable-http";
  /** Absent when only a URL is given: that server cannot be relaunched. */
  readonly command?: string;
  readonly args: readonly string[];
  /** The whole environment of the child, allow-list and configured names together. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Cores it keeps to with all that it starts, e.g. `1,3`; absent: any. */
  readonly cores?: string;
  readonly url?: string;
  /** Where the server says which address or port it has taken. */
  readonly urlFrom?: OutputPattern;
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

/** A process that runs for the whole run, from before the first launch. `${PORT_name}` is not filled in yet. */
export interface ServiceSpec {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Absent: ready as soon as it is started. */
  readonly ready?: { readonly url: string } | OutputPattern;
  readonly startupTimeoutMs: number;
  readonly shutdownTimeoutMs: number;
}

/** One of the things compared. A run has at least `head`; base, variants and the control are further entries. */
export interface Arm {
  readonly id: string;
  readonly side: "head" | "base" | "control";
  readonly variant?: string;
  /** The variant this one is compared with. */
  readonly reference?: string;
  /** Bounds of that comparison; without any it informs. */
  readonly thresholds?: readonly Threshold[];
  readonly launch: LaunchSpec;
  readonly commit?: string;
}

/** What one call asks: a request of the protocol, one of several in a weighted mix, or a plain HTTP request beside MCP. */
export type Operation = RpcOperation | MixOperation | HttpOperation;

/** Any JSON-RPC method with parameters, in which `{{seq}}` is replaced by the call's number. */
export interface RpcOperation {
  readonly kind?: "rpc";
  readonly method: string;
  readonly params?: JsonObject;
  /** Short name for tables: the tool, prompt or resource, or the method itself. */
  readonly target: string;
  /** Arguments of the calls in turn, over and over; laid over those of `params`. */
  readonly argumentRows?: readonly JsonObject[];
}

/** One step before or after the requests of a row, never timed. */
export type Step = {
  /** Where it stands, for messages, e.g. `setup[0]`. */
  readonly place: string;
  readonly per: "row" | "launch";
  readonly timeoutMs: number;
} & (
  | {
      readonly kind: "call";
      readonly tool: string;
      readonly arguments: JsonObject;
      readonly repeat: number;
      /** List to path into the result, such as `structuredContent.id`. */
      readonly capture: Readonly<Record<string, string>>;
    }
  | { readonly kind: "run"; readonly run: string }
);

/** What happens around the requests of a row. */
export interface Staging {
  /** `launch`: arms are launched one after another; `row`: the row has launches of its own. */
  readonly isolate: "none" | "launch" | "row";
  /** Launches of every arm per round. */
  readonly processes: number;
  /** Values of the matrix, for `{{n}}` in the server's launch and for shell steps. */
  readonly values: Readonly<Record<string, string>>;
  readonly setup: readonly Step[];
  readonly teardown: readonly Step[];
}

/** Several requests in an order that the seed of the run decides, each as often as its weight says. */
export interface MixOperation {
  readonly kind: "mix";
  readonly method: "mix";
  readonly parts: readonly MixPart[];
  readonly target: string;
}

interface MixPart {
  readonly operation: RpcOperation;
  /** A positive whole number: how many of every `sum of weights` calls. */
  readonly weight: number;
  readonly expect?: Expectation;
}

/** A request to the origin of the server, for comparing its API with MCP. `{{seq}}` is replaced in path and body. */
export interface HttpOperation {
  readonly kind: "http";
  readonly method: "http";
  readonly request: HttpRequest;
  readonly target: string;
}

export interface HttpRequest {
  readonly verb: HttpVerb;
  /** Path and query, beginning with a slash. */
  readonly path: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The status that counts as ok; without it any from 200 to 299. */
  readonly status?: number;
}

export const httpVerbs = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;
export type HttpVerb = (typeof httpVerbs)[number];

/** What a reply must be to count as ok. */
export interface Expectation {
  readonly text?: string | { readonly pattern: string; readonly flags: string };
  readonly structured?: Json;
  /** True: the expected reply is an error. */
  readonly error: boolean;
}

/** How requests are sent. All of it holds per arm and round. */
export type Load = ClosedLoad | OpenLoad | BatchLoad;

/** Without warm-up. A load ends after a number of calls (of a batch: batches) or after a time. */
type Extent =
  | { readonly requests: number; readonly durationMs?: never }
  | { readonly requests?: never; readonly durationMs: number };

interface EveryLoad {
  /** Calls (of a batch: batches) before the measuring. */
  readonly warmup: number;
  readonly timeoutMs: number;
  /** Requests take turns over so many sessions; one where absent. Over stdio each is a process of its own. */
  readonly sessions?: number;
}

/** So many requests in flight at any time: the next is sent when one is answered. */
export type ClosedLoad = EveryLoad &
  Extent & {
    readonly kind: "closed";
    readonly concurrency: number;
    /** Pause between a reply and the next request, in no figure. Only with one in flight. */
    readonly delayMs?: number;
  };

/** Requests leave at fixed times, whether or not earlier ones are answered; latency counts from those times. */
export type OpenLoad = EveryLoad &
  Extent & {
    readonly kind: "open";
    readonly ratePerSecond: number;
    /** A request that is due while so many are unanswered is not sent and counts as dropped. */
    readonly maxInFlight: number;
  };

/** Groups of calls, one group after the other, each timed as one operation. */
export type BatchLoad = EveryLoad &
  Extent & {
    readonly kind: "batch";
    /** Calls per group. */
    readonly size: number;
    readonly dispatch: Dispatch;
    /** Pause between two groups, in no figure. */
    readonly delayMs?: number;
  };

/** How the calls of a group leave: all at once, one after the other, or so many at once and the next when all are answered. */
export type Dispatch =
  | { readonly kind: "burst" }
  | { readonly kind: "sequential" }
  | { readonly kind: "waves"; readonly size: number };

/** One measured line: a benchmark at one concurrency (or other swept value). */
export interface Row {
  /** Unique in the run and stable between runs, e.g. `search @10`. */
  readonly id: string;
  /** Rows of one key are the same on different variants and are measured in turns; absent without variants. */
  readonly key?: string;
  readonly variant?: string;
  readonly benchmark: string;
  readonly group?: string;
  /** What the configuration remarks on the row. */
  readonly note?: string;
  /** Measured in so many rounds only. */
  readonly rounds?: number;
  readonly staging?: Staging;
  readonly operation: Operation;
  readonly load: Load;
  /** Units of work in one call (of a batch: in one batch), for items per second. */
  readonly items?: number;
  /** Pause after this row; that of the plan where absent. */
  readonly cooldownMs?: number;
  /** Whether its load is run once more, untimed, to read memory meanwhile. */
  readonly loadPass?: boolean;
  readonly expect?: Expectation;
  readonly thresholds: readonly Threshold[];
  /** Hash of everything that decides what this benchmark measures; entries with another hash are not compared. */
  readonly configHash: string;
  /** The swept field and its value, where the benchmark has several rows. */
  readonly sweep?: {
    readonly field: string;
    readonly value: number;
    /** What else the benchmark varies, as it is in this row, e.g. `size=10`. */
    readonly within?: string;
  };
  /** Work the control arm does in place of this row, matched to the row's latency; absent without a control arm. */
  readonly controlUnits?: number;
  /** True once the server is known to say that nothing this row calls changes anything. */
  readonly onlyReads?: true;
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
  readonly services?: readonly ServiceSpec[];
  /** Whether client and servers keep to different cores, where the machine allows it. */
  readonly pin?: "auto" | "off";
  /** Whether figures without outliers are shown too. */
  readonly outliers?: "keep" | "3sigma";
  /** Thresholds on the metrics of scope `server`. */
  readonly serverThresholds: readonly Threshold[];
  /** Hash of the server section, without the parts that name a checkout. */
  readonly serverHash: string;
  readonly rounds: RoundsPolicy;
  readonly cooldownMs: number;
  /** About how long each round goes on with calls that nothing times, to see what they leave in memory; absent: not at all. */
  readonly soakMs?: number;
  /** True: also with calls that may change something. */
  readonly soakWrites?: true;
  /** True: no benchmarks were configured and rows are discovered from what the server offers. */
  readonly discover: boolean;
  /** For rows found by discovery. */
  readonly defaults: Load;
  readonly defaultThresholds: readonly Threshold[];
  readonly loadPass?: boolean;
  readonly seed: number;
  /** Counts the context cost in tokens too. */
  readonly tokenizer?: TokenizerName;
  /** Numbers to read from the server's own log. */
  readonly serverMetrics?: readonly ServerMetricSpec[];
  /** Rows whose figures decide nothing, by id (`*`: all, and the server), and why: see trusted.ts. */
  readonly advisory?: Readonly<Record<string, string>>;
  /** Present: counts are scaled down, see quick.ts. */
  readonly quick?: true;
}
