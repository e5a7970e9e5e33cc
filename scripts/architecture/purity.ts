/**
 * Folders of `src` whose code depends on nothing but its arguments: no I/O, clock, randomness, environment or timer.
 * biome.json forbids those there; test/architecture plants each of them in every such folder and looks for the error.
 */
const pure = ["stats", "text", "record", "metrics", "plan", "config/schema", "compare", "baseline/branch", "report"];

/** Folders within them that are not: one reads and writes files, the other runs in a page. */
const impure = ["record/files", "report/html/browser"];

/** Of a folder or file, by its path below `src`. */
export function isPure(path: string): boolean {
  const isWithin = (folder: string) => path === folder || path.startsWith(`${folder}/`);
  return pure.some(isWithin) && !impure.some(isWithin);
}
