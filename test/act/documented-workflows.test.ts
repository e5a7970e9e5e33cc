import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { starterWorkflow } from "../../src/init/starter-workflow.ts";
import { documentationFiles, runnable, yamlKind } from "../docs/blocks.ts";
import { temporaryFolder } from "../support/folder.ts";
import { findTool } from "../support/tool.ts";

const actionlint = findTool("actionlint");

function lint(workflow: string): string {
  const { stdout, stderr } = spawnSync(actionlint ?? "", ["-"], { input: workflow, encoding: "utf8" });
  return `${stdout}${stderr}`;
}

/** Steps alone are no workflow: they are linted inside a job. */
function aroundSteps(steps: string): string {
  const indented = steps.replace(/^(?=.)/gm, "      ");
  return `on: push\njobs:\n  job:\n    runs-on: ubuntu-latest\n    steps:\n${indented}`;
}

const workflows = documentationFiles().flatMap((file) =>
  runnable(file, ["yaml", "yml"])
    .map(({ name, block }) => ({ where: `${file}, ${name}`, text: block.text, kind: yamlKind(block.text) }))
    .filter(({ kind }) => kind !== "configuration"),
);

const starters = [["package.json", "yarn.lock"], ["uv.lock"], ["Package.swift"], ["package.json", ".nvmrc"]];

it.skipIf(actionlint === undefined).each(starters)("what init writes for %s passes actionlint", (...files) => {
  using folder = temporaryFolder();
  for (const file of files) writeFileSync(path.join(folder.path, file), "");
  expect(lint(starterWorkflow({ inside: "packages/x", directory: folder.path }))).toBe("");
});

it.skipIf(actionlint === undefined).each(workflows)("$where: the $kind pass actionlint", ({ kind, text }) => {
  expect(lint(kind === "steps" ? aroundSteps(text) : text)).toBe("");
});
