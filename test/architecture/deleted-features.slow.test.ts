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
    "test/browser/flame-graph.test.ts",
    "test/browser/golden-pictures.test.ts",
    "test/browser/html-report.test.ts",
    "test/report/figures/figures.test.ts",
    "test/report/hostile-record.test.ts",
    "test/report/outside-text.test.ts",
    "test/report/sections/sustained.test.ts",
  ],
  trace: [],
  upstream: [],
  why: ["test/browser/flame-graph.test.ts", "test/interop/profilers.test.ts", "test/scripts/fuzz.test.ts"],
};

/** The rest that is run: all of it takes minutes for each feature. */
const rest = ["test/architecture", "test/features", "test/cli/help.test.ts", "test/report/markdown/markdown.test.ts"];

/** Says what `npm run demo` shows, from the build of the copy. */
const demo = "dist/cli.js";

const root = process.cwd();
const copied = ["src", "test", "scripts", "docs", "rolldown.config.ts", "vitest.config.ts", "biome.json"];
const linked = ["node_modules", "fixtures", "workflows"];
const read = ["package.json", "tsconfig.json", "action.yml", "README.md", "mcp-bench.schema.json", "AGENTS.md"];

test("every feature is tried", () => {
  expect(features.map(({ name }) => name)).toEqual(Object.keys(gone));
});

test.each(features.map(({ name }) => name))(
  "without %s the product builds, and passes the rest of its tests",
  (name) => {
    using folder = temporaryFolder();
    const copy = folder.path;
    for (const each of [...copied, ...read]) cpSync(each, path.join(copy, each), { recursive: true });
    for (const each of linked) symlinkSync(path.join(root, each), path.join(copy, each));
    const run = (...words: string[]) =>
      execFileSync(process.execPath, words, { cwd: copy, encoding: "utf8", stdio: "pipe", maxBuffer: 1e8 });
    const tool = (file: string, ...words: string[]) => run(path.join(root, "node_modules", file), ...words);

    rmSync(path.join(copy, "src/features", name), { recursive: true });
    rmSync(path.join(copy, "test/features", name), { recursive: true });
    const registry = path.join(copy, "src/features/index.ts");
    writeFileSync(registry, withoutFeature(readFileSync(registry, "utf8"), name));
    expect(removeDependents(copy)).toEqual(gone[name]);

    tool("typescript/bin/tsc", "-p", ".");
    tool("rolldown/bin/cli.mjs", "-c", "rolldown.config.ts");
    run("scripts/architecture.ts");
    tool("vitest/vitest.mjs", "run", "--project", "main*", "--maxWorkers", "1", "--reporter", "dot", ...rest);
    expect(run(demo, "demo")).toContain("search");
  },
);

/** Removes the line of a feature, and its import. */
function withoutFeature(text: string, name: string): string {
  return text.replace(new RegExp(`^import .*"\\./${name}/feature\\.ts";\n`, "m"), "").replace(
    /= \[(.*)\];/,
    (_, names: string) =>
      `= [${names
        .split(", ")
        .filter((each) => each !== name)
        .join(", ")}];`,
  );
}

/** Removes every file outside of `src` that imports what is not there, one after the other; returns the tests among them. */
function removeDependents(copy: string): string[] {
  const files = globSync("{test,scripts}/**/*.ts", { cwd: copy });
  const there = new Set(globSync("{src,test,scripts,fixtures}/**/*.*", { cwd: copy }));
  const removed: string[] = [];
  const lacks = (file: string) =>
    [
      ...readFileSync(path.join(copy, file), "utf8").matchAll(/^(?:import|\}) [^\n]*"(\.{1,2}\/[^"\n?]+\.ts)";$/gm),
    ].some(([, found = ""]) => {
      const target = path.posix.join(path.posix.dirname(file), found);
      // Texts of tests may hold imports of files that they write.
      return existsSync(target) && !there.has(target);
    });
  for (;;) {
    const next = files.filter((file) => there.has(file) && lacks(file));
    if (next.length === 0) return removed.filter((file) => file.endsWith(".test.ts")).sort();
    for (const file of next) {
      rmSync(path.join(copy, file));
      there.delete(file);
      removed.push(file);
    }
  }
}
