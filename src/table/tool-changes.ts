import type { MetricId } from "../metrics/metric.ts";
import { comparableTools } from "../record/listing.ts";
import type { RecordArm, RecordTool } from "../record/record.ts";
import { groupBy } from "../stats/group-by.ts";
import { isBreaking, type SurfaceChange, surfaceChanges } from "./surface-changes.ts";

/** Differences of head's list of tools from base's. Names are untrusted. */
export interface ToolChanges {
  readonly added: readonly RecordTool[];
  readonly removed: readonly RecordTool[];
  /** Gone under one name and there under another, with the same arguments and hints and else of the same length. */
  readonly renamed: readonly { readonly from: RecordTool; readonly to: RecordTool }[];
  /** In both, largest growth first; those that shrank last. */
  readonly resized: readonly { readonly from: RecordTool; readonly to: RecordTool }[];
  /** Changes for callers of a tool that is in both. */
  readonly surface: readonly SurfaceChange[];
}

/** Tools of one server; of a run with variants, each its own. */
export interface ToolList {
  readonly variant?: string | undefined;
  readonly tools: readonly RecordTool[];
}

/** The lists of one side of a run, as far as they are known. */
export function toolLists(arms: readonly RecordArm[]): ToolList[] {
  return arms.flatMap((arm) => {
    const tools = comparableTools(arm);
    return tools ? [{ variant: arm.variant, tools }] : [];
  });
}

export interface BothLists {
  readonly before: readonly ToolList[];
  readonly after: readonly ToolList[];
}

interface ListPair {
  readonly variant: string | undefined;
  readonly base: readonly RecordTool[];
  readonly head: readonly RecordTool[];
}

/** The lists of the servers that both sides have. */
export function listPairs({ before, after }: BothLists): ListPair[] {
  return after.flatMap(({ variant, tools: head }) => {
    const base = before.find((list) => list.variant === variant)?.tools;
    return base ? [{ variant, base, head }] : [];
  });
}

/** Compares the lists of tools; undefined where no server has both. */
export function toolChanges(lists: BothLists): ToolChanges | undefined {
  const pairs = listPairs(lists);
  // Variants are most often the same server: each change once.
  const unique = <One>(all: readonly One[]) => [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
  if (pairs.length === 0) return undefined;
  const changes = pairs.map(between);
  const resized = unique(changes.flatMap((one) => one.resized));
  return {
    added: unique(changes.flatMap((one) => one.added)),
    removed: unique(changes.flatMap((one) => one.removed)),
    renamed: unique(changes.flatMap((one) => one.renamed)),
    resized: resized.toSorted((a, b) => growth(b) - growth(a)),
    surface: unique(changes.flatMap((one) => one.surface)),
  };
}

function between({ head, base }: ListPair): ToolChanges {
  const before = new Map(base.map((tool) => [tool.name, tool]));
  const after = new Set(head.map(({ name }) => name));
  const gone = base.filter(({ name }) => !after.has(name));
  const come = head.filter(({ name }) => !before.has(name));
  const goneAlike = groupBy(gone, withoutName);
  const renamed = [...groupBy(come, withoutName)].flatMap(([alike, tools]) => {
    const [[from, ...others], [to, ...more]] = [goneAlike.get(alike) ?? [], tools];
    return from && to && others.length + more.length === 0 ? [{ from, to }] : [];
  });
  const kept = head.flatMap((to) => {
    const from = before.get(to.name);
    return from ? [{ from, to }] : [];
  });
  const paired = new Set(renamed.flatMap(({ from, to }) => [from, to]));
  return {
    added: come.filter((tool) => !paired.has(tool)),
    removed: gone.filter((tool) => !paired.has(tool)),
    renamed,
    resized: kept.filter(({ from, to }) => from.bytes !== to.bytes),
    surface: kept.flatMap(({ from, to }) => surfaceChanges(from, to)),
  };
}

/** Tests whether it is a size of tools/list: new tools are in its figures, and not in what is judged of it. */
export function isListSize(id: MetricId): boolean {
  return id === "tools_list_bytes" || id === "tools_list_tokens";
}

/** Part of each list that is of tools only that side has, in the unit of the metric: a new tool is no fault of the others. */
export function ofOtherTools(
  lists: BothLists,
  { id, variant }: { id: MetricId; variant: string | undefined },
): Readonly<Record<"base" | "head", number>> {
  const none = { base: 0, head: 0 };
  if (!isListSize(id)) return none;
  const pair = listPairs(lists).find((one) => one.variant === variant);
  if (!pair) return none;
  // A comma separates the tools of a list.
  const size = ({ bytes, tokens = 0 }: RecordTool) => (id === "tools_list_bytes" ? bytes + 1 : tokens);
  const only = (own: readonly RecordTool[], other: readonly RecordTool[]) => {
    const names = new Set(other.map(({ name }) => name));
    return own.filter(({ name }) => !names.has(name)).reduce((sum, tool) => sum + size(tool), 0);
  };
  return { base: only(pair.base, pair.head), head: only(pair.head, pair.base) };
}

/** A text that tools share which differ in their names alone, as far as is known: length, arguments and hints. */
function withoutName({ name, bytes, arguments: taken, hints }: RecordTool): string {
  return JSON.stringify([bytes - new TextEncoder().encode(JSON.stringify(name)).length, taken, hints]);
}

function growth({ from, to }: { readonly from: RecordTool; readonly to: RecordTool }): number {
  return to.bytes - from.bytes;
}

/** One for each breaking change, by the name that base's callers know. `isGone`: no call of it can be answered. */
export function brokenTools({ removed, renamed, surface }: ToolChanges) {
  return [
    ...removed.map(({ name }) => ({ tool: name, isGone: true })),
    ...renamed.map(({ from }) => ({ tool: from.name, isGone: true })),
    ...surface.filter(isBreaking).map(({ tool }) => ({ tool, isGone: false })),
  ];
}
