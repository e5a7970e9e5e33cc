/** Prints the changelog's section of one version. Fails unless tag, package.json and changelog agree. Usage: release-notes.ts vX.Y.Z */
import { readFileSync } from "node:fs";
import { argv, exit } from "node:process";

const tag = argv[2] ?? "";
const { version }: { version: string } = JSON.parse(readFileSync("package.json", "utf8"));
const sections = readFileSync("CHANGELOG.md", "utf8").split(/^## /m);
const section = sections.find((text) => text.startsWith(`[${version}] - `));
const notes = section?.split("\n").slice(1).join("\n").trim();

if (tag !== `v${version}`) {
  console.error(
    `the tag is ${tag}, but package.json says ${version}\n  fix: tag v${version}, or set the version first`,
  );
  exit(1);
}
if (!notes) {
  console.error(
    `CHANGELOG.md has nothing under "## [${version}] - YYYY-MM-DD"\n  fix: move the lines under "Unreleased" there`,
  );
  exit(1);
}
console.log(notes);
