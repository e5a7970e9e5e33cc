import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { parseConfig } from "../../src/config/parse.ts";
import { findTool } from "../act/tool.ts";
import { type Block, blocks, documentationFiles } from "./blocks.ts";
import { anchors, relativeLinks } from "./links.ts";
import { Sandbox } from "./sandbox.ts";

const actionlint = findTool("actionlint");
const shells = ["sh", "bash", "shell", "console"];

type YamlKind = "workflow" | "steps" | "configuration";

function kindOf(text: string): YamlKind {
  const value: unknown = parse(text);
  if (Array.isArray(value)) return "steps";
  if (typeof value === "object" && value !== null && "jobs" in value) return "workflow";
  return "configuration";
}

function lint(workflow: string): string {
  const { stdout, stderr } = spawnSync(actionlint ?? "", ["-"], { input: workflow, encoding: "utf8" });
  return `${stdout}${stderr}`;
}

/** Steps alone are no workflow: they are linted inside a job. */
function aroundSteps(steps: string): string {
  const indented = steps.replace(/^(?=.)/gm, "      ");
  return `on: push\njobs:\n  job:\n    runs-on: ubuntu-latest\n    steps:\n${indented}`;
}

function runnable(file: string, languages: readonly string[]): Array<{ name: string; block: Block }> {
  return blocks(readFileSync(file, "utf8"))
    .filter((block) => languages.includes(block.language) && block.notRun === undefined)
    .map((block) => ({ name: `line ${block.line}`, block }));
}

describe.each(documentationFiles())("%s", (file) => {
  const text = readFileSync(file, "utf8");

  it("links to files and headings that exist", () => {
    const broken = relativeLinks(text).filter(({ path, anchor }) => {
      const target = path === "" ? file : join(dirname(file), path);
      if (!existsSync(target)) return true;
      return anchor !== undefined && !anchors(readFileSync(target, "utf8")).has(anchor);
    });
    expect(broken).toEqual([]);
  });

  const yaml = runnable(file, ["yaml", "yml"]).map(({ name, block }) => ({ name, block, kind: kindOf(block.text) }));

  for (const { name, block } of yaml.filter(({ kind }) => kind === "configuration")) {
    it(`${name}: the configuration is valid`, () => {
      expect(() => parseConfig(block.text, file)).not.toThrow();
    });
  }

  for (const { name, block, kind } of yaml.filter(({ kind }) => kind !== "configuration")) {
    it.skipIf(actionlint === undefined)(`${name}: the ${kind} pass actionlint`, () => {
      expect(lint(kind === "steps" ? aroundSteps(block.text) : block.text)).toBe("");
    });
  }

  const commands = runnable(file, shells);

  describe.runIf(commands.length > 0)("commands, one after the other in one folder", () => {
    let sandbox: Sandbox;
    beforeAll(() => {
      sandbox = new Sandbox();
    });
    afterAll(() => sandbox[Symbol.dispose]());

    it.each(commands)(
      "$name",
      ({ block }) => {
        const { exitCode, output } = sandbox.run(block.text.replace(/^\$ /gm, ""));
        expect(exitCode, output).toBe(block.exits);
      },
      120_000,
    );
  });
});
