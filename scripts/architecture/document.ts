import { markdownTable } from "markdown-table";
import { grouped, reduced } from "./graph.ts";
import { impureWithin, pureFolders, roomOf, rooms } from "./rooms.ts";
import { importsOf, type Tree } from "./tree.ts";

/** The generated sections of docs/architecture.md. */
export function roomsSections(tree: Tree): { name: string; text: string }[] {
  return [
    { name: "drawing", text: drawing(tree) },
    { name: "rooms", text: table(tree) },
    { name: "pure", text: `Pure are ${listed(pureFolders)}, but not ${listed(impureWithin)}.` },
  ];
}

/** Arrows that others imply are left out, and what everybody imports. */
function drawing(tree: Tree): string {
  const imports = reduced(grouped(importsOf(tree), roomOf));
  const arrows = [...rooms].reverse().flatMap(({ name }) => {
    const below = inOrder(imports.get(name));
    return below.length > 0 ? [`  ${name} --> ${below.join(" & ")}`] : [];
  });
  return ["```mermaid", "graph TD", ...arrows, "```"].join("\n");
}

function table(tree: Tree): string {
  const imports = grouped(importsOf(tree), roomOf);
  const rows = [...rooms].reverse().map(({ name, makes }) => {
    return [`\`${name}\``, makes, inOrder(imports.get(name)).join(", ")];
  });
  return markdownTable([["Room", "Makes", "Imports"], ...rows], { alignDelimiters: false });
}

function listed(folders: readonly string[]): string {
  const [last = "", ...others] = folders.map((folder) => `\`${folder}\``).reverse();
  return `${others.reverse().join(", ")} and ${last}`;
}

function inOrder(names: ReadonlySet<string> = new Set()): string[] {
  return rooms.map(({ name }) => name).filter((name) => names.has(name));
}
