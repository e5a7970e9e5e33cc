import { z } from "zod";
import { figureOf, type Statistic } from "../../metrics/summary.ts";
import { count } from "../../model/fields.ts";
import { keyPattern } from "../../record/key.ts";
import { statuses } from "../../record/status.ts";
import { parseJson } from "./branch-layout.ts";
import { checkStored, type Entry } from "./entry.ts";

const indexVersion = 1;
const markerKind = "mcp-bench-baseline";

const rowFigures = z.object({
  row: z.string(),
  p50: z.number().exactOptional(),
  p95: z.number().exactOptional(),
  throughput: z.number().exactOptional(),
  errorRate: z.number().exactOptional(),
  /** p50 of the newest runs, oldest first. */
  recent: z.array(z.number()),
});

const keyFigures = z.object({
  environment: z.string(),
  commit: z.string(),
  createdAt: z.iso.datetime(),
  status: z.enum(statuses),
  usable: z.boolean(),
  entries: count,
  rows: z.array(rowFigures),
  /** Rows beyond those listed. */
  furtherRows: count,
});

const indexSchema = z.object({
  kind: z.literal(markerKind),
  schema: z.literal(indexVersion),
  /** Commits and bytes (by our own estimate) since the history was last squashed. */
  history: z.object({ commits: count, bytes: count }),
  keys: z.record(z.string().regex(keyPattern), keyFigures),
});

/** The branch's own file: marks it as ours and holds what the README says of every key. */
export type BranchIndex = z.infer<typeof indexSchema>;
export type KeyFigures = z.infer<typeof keyFigures>;
export type RowFigures = z.infer<typeof rowFigures>;

export const emptyIndex: BranchIndex = {
  kind: markerKind,
  schema: indexVersion,
  history: { commits: 0, bytes: 0 },
  keys: {},
};

export function printIndex(index: BranchIndex): string {
  const keys = Object.fromEntries(Object.entries(index.keys).sort(([a], [b]) => (a < b ? -1 : 1)));
  return `${JSON.stringify({ ...index, keys }, null, 1)}\n`;
}

/** Reads the marker file. Throws BaselineError with `where` when it is broken, of another version, or not ours. */
export function parseIndex(text: string, where: string): BranchIndex {
  const what = "the marker file of a baseline branch";
  return checkStored(parseJson(text, where), { schema: indexSchema, version: indexVersion, what, where });
}

const rowsListed = 30;
const recentRuns = 30;

/** Summarises a key for the README from its entries, oldest first; undefined without any. */
export function summariseKey(entries: readonly Entry[]): KeyFigures | undefined {
  const latest = entries.at(-1);
  if (!latest) return undefined;
  const { head } = latest;
  return {
    environment: latest.environment.description,
    commit: latest.commit,
    createdAt: latest.createdAt,
    status: latest.status,
    usable: latest.usable,
    entries: entries.length,
    rows: head.rows.slice(0, rowsListed).map(({ row, configHash, statistics }) => ({
      row,
      ...figure("p50", statistics.p50),
      ...figure("p95", statistics.p95),
      ...figure("throughput", statistics.throughput),
      ...figure("errorRate", statistics.error_rate),
      recent: entries.slice(-recentRuns).flatMap((entry) => {
        const same = entry.head.rows.find((other) => other.row === row && other.configHash === configHash);
        return figureOf(same?.statistics, "p50") ?? [];
      }),
    })),
    furtherRows: Math.max(0, head.rows.length - rowsListed),
  };
}

function figure(name: string, statistic: Statistic | undefined): Record<string, number> {
  return statistic?.state === "measured" ? { [name]: statistic.value } : {};
}
