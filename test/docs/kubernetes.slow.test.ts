import { execFileSync } from "node:child_process";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/folder.ts";
import { findTool } from "../support/tool.ts";

const validate = findTool("kubernetes-validate");
const folder = temporaryFolder();
afterAll(() => folder[Symbol.dispose]());

/** What is wrong with a manifest, by the schema of that version of Kubernetes. */
function problemsOf(files: readonly string[], version: string): string {
  try {
    execFileSync(validate ?? "", ["--strict", "--kubernetes-version", version, ...files], { stdio: "pipe" });
    return "";
  } catch (error) {
    return error instanceof Error && "stdout" in error
      ? `${error.stdout}${"stderr" in error ? error.stderr : ""}`
      : String(error);
  }
}

describe.skipIf(validate === undefined)("manifests", () => {
  test.each(["1.27", "1.37"])("are valid in Kubernetes %s", (version) => {
    expect(problemsOf(globSync("workflows/kubernetes/*.yaml"), version)).toBe("");
  });

  test("are not once a field does not exist", () => {
    const file = path.join(folder.path, "generators.yaml");
    const text = readFileSync("workflows/kubernetes/generators.yaml", "utf8");
    writeFileSync(file, text.replace("completionMode", "completionMod"));
    expect(problemsOf([file], "1.37")).toContain("completionMod");
  });
});
