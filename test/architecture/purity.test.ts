import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { isPure } from "../../scripts/architecture/rooms.ts";
import { sharedFolder } from "../support/folder.ts";

/** Says what no pure folder may hold, by the name of the file that is planted there. */
const violations: Readonly<Record<string, string>> = {
  "file-system": `import { readFileSync } from "node:fs";\n\nexport const planted = readFileSync("x");\n`,
  "file-system-late": `export const planted = await import("node:fs/promises");\n`,
  path: `import { join } from "node:path";\n\nexport const planted = join("a", "b");\n`,
  runner: `import { setFailed } from "@actions/core";\n\nexport const planted = setFailed;\n`,
  protocol: `import { Client } from "@modelcontextprotocol/sdk/client/index.js";\n\nexport const planted = Client;\n`,
  http: `import { request } from "undici";\n\nexport const planted = request;\n`,
  fetch: `export const planted = fetch("https://example.com");\n`,
  now: "export const planted = Date.now();\n",
  date: "export const planted = new Date();\n",
  random: "export const planted = Math.random();\n",
  "random-bytes": "export const planted = crypto.randomUUID();\n",
  timer: "export const planted = setTimeout(() => {}, 1);\n",
  environment: "export const planted = process.env;\n",
};

const root = path.resolve(import.meta.dirname, "../..");
const folders = [
  "",
  ...readdirSync(path.join(root, "src"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => path.relative(path.join(root, "src"), path.join(entry.parentPath, entry.name)))
    .map((folder) => folder.replaceAll(path.sep, "/")),
];

interface Diagnostic {
  readonly category: string;
  readonly location: { readonly path: string };
}

const copy = sharedFolder();
/** Places, relative to the copy, of all errors of the linter. */
let complaints: ReadonlySet<string>;

beforeAll(() => {
  // The files of `src` themselves are linted by `npm run lint`.
  for (const part of ["biome.json", "scripts/pure.grit", "scripts/prose.grit"])
    cpSync(path.join(root, part), path.join(copy, part));
  for (const folder of folders) {
    mkdirSync(path.join(copy, "src", folder), { recursive: true });
    for (const [name, text] of Object.entries(violations))
      writeFileSync(path.join(copy, "src", folder, `planted-${name}.ts`), text);
  }
  complaints = lint(copy);
});

function lint(directory: string): Set<string> {
  const biome = path.join(root, "node_modules/.bin/biome");
  const options = ["--vcs-enabled=false", "--reporter=json", "--max-diagnostics=none"];
  const { stdout, stderr } = spawnSync(biome, ["lint", ...options, "src"], {
    cwd: directory,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (stdout === "") throw new Error(stderr);
  const { diagnostics }: { diagnostics: readonly Diagnostic[] } = JSON.parse(stdout);
  return new Set(diagnostics.map(({ location }) => location.path.replaceAll("\\", "/")));
}

const planted = (folder: string) =>
  Object.keys(violations).map((name) => path.posix.join("src", folder, `planted-${name}.ts`));

test("the folders are told apart", () => {
  expect(folders.filter(isPure).length).toBeGreaterThan(15);
  expect(isPure("baseline/branch/squash.ts")).toBe(true);
  expect(isPure("baseline/branch-store.ts")).toBe(false);
  expect(isPure("record/files/record-file.ts")).toBe(false);
});

describe.each(folders.filter(isPure))("src/%s", (folder) => {
  test("nothing impure passes the linter", () => {
    expect(planted(folder).filter((file) => !complaints.has(file))).toEqual([]);
  });
});

test("folders that are not pure may do all of that", () => {
  const others = folders.filter((folder) => !isPure(folder));
  expect(others.flatMap(planted).filter((file) => complaints.has(file))).toEqual([]);
});
