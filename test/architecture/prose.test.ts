import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../support/folder.ts";

const root = path.resolve(import.meta.dirname, "../..");

/** Ways in which a sentence of ours could be read back. */
const reads: Readonly<Record<string, string>> = {
  start: 'export const planted = (message: string) => message.startsWith("undecided");',
  end: 'export const planted = (one: { readonly reason: string }) => one.reason.endsWith("left");',
  optional: 'export const planted = (one?: { readonly reason: string }) => one?.reason.includes("left");',
  cut: 'export const planted = (one: { readonly warning: string }) => one.warning.split(":")[0];',
  pattern: "export const planted = (sentence: string) => /([0-9]+) rounds/.exec(sentence)?.[1];",
};

/** Places of the complaints of the linter about files with these texts. */
function complaints(texts: Readonly<Record<string, string>>): string[] {
  using copy = temporaryFolder();
  for (const part of ["biome.json", "scripts/pure.grit", "scripts/prose.grit"])
    cpSync(path.join(root, part), path.join(copy.path, part));
  for (const [file, text] of Object.entries(texts)) {
    mkdirSync(path.dirname(path.join(copy.path, file)), { recursive: true });
    writeFileSync(path.join(copy.path, file), `${text}\n`);
  }
  const options = ["--vcs-enabled=false", "--reporter=json", "--max-diagnostics=none"];
  const { stdout, stderr } = spawnSync(path.join(root, "node_modules/.bin/biome"), ["lint", ...options, "src"], {
    cwd: copy.path,
    encoding: "utf8",
  });
  if (stdout === "") throw new Error(stderr);
  const { diagnostics }: { diagnostics: readonly { location: { path: string } }[] } = JSON.parse(stdout);
  return diagnostics.map(({ location }) => location.path.replaceAll("\\", "/")).sort();
}

const planted = (folder: string) =>
  Object.fromEntries(Object.entries(reads).map(([name, text]) => [`src/${folder}/${name}.ts`, text]));

test.each(["decide", "report/sections", "measure/run"])("no sentence of ours is read back in %s", (folder) => {
  expect(complaints(planted(folder))).toEqual(Object.keys(planted(folder)).sort());
});

test("the folder of words may, and so may who reads the text of others", () => {
  const other = 'export const planted = (output: string) => output.split("\\n");';
  expect(complaints({ ...planted("report/words"), "src/git/other.ts": other })).toEqual([]);
});
