import { profileUnits } from "../../../record/profile.ts";
import { clean } from "../../../report/clean.ts";
import type { Flame } from "../../../report/figures/flame.ts";
import { mergedTree } from "../profile/merged-tree.ts";
import { placeOf } from "./function-name.ts";
import type { RowProfile } from "./profiles-of.ts";

/** Narrowest visible share; a page holds several. */
const leastShare = 0.002;

const longestName = 120;

export function flameOf({ base, head, kind }: Extract<RowProfile, { state: "compared" }>): Flame {
  const { functions, nodes } = mergedTree(base, head);
  const sum = (side: "base" | "head") =>
    nodes.reduce((total, node) => total + (node.parent === -1 ? node[side] : 0), 0);
  const least = { base: leastShare * sum("base"), head: leastShare * sum("head") };
  const isSeen = (node: (typeof nodes)[number]) => node.base > least.base || node.head > least.head;
  const places = new Map<number, number>();
  const used = new Map<number, number>();
  const drawn: Flame["nodes"][number][] = [];
  const children = new Map<number, number[]>();
  for (const [place, { parent }] of nodes.entries()) children.set(parent, [...(children.get(parent) ?? []), place]);
  const order = (parent: number) =>
    (children.get(parent) ?? []).toSorted((a, b) => (nodes[b]?.head ?? 0) - (nodes[a]?.head ?? 0));
  const open = order(-1);
  for (let place = open.shift(); place !== undefined; place = open.shift()) {
    const node = nodes[place];
    if (!node || !isSeen(node)) continue;
    const of = used.get(node.of) ?? used.size;
    used.set(node.of, of);
    const parent = places.get(node.parent) ?? -1;
    places.set(place, drawn.push([of, parent, short(node.base), short(node.head)]) - 1);
    open.push(...order(place));
  }
  return {
    unit: profileUnits[kind],
    functions: [...used.keys()].map((id) => {
      const known = functions[id] ?? { name: "" };
      return [clean(known.name, longestName) || "–", clean(placeOf(known) ?? "", longestName)];
    }),
    nodes: drawn,
  };
}

function short(value: number): number {
  return Number(value.toPrecision(4));
}
