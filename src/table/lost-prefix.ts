import type { RecordTool } from "../record/record.ts";
import { type BothLists, listPairs } from "./tool-changes.ts";

/*
 * Clients put the list of tools at the beginning of each prompt, and models keep prompts that begin alike in a cache: what comes
 * after the first difference has to be read, and paid for, anew.
 */

/** Part of head's list that a prompt cache filled by base's list loses. */
export interface LostPrefix {
  readonly unit: "tokens" | "bytes";
  /** Size of head's list from the first tool on that differs from base's. */
  readonly lost: number;
  readonly of: number;
  /** Name of that tool. Untrusted. */
  readonly from: string;
}

/** The greatest loss of any server; undefined where nothing is lost or the lists say nothing of their order. */
export function lostPrefix(lists: BothLists): LostPrefix | undefined {
  const losses = listPairs(lists).flatMap(({ base, head }) => lossBetween(base, head) ?? []);
  return losses.toSorted((a, b) => b.lost - a.lost)[0];
}

function lossBetween(base: readonly RecordTool[], head: readonly RecordTool[]): LostPrefix | undefined {
  if ([...base, ...head].some(({ digest }) => digest === undefined)) return undefined;
  const differs = base.findIndex(({ digest }, place) => digest !== head[place]?.digest);
  const first = head[differs];
  if (!first) return undefined;
  const unit = head.every(({ tokens }) => tokens !== undefined) ? "tokens" : "bytes";
  const size = (tools: readonly RecordTool[]) => tools.reduce((sum, tool) => sum + (tool[unit] ?? 0), 0);
  return { unit, lost: size(head.slice(differs)), of: size(head), from: first.name };
}
