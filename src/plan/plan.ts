import type { JsonObject } from "../base/json.ts";
import type { Expectation } from "../model/expectation.ts";
import type { Load } from "../model/load.ts";
import type { Operation } from "../model/operation.ts";
import type { TokenizerName } from "../model/run-settings.ts";
import type { ServerMetricSpec } from "../model/server-metric.ts";
import type { Setup } from "../model/setup.ts";
import type { BaseFailure, Configuration } from "../record/configuration.ts";
import type { Auth } from "./auth.ts";
import type { Threshold } from "./threshold.ts";

/** Command and address of one server. `${NAME}` is expanded already, `${PORT}` is not: each launch gets its own. */
export interface LaunchSpec {
  readonly transport: "stdio" | "streamable-http";
  /** Absent when only a URL is given: that server cannot be relaunched. */
  readonly command?: string;
  readonly args: readonly string[];
  /** Absolute path of the file whose content stands for `${IMAGE}` in the arguments. */
  readonly imageIdFile?: string;
  /** The whole environment of the child, allow-list and configured names together. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Cores it keeps to with all that it starts, e.g. `1,3`; absent: any. */
  readonly cores?: string;
  readonly url?: string;
  /** Output in which the server states its address or port. */
  readonly urlFrom?: OutputPattern;
  readonly headers: Readonly<Record<string, string>>;
  /** Proof of identity over HTTP; absent: by `headers` alone, if at all. */
  readonly auth?: Auth;
  /** Whom sessions belong to, in turns; absent: all to one. */
  readonly identities?: readonly Identity[];
  /** For `https`; absent: the system's certificate authorities, verified. */
  readonly tls?: TlsOptions;
  /** Answers to requests of the server; absent: nothing is offered and everything but ping declined. */
  readonly client?: ClientAnswers;
  readonly startupTimeoutMs: number;
  readonly shutdownTimeoutMs: number;
  /** Allows this commit and the one it is compared with to run the same program. */
  readonly sameProgram?: true;
  /** Requested protocol revision; `auto` finds out by trying, which a launch that is timed must not do. */
  readonly protocol: string;
}

/** A caller of the server with data of its own. */
export interface Identity {
  /** Text that replies to no other identity may hold. */
  readonly name: string;
  /** All headers of its requests. */
  readonly headers: Readonly<Record<string, string>>;
  readonly auth?: Auth;
}

export interface TlsOptions {
  /** Path of a PEM file with the authorities to trust instead of the system's, absolute or seen from our own directory. */
  readonly ca?: string;
  /** False: any certificate is accepted. */
  readonly verify: boolean;
}

/** Answers of the client to requests of the server. Each part is declared as a capability only where it is present. */
export interface ClientAnswers {
  readonly elicitation?: {
    readonly action: "accept" | "decline" | "cancel";
    /** Content of the form that the person filled in; belongs to `accept`. */
    readonly content?: JsonObject;
    /** Time that the person takes. */
    readonly delayMs: number;
  };
  readonly sampling?: { readonly text: string; readonly delayMs: number };
  readonly roots?: readonly { readonly uri: string; readonly name?: string }[];
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
  readonly side?: "base";
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

/** One measured line: a benchmark at one concurrency (or other swept value). */
export interface Row {
  /** Unique in the run and stable between runs, e.g. `search @10`. */
  readonly id: string;
  /** Rows of one key are the same on different variants and are measured in turns; absent without variants. */
  readonly key?: string;
  readonly variant?: string;
  readonly benchmark: string;
  readonly group?: string;
  /** Remark of the configuration on the row. */
  readonly note?: string;
  /** Measured in so many rounds only. */
  readonly rounds?: number;
  /** Head lacks what its calls name, or requires arguments that they do not give. */
  readonly refused?: true;
  readonly setup?: Setup;
  readonly operation: Operation;
  readonly load: Load;
  /** Units of work in one call (of a batch: in one batch), for items per second. */
  readonly items?: number;
  /** Pause after this row; that of the plan where absent. */
  readonly cooldownMs?: number;
  /** Runs its load once more, untimed, to read memory meanwhile. */
  readonly loadPass?: boolean;
  /** Begins a trace with each of its requests. */
  readonly traceContext?: true;
  readonly expect?: Expectation;
  readonly thresholds: readonly Threshold[];
  /** Hash of everything that decides what this benchmark measures; entries with another hash are not compared. */
  readonly configHash: string;
  /** The swept field and its value, where the benchmark has several rows. */
  readonly sweep?: {
    readonly field: string;
    readonly value: number;
    /** Other values that the benchmark varies, as they are in this row, e.g. `size=10`. */
    readonly within?: string;
  };
  /** Work the control arm does in place of this row, matched to the row's latency; absent without a control arm. */
  readonly controlUnits?: number;
  /** True once the server is known to say that nothing this row calls changes anything. */
  readonly onlyReads?: true;
  /** True where head takes so long to answer that it is called once per launch, and no more than that. */
  readonly calledOnce?: true;
  /** Origin without a configuration; `derived`: with arguments that the input schema gives itself. */
  readonly origin?: "discovered" | "derived";
  /** The commit whose configuration alone has it in this form; absent: both have it. */
  readonly onlyIn?: "base" | "head";
  /** Name in head's configuration, where that is another. */
  readonly nameInHead?: string;
  /** Line in the configuration file, for annotations. */
  readonly line?: number;
}

/** Number of rounds. `auto` starts with `min` rounds and may be extended up to `max` or the time budget. */
export interface RoundsPolicy {
  readonly kind: "fixed" | "auto";
  readonly min: number;
  readonly max: number;
  /** Longest time to measure, the first round included; absent: none, for a fixed number of rounds. */
  readonly timeBudgetMs?: number | undefined;
  /** Ends `auto` once a regression is certain; absent: once all is decided. */
  readonly stop?: "first-regression";
}

/** Everything the measuring needs to know; nothing here depends on the clock or the machine. */
export interface Plan {
  /** Title of the report. */
  readonly title?: string;
  /** Purpose of the run. */
  readonly purpose?: string;
  readonly arms: readonly Arm[];
  readonly rows: readonly Row[];
  readonly services?: readonly ServiceSpec[];
  /** Keeps client and servers on different cores, where the machine allows it. */
  readonly pin?: "auto" | "off";
  /** Shows figures without outliers too. */
  readonly outliers?: "keep" | "3sigma";
  /** Thresholds on the metrics of scope `server`. */
  readonly serverThresholds: readonly Threshold[];
  /** Hash of the server section, without the parts that name a checkout. */
  readonly serverHash: string;
  readonly rounds: RoundsPolicy;
  readonly cooldownMs: number;
  /** Calls at the end of a round that nothing times, to see what they keep in memory; absent: none. */
  readonly leakCheck?: {
    /** Time limit in one round. */
    readonly longestMs: number;
    /** The most of a run's time that all of them take beside other open gates; absent: as much as the rounds leave. */
    readonly share?: number;
    /** Also makes calls that may change something. */
    readonly writes: boolean;
  };
  /** Profiles the servers after the rounds: for rows that regressed, or for all; absent: not at all. */
  readonly profile?: "regressed" | "always";
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
  /** Whose benchmarks and thresholds decide, where the two commits do not have the same: see both-commits.ts. */
  readonly configuration?: Configuration;
  /** Reason why base is not among the arms although it was to be compared with. */
  readonly baseFailure?: BaseFailure;
  /** Present: counts are scaled down, see quick.ts. */
  readonly quick?: true;
}

/** A benchmark as messages name it, with its line in the configuration file where it has one. */
export function placeOf({
  benchmark,
  line,
}: {
  readonly benchmark: string;
  readonly line?: number | undefined;
}): string {
  return `benchmark ${JSON.stringify(benchmark)}${line === undefined ? "" : ` (line ${line} of the configuration)`}`;
}
