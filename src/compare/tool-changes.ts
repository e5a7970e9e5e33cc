import type { RecordTool, RunRecord } from "../record/record.ts";

/** What head lists otherwise than base. Names are untrusted. */
export interface ToolChanges {
  readonly added: readonly RecordTool[];
  readonly removed: readonly RecordTool[];
  /** Gone under one name and there under another, all else being the same to the byte. */
  readonly renamed: readonly { readonly from: RecordTool; readonly to: RecordTool }[];
  /** In both, largest growth first; those that shrank last. */
  readonly resized: readonly { readonly from: RecordTool; readonly to: RecordTool }[];
}

/** How the lists of tools differ between base and head; undefined where one of them is not known. */
export function toolChanges({ arms }: Pick<RunRecord, "arms">): ToolChanges | undefined {
  const pairs = arms
    .filter(({ side }) => side === "head")
    .flatMap(({ variant, tools: head }) => {
      const base = arms.find((arm) => arm.side === "base" && arm.variant === variant)?.tools;
      return head && base ? [{ head, base }] : [];
    });
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
  };
}

interface Lists {
  readonly head: readonly RecordTool[];
  readonly base: readonly RecordTool[];
}

function between({ head, base }: Lists): ToolChanges {
  const before = new Map(base.map((tool) => [tool.name, tool]));
  const after = new Set(head.map(({ name }) => name));
  const gone = base.filter(({ name }) => !after.has(name));
  const come = head.filter(({ name }) => !before.has(name));
  const renamed = come.flatMap((to) => {
    const alike = gone.filter((from) => bare(from) === bare(to));
    const [from, ...others] = alike;
    return from && others.length === 0 && come.filter((other) => bare(other) === bare(to)).length === 1
      ? [{ from, to }]
      : [];
  });
  return {
    added: come.filter((tool) => !renamed.some(({ to }) => to === tool)),
    removed: gone.filter((tool) => !renamed.some(({ from }) => from === tool)),
    renamed,
    resized: head.flatMap((to) => {
      const from = before.get(to.name);
      return from && from.bytes !== to.bytes ? [{ from, to }] : [];
    }),
  };
}

/** Bytes of a tool without its name. */
function bare({ name, bytes }: RecordTool): number {
  return bytes - new TextEncoder().encode(JSON.stringify(name)).length;
}

function growth({ from, to }: { readonly from: RecordTool; readonly to: RecordTool }): number {
  return to.bytes - from.bytes;
}
