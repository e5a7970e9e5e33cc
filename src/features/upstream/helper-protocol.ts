import type { Latency } from "./latency.ts";
import type { MatchRules, Miss } from "./matching.ts";
import type { Fault, Seen } from "./replay.ts";

/** A request of the measuring process to the helper, which answers each in turn. */
export type HelperRequest =
  | { readonly kind: "open"; readonly arm: string; readonly settings: OpenSettings }
  /** A row begins on an arm. */
  | { readonly kind: "row"; readonly arm: string; readonly name: string }
  /** Counts the requests of an arm from here on. */
  | { readonly kind: "begin"; readonly arm: string }
  | { readonly kind: "end"; readonly arm: string }
  /** Ends a recording; `isWhole`: all rows were called. */
  | { readonly kind: "save"; readonly isWhole: boolean; readonly check: boolean };

export interface OpenSettings {
  /** Variables with the address of an API, or the one whose address the recording has; absent: by a proxy. */
  readonly urlEnv?: string | Readonly<Record<string, string>> | undefined;
  readonly from: ReplaySettings | RecordSettings;
  /** Folder for files that servers read. */
  readonly folder: string;
}

export interface ReplaySettings {
  readonly kind: "replay";
  /** Absolute, and as the configuration has it. */
  readonly file: string;
  readonly shownAs: string;
  readonly latency: Latency;
  readonly faults: readonly Fault[];
  readonly match: MatchRules;
  /** Operations of all rows as JSON. */
  readonly given: string;
}

export interface RecordSettings {
  readonly kind: "record";
  readonly file: string;
  readonly secrets: readonly string[];
  readonly match: MatchRules;
  readonly given: string;
}

export interface Opened {
  readonly env: Readonly<Record<string, string>>;
  readonly ports: readonly number[];
  readonly warnings: readonly string[];
}

export interface Ended extends Seen {
  /** Requests of the arm since it was opened. */
  readonly total: number;
  readonly misses: readonly Miss[];
  /** Messages of failures outside of requests. */
  readonly complaints: readonly string[];
}

export interface Saved {
  readonly exchanges: number;
  readonly routes: readonly string[];
  /** Requests that the earlier recording does not have, has alone, or has with another response. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
  readonly complaints: readonly string[];
}

/** Result of a request by its kind. */
export interface HelperResults {
  readonly open: Opened;
  readonly row: undefined;
  readonly begin: undefined;
  readonly end: Ended;
  readonly save: Saved;
}

export interface HelperReply {
  readonly id: number;
  readonly result?: HelperResults[keyof HelperResults] | undefined;
  /** A UserError in parts. */
  readonly error?: {
    readonly found: string;
    readonly where?: string;
    readonly expected?: string;
    readonly fix?: string;
  };
}
