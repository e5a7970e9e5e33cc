import type { JsonObject } from "../base/json.ts";
import type { Expectation } from "../model/expectation.ts";
import type { Load } from "../model/load.ts";
import type { Operation } from "../model/operation.ts";
import type { Restart } from "../model/restart.ts";
import type { ServerMetricSpec } from "../model/server-metric.ts";
import type { Setup } from "../model/setup.ts";
import type { KeptSettings, RecordArm, RecordRow } from "../record/record.ts";
import type { Auth } from "./auth.ts";
import type { Threshold } from "./threshold.ts";

/** Command and address of one server. `${NAME}` is expanded already, `${PORT}` is not: each launch gets its own. */
export interface LaunchSpec {
  readonly transport: "stdio" | "streamable-http";
  /** Absent when only a URL is given: that server cannot be relaunched. */
  readonly command?: string | undefined;
  readonly args: readonly string[];
  /** Absolute path of the file whose content stands for `${IMAGE}` in the arguments. */
  readonly imageIdFile?: string | undefined;
  /** The whole environment of the child, allow-list and configured names together. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly url?: string | undefined;
  /** Output in which the server states its address or port. */
  readonly urlFrom?: OutputPattern | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** Proof of identity over HTTP; absent: by `headers` alone, if at all. */
  readonly auth?: Auth | undefined;
  /** Whom sessions belong to, in turns; absent: all to one. */
  readonly identities?: readonly Identity[] | undefined;
  /** For `https`; absent: the system's certificate authorities, verified. */
  readonly tls?: TlsOptions | undefined;
  /** Answers to requests of the server; absent: nothing is offered and everything but ping declined. */
  readonly client?: ClientAnswers | undefined;
  readonly startupTimeoutMs: number;
  readonly shutdownTimeoutMs: number;
  /** Allows this commit and the one it is compared with to run the same program. */
  readonly sameProgram?: true | undefined;
  /** Requested protocol revision; `auto` finds out by trying, which a launch that is timed must not do. */
  readonly protocol: string;
}

/** A caller of the server with data of its own. */
export interface Identity {
  /** Text that replies to no other identity may hold. */
  readonly name: string;
  /** All headers of its requests. */
  readonly headers: Readonly<Record<string, string>>;
  readonly auth?: Auth | undefined;
}

export interface TlsOptions {
  /** Path of a PEM file with the authorities to trust instead of the system's, absolute or seen from our own directory. */
  readonly ca?: string | undefined;
  /** False: any certificate is accepted. */
  readonly verify: boolean;
}

/** Answers of the client to requests of the server. Each part is declared as a capability only where it is present. */
export interface ClientAnswers {
  readonly elicitation?:
    | {
        readonly action: "accept" | "decline" | "cancel";
        /** Content of the form that the person filled in; belongs to `accept`. */
        readonly content?: JsonObject | undefined;
        /** Time that the person takes. */
        readonly delayMs: number;
      }
    | undefined;
  readonly sampling?: { readonly text: string; readonly delayMs: number } | undefined;
  readonly roots?: readonly { readonly uri: string; readonly name?: string | undefined }[] | undefined;
}

/** A regular expression, and the stream whose lines it is looked for in. */
export interface OutputPattern {
  readonly stream: "stdout" | "stderr";
  readonly pattern: string;
}

/** A process that runs for the whole run, from before the first launch. `${PORT_name}` is not filled in yet. */
export interface ServiceSpec {
  readonly name: string;
  /** Serves base alone; absent: head, and base where both describe it alike. */
  readonly side?: "base" | undefined;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Absent: ready as soon as it is started. */
  readonly ready?: { readonly url: string } | OutputPattern | undefined;
  readonly startupTimeoutMs: number;
  readonly shutdownTimeoutMs: number;
}

/** One of the things compared. A run has at least `head`; base and variants are further entries. */
export interface Arm extends Pick<RecordArm, "id" | "side" | "variant" | "reference" | "commit"> {
  /** Bounds of the comparison with the variant that is its reference; without any it informs. */
  readonly thresholds?: readonly Threshold[] | undefined;
  readonly launch: LaunchSpec;
}

/**
 * One measured line: a benchmark at one concurrency (or other swept value). Its id is unique in the run and stable between runs,
 * e.g. `search @10`; its hash is of everything that decides what it measures: entries with another hash are not compared.
 */
export interface Row extends Omit<RecordRow, "method" | "target" | "arguments" | "setup" | "thresholds"> {
  readonly setup?: Setup | undefined;
  readonly operation: Operation;
  readonly expect?: Expectation | undefined;
  readonly readsMemory?: boolean | undefined;
  readonly restart?: Restart | undefined;
  /** Begins a trace with each of its requests. */
  readonly traceContext?: true | undefined;
  readonly thresholds: readonly Threshold[];
  /** True once the server is known to say that nothing this row calls changes anything. */
  readonly onlyReads?: true | undefined;
  /** True where nobody wrote how often a launch calls it: slow calls may be fewer. */
  readonly callsAsNeeded?: true | undefined;
  /** True where head takes so long to answer that it is called once per launch, and no more than that. */
  readonly calledOnce?: true | undefined;
}

/** Number of rounds. `auto` starts with `min` rounds and may be extended up to `max` or the time budget. */
export interface RoundsPolicy {
  readonly kind: "fixed" | "auto";
  readonly min: number;
  readonly max: number;
  /** Longest time to measure, the first round included; absent: none, for a fixed number of rounds. */
  readonly timeBudgetMs?: number | undefined;
  /** Ends `auto` as soon as a regression is certain; absent: it waits for other rows, as many rounds again. */
  readonly stop?: "first-regression" | undefined;
}

/** Everything the measuring needs to know; nothing here depends on the clock or the machine. */
export interface Plan extends KeptSettings {
  readonly arms: readonly Arm[];
  readonly rows: readonly Row[];
  readonly services?: readonly ServiceSpec[] | undefined;
  /** Thresholds on the metrics of scope `server`. */
  readonly serverThresholds: readonly Threshold[];
  readonly rounds: RoundsPolicy;
  readonly cooldownMs: number;
  /** Calls at the end of a round that nothing times, to see what they keep in memory; absent: none. */
  readonly leakCheck?:
    | {
        /** Time limit in one round. */
        readonly longestMs: number;
        /** The most of a run's time that all of them take beside other open gates; absent: as much as the rounds leave. */
        readonly share?: number;
        /** Also makes calls that may change something. */
        readonly writes: boolean;
      }
    | undefined;
  /** Profiles the servers after the rounds: for rows that regressed, or for all; absent: not at all. */
  readonly profile?: "regressed" | "always" | undefined;
  /** True: no benchmarks were configured and rows are discovered from what the server offers. */
  readonly discover: boolean;
  /** Load of rows found by discovery; see `Row` for whether slow ones may be called less often. */
  readonly defaults: Load;
  readonly callsAsNeeded?: true | undefined;
  readonly defaultThresholds: readonly Threshold[];
  readonly readsMemory?: boolean | undefined;
  readonly serverMetrics?: readonly ServerMetricSpec[] | undefined;
}

/** A benchmark as messages name it, with its line in the configuration file where it has one. */
export function placeOf({ benchmark, line }: Pick<Row, "benchmark" | "line">): string {
  return `benchmark ${JSON.stringify(benchmark)}${line === undefined ? "" : ` (line ${line} of the configuration)`}`;
}
