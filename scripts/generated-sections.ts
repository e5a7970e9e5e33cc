import { readFileSync, writeFileSync } from "node:fs";

/** Says what stands between `<!-- name -->` and `<!-- /name -->` of a document. */
interface Section {
  readonly name: string;
  readonly text: string;
}

/** Writes the sections of a document. Returns false where a check finds other text than there should be. */
export function keepSections(
  file: string,
  sections: readonly Section[],
  { check }: { readonly check: boolean },
): boolean {
  const before = readFileSync(file, "utf8");
  const after = sections.reduce(replaceBetween, before);
  if (after === before) return true;
  if (!check) writeFileSync(file, after);
  return !check;
}

function replaceBetween(document: string, { name, text }: Section): string {
  const begin = `<!-- ${name} -->`;
  const end = `<!-- /${name} -->`;
  const from = document.indexOf(begin);
  const to = document.indexOf(end, from);
  if (from < 0 || to < 0) throw new Error(`no section between\n${begin}\nand\n${end}`);
  return `${document.slice(0, from + begin.length)}\n\n${text}\n\n${document.slice(to)}`;
}
