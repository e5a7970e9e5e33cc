import type { BarChart, Chart } from "./figures/chart.ts";
import { firstFew, type Text } from "./text.ts";

/** One part of what a report says, before it is Markdown, terminal text or a page. */
export type Block =
  | { readonly kind: "paragraph"; readonly text: Text; readonly strong?: boolean }
  | { readonly kind: "alert"; readonly text: Text }
  | { readonly kind: "list"; readonly items: readonly Text[] }
  | { readonly kind: "command"; readonly text: string }
  /** Lines that a program printed. Untrusted. */
  | { readonly kind: "output"; readonly text: string }
  | TableBlock
  | Chart
  | BarChart;

export interface TableBlock {
  readonly kind: "table";
  readonly labels: readonly string[];
  readonly align: readonly ("left" | "right")[];
  readonly rows: readonly (readonly Text[])[];
}

/** Folds of a report from top to bottom: at most these, however much there is to say. */
export const folds = ["Profile", "All results", "Charts", "Statistics", "Run details"] as const;
export type Fold = (typeof folds)[number];

export interface Section {
  readonly id: string;
  readonly title: string;
  /** Fold that the reader opens to see it; absent where it is in view. */
  readonly fold?: Fold | undefined;
  readonly blocks: readonly Block[];
  /** True where a result in it passes by its CPU time, which a note explains. */
  readonly marksByCpu?: boolean;
  /** True where it follows what stands above it, and needs no title. */
  readonly isUntitled?: true;
  /** Items of its list in media that show the most important alone: such media have it although it is folded. */
  readonly inBrief?: number;
  /** A smaller form, for media with too little room, and what that leaves out. */
  readonly shorter?: { readonly leavesOut: string; blocks(): readonly Block[] };
  /** True where it is never left out. */
  readonly isKept?: true;
}

/** A paragraph; nothing of an empty text. */
export function paragraph(...text: Text): Block[] {
  return text.length > 0 ? [{ kind: "paragraph", text }] : [];
}

/** A table under its title; nothing without one. */
export function titled(title: Text, blocks: readonly Block[]): Block[] {
  return blocks.length > 0 ? [...paragraph(...title), ...blocks] : [];
}

/** A list of at most so many items, of which the last counts the others; nothing of none. */
export function list(
  items: readonly Text[],
  most = items.length,
  more = (hidden: number) => `and ${hidden} more`,
): Block[] {
  return items.length === 0 ? [] : [{ kind: "list", items: firstFew(items, most, (hidden) => [more(hidden)]) }];
}
