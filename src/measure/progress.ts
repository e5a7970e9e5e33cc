import { latenciesOf } from "../record/latencies.ts";
import type { ServerIdentity } from "../server/protocol/session.ts";
import { median } from "../stats/describe.ts";
import { sizeOf } from "../stats/pool.ts";
import type { LiveArm } from "./launch/running-arm.ts";

/** How one arm did on one row in one round, for a line of a log. Names are untrusted text. */
export interface ArmProgress {
  readonly arm: string;
  readonly attempted: number;
  readonly ok: number;
  /** Median over the ok replies; absent without any. */
  readonly medianMs?: number;
}

/** What happens while a plan runs, as far as a log or a live display wants to know. */
export type ProgressEvent =
  | { readonly kind: "probe"; readonly server: ServerIdentity; readonly rows: number; readonly skipped: number }
  | { readonly kind: "round-start"; readonly round: number; readonly rounds: number; readonly arms: readonly string[] }
  | { readonly kind: "row"; readonly round: number; readonly row: string; readonly arms: readonly ArmProgress[] }
  | { readonly kind: "round-end"; readonly round: number; readonly durationMs: number; readonly elapsedMs: number }
  /** Rows that are not measured any more, and how many still are. */
  | { readonly kind: "decided"; readonly round: number; readonly rows: readonly string[]; readonly open: number }
  | { readonly kind: "stop"; readonly reason: string }
  | { readonly kind: "warning"; readonly message: string };

export type Progress = (event: ProgressEvent) => void;

/** The latest measurement of an arm if it is of the given row, in short. */
export function armProgress({ arm, measurements }: LiveArm, row: string): ArmProgress[] {
  const latest = measurements.at(-1);
  if (latest?.row !== row) return [];
  const sum = (field: "attempted" | "ok") => latest.blocks.reduce((total, block) => total + block[field], 0);
  const latencies = latenciesOf([latest]);
  const medianMs = sizeOf(latencies) > 0 ? { medianMs: median(latencies) } : {};
  return [{ arm: arm.id, attempted: sum("attempted"), ok: sum("ok"), ...medianMs }];
}
