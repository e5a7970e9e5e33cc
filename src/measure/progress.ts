import type { ToolCoverage } from "../record/coverage.ts";
import type { ServerSource } from "../record/server-source.ts";
import type { Stop } from "../record/stop.ts";
import type { RecordWarning } from "../record/warning.ts";
import type { ServerIdentity } from "../server/protocol/session.ts";

/** Result of one arm on one row in one round, for a line of a log. Names are untrusted text. */
export interface ArmProgress {
  readonly arm: string;
  readonly attempted: number;
  readonly ok: number;
  /** Median over the ok replies; undefined without any. */
  readonly medianMs?: number | undefined;
}

/** Event of a running plan, for a log. */
export type ProgressEvent =
  /** The first event of a run: what is measured, and what named it. */
  | { readonly kind: "source"; readonly command: string; readonly source: ServerSource }
  /** Work before the first round: it begins, and has ended once its duration is known. */
  | { readonly kind: "stage"; readonly name: string; readonly durationMs?: number }
  | {
      readonly kind: "probe";
      readonly server: ServerIdentity;
      readonly rows: number;
      readonly skipped: number;
      readonly coverage?: ToolCoverage | undefined;
    }
  | { readonly kind: "row"; readonly round: number; readonly row: string; readonly arms: readonly ArmProgress[] }
  /** `suspect`: the row that the round was for, which seems to keep memory; all that were open where absent. */
  | {
      readonly kind: "round-end";
      readonly round: number;
      readonly durationMs: number;
      readonly suspect?: string | undefined;
    }
  /** Rows that are not measured any more, and how many still are. */
  | { readonly kind: "decided"; readonly round: number; readonly rows: readonly string[]; readonly open: number }
  | { readonly kind: "stop"; readonly stop: Stop }
  | { readonly kind: "warning"; readonly warning: RecordWarning };

export type Progress = (event: ProgressEvent) => void;

/** The warnings of a run: each is reported when it first comes up, and kept for the record. */
export class RunWarnings {
  readonly #progress: Progress;
  readonly #known = new Map<string, RecordWarning>();

  constructor(progress: Progress) {
    this.#progress = progress;
  }

  /** `news`: the part of it that has to be new. */
  add(given: RecordWarning | string, news = JSON.stringify(given)): void {
    if (this.#known.has(news)) return;
    const warning: RecordWarning = typeof given === "string" ? { code: "other", text: given } : given;
    this.#known.set(news, warning);
    this.#progress({ kind: "warning", warning });
  }

  list(): RecordWarning[] {
    return [...this.#known.values()];
  }
}
