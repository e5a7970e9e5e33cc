import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { findTool } from "../support/tool.ts";
import { blocks } from "./blocks.ts";
import { Sandbox } from "./sandbox.ts";

/** Recipes that need a remote, a hook or another CI than ours, as far as they run without it. */

const page = blocks(readFileSync("docs/recipes.md", "utf8"));

function recipe(words: string): string {
  const [found, ...others] = page.filter(({ text }) => text.includes(words));
  if (!found || others.length > 0)
    throw new Error(`${others.length + (found ? 1 : 0)} blocks of the recipes hold ${words}`);
  return found.text;
}

let sandbox: Sandbox;
beforeAll(() => {
  sandbox = new Sandbox();
  const { exitCode, output } = sandbox.run(`
    git config --global user.name t && git config --global user.email t@example.com && git config --global init.defaultBranch main
    printf 'bin/\\n*.json\\n*.xml\\nreport.md\\nsite/\\n' > .gitignore
    git init --quiet && git add . && git commit --quiet -m one && git clone --quiet --bare . .git/remote
    git remote add origin "$PWD/.git/remote" && git fetch --quiet && git commit --quiet --allow-empty -m two`);
  expect(exitCode, output).toBe(0);
});
afterAll(() => sandbox[Symbol.dispose]());

const gitlab = recipe("CI_PIPELINE_SOURCE");

const checker = findTool("check-jsonschema");
test.skipIf(checker === undefined)("the GitLab pipeline is one by GitLab's schema", () => {
  writeFileSync(join(sandbox.folder, ".gitlab-ci.yml"), gitlab);
  const { exitCode, output } = sandbox.run(`'${checker}' --builtin-schema vendor.gitlab-ci .gitlab-ci.yml`);
  expect(exitCode, output).toBe(0);
});

test("the commands of the GitLab pipeline leave the files that it names", () => {
  const { script, after_script: after, artifacts } = parse(gitlab).bench;
  const variables = "export CI_MERGE_REQUEST_DIFF_BASE_SHA=$(git rev-parse HEAD~1)";
  const { exitCode, output } = sandbox.run([variables, ...script, ...after].join("\n"));
  expect(exitCode, output).toBe(0);
  expect(readFileSync(join(sandbox.folder, artifacts.reports.junit), "utf8")).toContain("<testsuite");
  for (const file of artifacts.paths)
    expect(readFileSync(join(sandbox.folder, file), "utf8")).toContain("MCP benchmark");
});

test("a stored run is accepted, and shown as a page by hand and by the workflow", () => {
  const push = recipe("baseline push").replace(/"https:[^"]+"/, '"$PWD/.git/remote"');
  const accept = recipe("baseline accept").replace("1a2b3c4", "$(git rev-parse HEAD)");
  const { render } = parse(readFileSync("workflows/pages.yml", "utf8")).jobs;
  const workflow = render.steps.find(({ run }: { run?: string }) => run !== undefined).run;
  const script = [
    push,
    accept,
    "mkdir -p site",
    recipe("--history"),
    "rm -r site",
    "export REMOTE=$PWD/.git/remote",
    workflow,
  ];
  const { exitCode, output } = sandbox.run(script.join("\n"));
  expect(exitCode, output).toBe(0);
  expect(readFileSync(join(sandbox.folder, "site/index.html"), "utf8")).toMatch(/^<!doctype html>/i);
});

test("the hook lets a push through that makes nothing slower, and stops one whose server ends at once", () => {
  // One round, however long a busy machine takes for it.
  const hook = recipe("pre-push").replace("60s", "10m --rounds 1");
  const passes = sandbox.run(`${hook}\ngit push --quiet origin HEAD`);
  expect(passes.exitCode, passes.output).toBe(0);
  expect(passes.output).toContain("MCP benchmark");
  const stops = sandbox.run(
    "echo 'process.exit(1)' > server.mjs && git commit --quiet -am three && git push origin HEAD",
  );
  expect(stops.exitCode, stops.output).not.toBe(0);
  expect(stops.output).toMatch(/exited with code 1[\s\S]*failed to push/);
});
