import { bytes, count, duration, nothing, plural, signed } from "../../metrics/format.ts";
import type { RecordTool } from "../../record/record.ts";
import { type Section, titled } from "../block.ts";
import { type Column, filled, left, right, tableBlocks } from "../columns.ts";
import { lostText } from "../news/list-news.ts";
import type { View } from "../report.ts";
import type { Text } from "../text.ts";

const shown = 30;

interface Line {
  readonly variant: string | undefined;
  readonly name: string;
  readonly head: RecordTool | undefined;
  readonly base: RecordTool | undefined;
}

export function toolLines({ report }: View): Line[] {
  const { head: after, base } = report.run;
  const lines = after.arms.flatMap(({ variant, tools = [] }): Line[] => {
    const before = base?.arms.find((arm) => arm.variant === variant)?.tools ?? [];
    const names = new Set([...tools, ...before].map(({ name }) => name));
    const of = (all: readonly RecordTool[], name: string) => all.find((tool) => tool.name === name);
    return [...names].map((name) => ({ variant, name, head: of(tools, name), base: of(before, name) }));
  });
  const size = ({ head, base }: Line) => (head ?? base)?.bytes ?? 0;
  return lines.toSorted((a, b) => size(b) - size(a));
}

export function toolsSection(view: View): Section {
  const lines = toolLines(view);
  const columns: Column<Line>[] = [
    ...filled([left("Variant", ({ variant }) => (variant ? { name: variant } : nothing))], lines),
    left("Tool", ({ name }) => ({ name })),
    ...(["bytes", "tokens"] as const).flatMap((unit) => sizeColumns(unit, lines)),
  ];
  const { run, comparison } = view.report;
  const { tokenizer } = run;
  const { lostPrefix } = comparison;
  const explanation: Text = [
    "The JSON of each tool as tools/list shows it.",
    ...(lostPrefix ? [" Against base's list, ", lostText(lostPrefix), "."] : []),
    ...keptText(view),
    ...(tokenizer === undefined
      ? []
      : [" Tokens are those of ", { name: tokenizer }, "; other models count differently."]),
  ];
  const more = (hidden: number) => `and ${plural(hidden, "smaller tool")}; the JSON and CSV reports hold all`;
  return {
    id: "tools",
    title: `Context cost of ${plural(lines.length, "tool")}`,
    fold: "Statistics",
    blocks: titled(explanation, tableBlocks(columns, lines, { most: shown, more })),
  };
}

/** Describes whether launches list the same, and how long a client may cache the list. */
function keptText({ report: { run } }: View): Text {
  const listings = run.head.arms.flatMap(({ listing }) => listing ?? []);
  const compared = listings.reduce((sum, one) => sum + one.compared, 0);
  const isSteady = listings.every(({ reordered, rewritten }) => reordered + rewritten === 0);
  const [first] = listings;
  const same: Text = compared > 0 && isSteady ? [" Every launch lists the same, in the same order."] : [];
  if (first?.ttlMs === undefined || first.cacheScope === undefined) return same;
  const whose = first.cacheScope === "public" ? "for all users alike" : "for one user";
  const keep = ` Clients may keep the list for ${duration(first.ttlMs)}, ${whose} (`;
  return [...same, keep, { name: "ttlMs" }, ", ", { name: "cacheScope" }, ")."];
}

function sizeColumns(unit: "bytes" | "tokens", lines: readonly Line[]): Column<Line>[] {
  const size = (label: string, side: "base" | "head") =>
    right<Line>(label, ({ [side]: tool }) => {
      const value = tool?.[unit];
      return value === undefined ? nothing : unit === "bytes" ? bytes(value) : count(value);
    });
  const isKnown = (side: "base" | "head") => lines.some(({ [side]: tool }) => tool?.[unit] !== undefined);
  if (!isKnown("head")) return [];
  if (!isKnown("base")) return [size(unit, "head")];
  const change = right<Line>("Change", ({ head, base }) => changeOf(head?.[unit], base?.[unit]));
  return [size(`Base ${unit}`, "base"), size(`Head ${unit}`, "head"), change];
}

function changeOf(head: number | undefined, base: number | undefined): string {
  if (head === undefined) return "removed";
  if (base === undefined) return "new";
  return base === 0 ? nothing : signed(head / base - 1);
}
