import type { BarChart, Chart } from "./figures/chart.ts";
import type { Flame } from "./figures/flame.ts";
import type { Text } from "./text.ts";

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
  | BarChart
  /** Flame graph of both arms, for media that draw. */
  | { readonly kind: "flame"; readonly of: Text; readonly flame: Flame };

export interface TableBlock {
  readonly kind: "table";
  readonly labels: readonly string[];
  readonly align: readonly ("left" | "right")[];
  readonly rows: readonly (readonly Text[])[];
}

export interface Section {
  readonly id: string;
  readonly title: string;
  /** Folded sections are shown by their title until the reader opens them. */
  readonly folded: boolean;
  readonly blocks: readonly Block[];
  /** True where a result in it passes by its CPU time, which a note explains. */
  readonly marksByCpu?: boolean;
}

/** A paragraph; nothing of an empty text. */
export function paragraph(...text: Text): Block[] {
  return text.length > 0 ? [{ kind: "paragraph", text }] : [];
}

/** A list of at most so many items, of which the last counts the others; nothing of none. */
export function list(
  items: readonly Text[],
  most = items.length,
  more = (hidden: number) => `and ${hidden} more`,
): Block[] {
  const hidden = items.length - most;
  if (items.length === 0) return [];
  return [{ kind: "list", items: hidden > 0 ? [...items.slice(0, most), [more(hidden)]] : items }];
}
