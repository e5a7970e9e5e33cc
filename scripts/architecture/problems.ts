import { cycles } from "./graph.ts";
import { homes, isPure, looseFiles, recordRooms, roomOf, rooms } from "./rooms.ts";
import { importsOf, packagesOf, type Tree } from "./tree.ts";

/** Returns what a tree has against the rules of docs/architecture.md, one sentence each. */
export function problems(tree: Tree): string[] {
  const imports = importsOf(tree);
  return [
    ...misplaced(tree),
    ...[...imports].flatMap(([from, all]) => [...all].flatMap((to) => wrongWay(from, to) ?? [])),
    ...[...tree].flatMap(([file, text]) => packagesOf(text).flatMap((name) => strayPackage(file, name) ?? [])),
    ...[...tree].flatMap(([file, text]) => wholeRecord(file, text) ?? []),
    ...cycles(imports).map((files) => `these files import each other in a circle: ${files.join(", ")}`),
  ];
}

function misplaced(tree: Tree): string[] {
  const found: string[] = [];
  for (const file of tree.keys()) {
    const folder = file.split("/").slice(0, -1).join("/");
    if (folder === "" && !looseFiles.includes(file)) found.push(`src/${file} stands in no room`);
    else if (!rooms.some(({ name }) => name === roomOf(file))) found.push(`src/${roomOf(file)} is not among the rooms`);
  }
  return [...new Set(found)];
}

function wrongWay(from: string, to: string): string | undefined {
  const place = (file: string) => rooms.findIndex(({ name }) => name === roomOf(file));
  const { name = "", never = [] } = rooms[place(from)] ?? {};
  if (place(to) > place(from)) return `src/${from} imports src/${to}, which stands above it`;
  if (never.includes(roomOf(to))) return `src/${from} imports src/${to}: ${name} leaves ${roomOf(to)} alone`;
  if (isPure(from) && !isPure(to)) return `src/${from} is pure and imports src/${to}, which is not`;
  const [own, other] = [from, to].map((file) => /^features\/([^/]+)\//.exec(file)?.[1]);
  if (own && other && own !== other) return `src/${from} imports src/${to}, which is of another feature`;
  return undefined;
}

function strayPackage(file: string, name: string): string | undefined {
  const home = Object.entries(homes).find(([prefix]) => name.startsWith(prefix))?.[1];
  if (home === undefined || home.includes(roomOf(file))) return undefined;
  return `src/${file} imports ${name}, which is for ${home.join(" and ")}`;
}

function wholeRecord(file: string, text: string): string | undefined {
  if (recordRooms.includes(roomOf(file)) || !/\bRunRecord\b/.test(text)) return undefined;
  return `src/${file} names RunRecord: take the table, or the part of it that is needed`;
}
