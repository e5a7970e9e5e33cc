import { cycles, floors, type Graph, grouped } from "./graph.ts";
import { roomOf } from "./rooms.ts";
import { importsOf, type Tree } from "./tree.ts";

/** Size and shape of a tree, as a table in Markdown. */
export function figures(tree: Tree): string {
  const files = importsOf(tree);
  const lines = [...tree.values()].reduce((sum, text) => sum + text.split("\n").length - 1, 0);
  const folders = new Map<string, number>();
  for (const file of tree.keys()) {
    const folder = `src/${file}`.split("/").slice(0, -1).join("/");
    folders.set(folder, (folders.get(folder) ?? 0) + 1);
  }
  const [largest = ["", 0]] = [...folders].sort((a, b) => b[1] - a[1]);
  const ofRooms = grouped(files, roomOf);
  const rows: [string, string, string][] = [
    ["", "files", "rooms"],
    ["---", "---", "---"],
    ["number", String(files.size), String(ofRooms.size)],
    ["lines", String(lines), ""],
    ["imports between them", String(count(files)), String(count(ofRooms))],
    ["floors", String(floors(files)), String(floors(ofRooms))],
    ["cycles", sizes(files), sizes(ofRooms)],
    ["largest folder", `${largest[0]}: ${largest[1]}`, ""],
  ];
  return rows.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function count(graph: Graph): number {
  return [...graph.values()].reduce((sum, imports) => sum + imports.size, 0);
}

function sizes(graph: Graph): string {
  const found = cycles(graph).map((members) => members.length);
  return found.length === 0 ? "0" : `${found.length}, of ${found.sort((a, b) => b - a).join(", ")}`;
}
