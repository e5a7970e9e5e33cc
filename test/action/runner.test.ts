import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { compileCache } from "../support/compile-cache.ts";

const action = fileURLToPath(new URL("../../src/action/", import.meta.url));

let directory: string;
let env: Record<string, string>;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "mcp-bench-runner-files-"));
  env = { GITHUB_STEP_SUMMARY: join(directory, "summary"), GITHUB_OUTPUT: join(directory, "output") };
  for (const file of Object.values(env)) writeFileSync(file, "");
});
afterEach(() => rmSync(directory, { recursive: true }));

/** Runs code against a module of src/action in a process of its own: what it prints and writes is what a runner gets. */
function run(module: string, code: string): string {
  const script = `import * as m from ${JSON.stringify(`${action}${module}`)};\n${code}`;
  const args = ["--input-type=module", "--eval", script];
  return execFileSync(process.execPath, args, {
    env: { PATH: process.env.PATH, ...compileCache, ...env },
    encoding: "utf8",
  });
}

describe("summary", () => {
  test("is appended", () => {
    writeFileSync(env.GITHUB_STEP_SUMMARY ?? "", "# Before\n");
    expect(run("runner.ts", `console.log((await m.writeSummary("# Report ✓")).kind)`)).toBe("written\n");
    expect(readFileSync(env.GITHUB_STEP_SUMMARY ?? "", "utf8")).toBe("# Before\n# Report ✓\n");
  });

  test("its limit counts bytes, not characters", () => {
    const code = (count: number) => `console.log((await m.writeSummary("é".repeat(${count}))).kind)`;
    expect(run("runner.ts", code(512 * 1024))).toBe("written\n");
    expect(run("runner.ts", code(512 * 1024 + 1))).toBe("skipped\n");
  });

  test("without a summary file it says why and does not throw", () => {
    env.GITHUB_STEP_SUMMARY = join(directory, "missing", "summary");
    expect(run("runner.ts", `console.log((await m.writeSummary("x")).reason)`)).toContain("summary file");
  });
});

describe("outputs", () => {
  test("that cannot be written are told as what they are, not as a fault of ours", () => {
    rmSync(env.GITHUB_OUTPUT ?? "");
    const said = run(
      "runner.ts",
      `try { m.setOutputs({ status: "pass" }) } catch (e) { console.log(e.exitCode, e.message) }`,
    );
    expect(said).toMatch(/^2 GITHUB_OUTPUT: the outputs cannot be written: [\s\S]*fix: free space/);
  });

  test("that are absent stay unset, and no value can set another output", () => {
    const outputs = {
      status: "regressed",
      regressed: "a\nstatus=pass\nstatus<<X\npass\nX",
      "results-json": "/tmp/a\nstatus=pass",
    };
    run("runner.ts", `m.setOutputs(${JSON.stringify(outputs)})`);
    const written = readFileSync(env.GITHUB_OUTPUT ?? "", "utf8");
    const found = [...written.matchAll(/^([\w-]+)<<(ghadelimiter_\S+)\n([\s\S]*?)\n\2\n/gm)];
    expect(found.map(([whole]) => whole).join("")).toBe(written);
    expect(Object.fromEntries(found.map(([, name, , value]) => [name, value]))).toEqual(outputs);
  });
});

describe("log", () => {
  test("text and group titles hold no commands", () => {
    const hostile = JSON.stringify("tool\n::error::x\r##[error]y");
    const out = run(
      "runner.ts",
      `m.logText(${hostile}); await m.logGroup(${hostile}, async () => m.logText("inside"))`,
    );
    expect(out.split("\n").filter((line) => line.startsWith("::"))).toEqual([
      expect.stringMatching(/^::group::tool/),
      "::endgroup::",
    ]);
    expect(out).not.toMatch(/\r|##\[/);
  });

  test("untrusted output is wrapped with another token each time", () => {
    const out = run("runner.ts", `m.logUntrusted("::error::x"); m.logUntrusted("::error::x")`);
    const tokens = [...out.matchAll(/^::stop-commands::(.+)$/gm)].map(([, token]) => token);
    expect(new Set(tokens).size).toBe(2);
    for (const token of tokens) expect(out).toContain(`\n::${token}::\n`);
    expect(out).not.toMatch(/^::error/m);
  });

  test("annotations carry their place, and many lines stay one command", () => {
    const annotations = [{ level: "error", title: "a, b", message: "one\ntwo", file: "mcp-bench.yml", line: 3 }];
    const out = run(
      "runner.ts",
      `m.logAnnotations(${JSON.stringify(annotations)}); m.logWarning("w\\nx"); m.logFailure("f")`,
    );
    expect(out.trim().split("\n")).toEqual([
      "::error title=a%2C b,file=mcp-bench.yml,line=3::one%0Atwo",
      "::warning::w%0Ax",
      "::error::f",
    ]);
  });
});
