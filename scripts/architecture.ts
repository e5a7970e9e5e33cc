/**
 * Draws the rooms of docs/architecture.md from the imports of src, and prints how large the code is and what it has against
 * the rules. With --check nothing is written; with a folder, only the figures of the code in its `src` are printed.
 */
import path from "node:path";
import { argv, exit } from "node:process";
import { roomsSections } from "./architecture/document.ts";
import { figures } from "./architecture/figures.ts";
import { problems } from "./architecture/problems.ts";
import { readTree } from "./architecture/tree.ts";
import { keepSections } from "./generated-sections.ts";

const file = "docs/architecture.md";
const check = argv.includes("--check");
const other = argv.slice(2).find((word) => !word.startsWith("--"));
const tree = readTree(path.join(other ?? ".", "src"));
console.log(figures(tree));
if (other === undefined) {
  const found = problems(tree);
  for (const problem of found) console.error(problem);
  const isFresh = keepSections(file, roomsSections(tree), { check });
  if (!isFresh) console.error(`${file} does not show the imports there are\n  fix: npm run architecture`);
  if (found.length > 0 || !isFresh) exit(1);
}
