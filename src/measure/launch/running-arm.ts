import type { MetricId } from "../../metrics/metric.ts";
import type { Arm } from "../../plan/plan.ts";
import type { RecordMeasurement } from "../../record/record.ts";
import type { RunningServer, Session } from "../../server/protocol/session.ts";
import { shorten } from "../load/outcome-tally.ts";
import { addUsage, type TreeUsage } from "../resources/process-usage.ts";
import type { ResourceReader } from "../resources/resources.ts";
import type { Captures } from "../row/staging.ts";

/** One arm between its launch and its stop. Filled while a round goes on. */
export interface LiveArm {
  readonly arm: Arm;
  readonly server: RunningServer;
  readonly session: Session;
  readonly metrics: Partial<Record<MetricId, number>>;
  readonly measurements: RecordMeasurement[];
  /** What the steps of this launch captured, by `launchKey` of the rows they are for. */
  readonly staged: Map<string, Captures>;
  /** While it was asked nothing: its CPU time, and how long that was. */
  readonly idle: { cpuMs: number; ms: number };
  /** Further processes of the same server, one per session, while a row asks for several sessions over stdio. */
  companions: readonly RunningServer[];
  /** What was asked on this launch at least once: only the first call of it is the first. */
  readonly asked: Set<string>;
  /** Rows whose calls followed the blocks, to look for leaks. */
  soaked?: readonly string[];
  /** Set once the arm can no longer be measured in this round. */
  failure?: string;
}

/** An arm that was just launched. */
export function liveArm(arm: Arm, given: Pick<LiveArm, "server" | "session"> & Partial<LiveArm>): LiveArm {
  const empty = { metrics: {}, measurements: [], staged: new Map(), idle: { cpuMs: 0, ms: 0 } };
  return { arm, ...empty, companions: [], asked: new Set(), ...given };
}

/** Ends the measuring of an arm for this round; what was measured stays. Holds untrusted text. */
export function giveUp(live: LiveArm, reason: string): void {
  const tail = live.server.stderrTail().trim();
  live.failure ??= shorten(tail === "" ? reason : `${reason}; last output of the server: ${tail}`);
}

/** Reads the resources of every arm with a process of its own and keeps the peaks. */
export async function readUsage(
  reader: ResourceReader,
  arms: readonly LiveArm[],
  wanted?: "holdings",
): Promise<ReadonlyMap<LiveArm, TreeUsage>> {
  const usages = await reader.read(arms.flatMap(pidsOf), wanted);
  const found = arms.flatMap((live) => {
    const [usage, ...more] = pidsOf(live).flatMap((pid) => usages.get(pid) ?? []);
    return usage ? [[live, more.reduce(addUsage, usage)] as const] : [];
  });
  for (const [{ metrics }, { peakRssBytes }] of found) metrics.peak_rss = Math.max(metrics.peak_rss ?? 0, peakRssBytes);
  return new Map(found);
}

function pidsOf({ server, companions }: LiveArm): number[] {
  return [server, ...companions].flatMap(({ pid }) => pid ?? []);
}
