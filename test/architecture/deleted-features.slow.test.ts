import { execFileSync } from "node:child_process";
import { cpSync, existsSync, globSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { features } from "../../src/features/index.ts";
import { temporaryFolder } from "../support/folder.ts";

/** Tests of the core that look at a feature too, and go with it. */
const gone: Readonly<Record<string, readonly string[]>> = {
  k6: ["test/interop/k6.test.ts"],
  page: [
    "test/baseline/bad-input.test.ts",
    "test/browser/golden-pictures.test.ts",
    "test/browser/html-report.test.ts",
    "test/report/figures/figures.test.ts",
    "test/report/hostile-record.test.ts",
    "test/report/outside-text.test.ts",
    "test/report/sections/sustained.test.ts",
  ],
  trace: [],
  upstream: [],
  why: ["test/interop/profilers.test.ts", "test/scripts/fuzz.test.ts"],
};

/** The rest that is run: all of it takes minutes. */
const rest = ["test/architecture", "test/cli/help.test.ts", "test/report/markdown/markdown.test.ts"];

const root = process.cwd();
const copied = ["src", "test", "scripts", "docs", "rolldown.config.ts", "vitest.config.ts", "biome.json"];
const linked = ["node_modules", "fixtures", "workflows"];
const read = ["package.json", "tsconfig.json", "action.yml", "README.md", "mcp-bench.schema.json", "AGENTS.md"];

test("every feature is tried", () => {
  expect(features.map(({ name }) => name)).toEqual(Object.keys(gone));
});

// No feature imports another, which ./rooms.test.ts checks: what works without all of them works without one.
test.each(Object.entries(gone))("without %s few tests of the core go", (name, tests) => {
  const own = [`src/features/${name}/`, `test/features/${name}/`];
  const left = globSync("{src,test,scripts,fixtures}/**/*.*").filter(
    (file) => !own.some((one) => file.startsWith(one)),
  );
  expect(dependents(left).filter((file) => file.endsWith(".test.ts"))).toEqual(tests);
});

test("without all of them the product builds, and passes the rest of its tests", () => {
  using folder = temporaryFolder();
  const copy = folder.path;
  for (const each of [...copied, ...read]) cpSync(each, path.join(copy, each), { recursive: true });
  for (const each of linked) symlinkSync(path.join(root, each), path.join(copy, each));
  const run = (...words: string[]) =>
    execFileSync(process.execPath, words, { cwd: copy, encoding: "utf8", stdio: "pipe", maxBuffer: 1e8 });
  const tool = (file: string, ...words: string[]) => run(path.join(root, "node_modules", file), ...words);

  const registry = path.join(copy, "src/features/index.ts");
  writeFileSync(registry, withoutFeatures(readFileSync(registry, "utf8")));
  for (const { name } of features)
    for (const place of ["src", "test"]) rmSync(path.join(copy, place, "features", name), { recursive: true });
  const left = globSync("{src,test,scripts,fixtures}/**/*.*", { cwd: copy });
  for (const file of dependents(left)) rmSync(path.join(copy, file));

  // Tests and scripts are run, but what they import is all that could be missing.
  tool("typescript/bin/tsc", "-p", sourcesOnly(copy));
  tool("rolldown/bin/cli.mjs", "-c", "rolldown.config.ts");
  run("scripts/architecture.ts");
  tool("vitest/vitest.mjs", "run", "--project", "main*", "--maxWorkers", "1", "--reporter", "dot", ...rest);
  expect(run("dist/cli.js", "demo")).toContain("search");
});

/** Removes the lines of all features. */
function withoutFeatures(text: string): string {
  return text.replace(/^import .*"\.\/.*\n/gm, "").replace(/= \[.*\];/, "= [];");
}

/** Writes a configuration of the compiler without tests and scripts; returns its path. */
function sourcesOnly(copy: string): string {
  const file = path.join(copy, "tsconfig.src.json");
  writeFileSync(file, JSON.stringify({ extends: "./tsconfig.json", include: ["src"] }));
  return file;
}

/** Returns every file outside of `src` that imports what is not among `files`, or imports such a file. */
function dependents(files: readonly string[]): string[] {
  const there = new Set(files);
  const importing = files
    .filter((file) => /^(test|scripts)\/.*\.ts$/.test(file))
    .map((file) => ({ file, imported: importsOf(file) }));
  const found: string[] = [];
  for (;;) {
    const next = importing.filter(({ file, imported }) => there.has(file) && imported.some((one) => !there.has(one)));
    if (next.length === 0) return found.sort();
    for (const { file } of next) there.delete(file);
    found.push(...next.map(({ file }) => file));
  }
}

/** Returns the files that a file of the whole tree imports. */
function importsOf(file: string): string[] {
  const found = readFileSync(file, "utf8").matchAll(/^(?:import|\}) [^\n]*"(\.{1,2}\/[^"\n?]+\.ts)";$/gm);
  // Texts of tests may hold imports of files that they write.
  return [...found]
    .map(([, one = ""]) => path.posix.join(path.posix.dirname(file), one))
    .filter((one) => existsSync(one));
}
