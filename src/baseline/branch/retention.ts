import { mapValues } from "../../base/json.ts";
import type { MetricId } from "../../metrics/metric.ts";
import { centreOf, type Statistics } from "../../metrics/summary.ts";
import type { Entry } from "./entry.ts";

/** Amount of one key's history that is kept. Days are counted back from the oldest of the `recent` entries. */
export interface RetentionPolicy {
  /** Newest entries kept with the values of every round. */
  readonly whole: number;
  /** Newest entries kept one and all. */
  readonly recent: number;
  /** Older than those: one a day for so many days, then one a week, then one a month, then none. */
  readonly dailyDays: number;
  readonly weeklyDays: number;
  readonly monthlyDays: number;
  /** Newest nights kept of one commit: a quiet repository repeats its last one, and must not push out the others. */
  readonly nights: number;
  /** Never more entries than this. */
  readonly most: number;
}

export const defaultRetention: RetentionPolicy = {
  whole: 40,
  recent: 100,
  dailyDays: 60,
  weeklyDays: 365,
  monthlyDays: 5 * 365,
  nights: 40,
  most: 240,
};

const dayMs = 86_400_000;

/**
 * The entries of one key that stay, oldest first; older ones without the values of each round. Depends on nothing but
 * the entries, so that racing writers agree and no machine's wrong clock makes the others' runs look old.
 * The newest usable entry always stays, as does `keep`.
 */
export function retain(entries: readonly Entry[], policy: RetentionPolicy, keep?: Entry): Entry[] {
  const ordered = withoutOldNights([...entries].sort(byTime), { nights: policy.nights, keep });
  const start = Math.max(0, ordered.length - policy.recent);
  const older = ordered.slice(0, start);
  const boundary = timeOf(ordered[start]);
  const baseline = ordered.findLast((entry) => entry.usable);

  const chosen = new Map<string, Entry>();
  for (const entry of older) {
    const slot = slotOf(entry, boundary, policy);
    const rival = slot === undefined ? undefined : chosen.get(slot);
    if (slot !== undefined && (entry.usable || !rival?.usable)) chosen.set(slot, entry);
  }
  const room = Math.max(0, policy.most - (ordered.length - start));
  const thinned = new Set(room === 0 ? [] : [...chosen.values()].sort(byTime).slice(-room));
  const staying = ordered.filter(
    (entry, index) => index >= start || thinned.has(entry) || entry === baseline || entry === keep,
  );
  return staying.map((entry, index) => (staying.length - index > policy.whole ? summarise(entry) : entry));
}

/** The entries, in their order, with only the newest of the nights of each commit. */
function withoutOldNights(
  ordered: readonly Entry[],
  { nights, keep }: { nights: number; keep: Entry | undefined },
): Entry[] {
  const seen = new Map<string, number>();
  const newestFirst = ordered.toReversed().filter((entry) => {
    const { commit, run } = entry;
    if (run === undefined || entry === keep) return true;
    const before = seen.get(commit) ?? 0;
    seen.set(commit, before + 1);
    return before < nights;
  });
  return newestFirst.reverse();
}

/** Oldest first; by commit and run where times are equal, so that the order is the same everywhere. */
export function byTime(a: Entry, b: Entry): number {
  const byCommit = a.commit === b.commit ? (a.run ?? 0) - (b.run ?? 0) : a.commit < b.commit ? -1 : 1;
  return timeOf(a) - timeOf(b) || byCommit;
}

function timeOf(entry: Entry | undefined): number {
  // biome-ignore lint/style/noRestrictedGlobals: what a text says needs no clock
  return Date.parse(entry?.createdAt ?? "");
}

/** The day, week or month of which one entry stays; undefined: too old. */
function slotOf(entry: Entry, boundary: number, policy: RetentionPolicy): string | undefined {
  const time = timeOf(entry);
  const ageDays = (boundary - time) / dayMs;
  if (ageDays <= policy.dailyDays) return entry.createdAt.slice(0, 10);
  if (ageDays <= policy.weeklyDays) return `week ${Math.floor(time / (7 * dayMs))}`;
  if (ageDays <= policy.monthlyDays) return entry.createdAt.slice(0, 7);
  return undefined;
}

function summarise(entry: Entry): Entry {
  if (entry.summarised) return entry;
  const { tools: _tools, ...kept } = entry;
  const { head } = kept;
  // Figures without outliers are never compared with, so of old runs they are not kept at all.
  const rows = head.rows.map(({ trimmed: _trimmed, ...row }) => ({
    ...row,
    statistics: withoutRounds(row.statistics),
  }));
  return {
    ...kept,
    summarised: true,
    head: {
      ...head,
      server: withoutRounds(head.server),
      ...(head.servers ? { servers: mapValues(head.servers, withoutRounds) } : {}),
      rows,
    },
  };
}

/** Keeps the figure that the rounds have together: runs before and after are compared by it. */
function withoutRounds(statistics: Statistics): Statistics {
  return mapValues(statistics, (one, id) =>
    one.state === "measured" ? { ...one, value: centreOf(id as MetricId, one), rounds: [] } : one,
  );
}
