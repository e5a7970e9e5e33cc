import { expect, it, test } from "vitest";
import { importsOf, readTree } from "../../scripts/architecture/tree.ts";

const imports = importsOf(readTree("src"));
const media = ["markdown", "html", "terminal", "exports"];

/** The folder of a file of the report; empty for what all of them share. */
function folderOf(file: string): string | undefined {
  return /^report\/(?:([^/]+)\/)?/.exec(file)?.[1] ?? (file.startsWith("report/") ? "" : undefined);
}

/** Returns what files of a folder import from another. */
function crossing(from: readonly string[], to: readonly string[]): string[] {
  return [...imports].flatMap(([file, read]) =>
    from.includes(folderOf(file) ?? "–")
      ? [...read].filter((other) => to.includes(folderOf(other) ?? "–")).map((other) => `${file} → ${other}`)
      : [],
  );
}

test("charts, sections and what all share know no medium", () => {
  expect(crossing(["", "figures", "sections"], media)).toEqual([]);
});

test("charts know no section", () => {
  expect(crossing(["figures"], ["sections"])).toEqual([]);
});

it.each(media)("%s knows no other medium, but for what is fit for the log of a runner", (medium) => {
  const others = media.filter((other) => other !== medium);
  const known = crossing([medium], others).filter((each) => !each.endsWith("report/terminal/terminal-text.ts"));
  expect(known).toEqual([]);
});
