import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { recordSchema } from "../../src/record/record.ts";
import { makeRecord } from "../compare/records.ts";
import { temporaryFolder } from "../support/folder.ts";

const program = path.resolve("dist/cli.js");
const controlServer = path.resolve("dist/control-server.js");

const configuration = `server: { command: ${JSON.stringify(process.execPath)}, args: [${JSON.stringify(controlServer)}] }
control: false
defaults: { requests: 5, rounds: 2, leak_check: 0 }
benchmarks: [{ method: ping }]
`;

test.each(["stdout", "stderr"] as const)("a reader of %s who stops reading costs no round", async (name) => {
  using folder = temporaryFolder();
  writeFileSync(path.join(folder.path, "mcp-bench.yml"), configuration);
  const child = spawn(process.execPath, [program, "run", "--json", "record.json"], { cwd: folder.path });
  child[name].destroy();
  child[name === "stdout" ? "stderr" : "stdout"].resume();
  expect(await once(child, "close")).toEqual([0, null]);
  const record = recordSchema.parse(JSON.parse(readFileSync(path.join(folder.path, "record.json"), "utf8")));
  expect(record.rounds).toHaveLength(2);
});

test("a disk that fills while a file under standard output grows is reported, and is no verdict", () => {
  using folder = temporaryFolder();
  const [record, output] = ["record.json", "report.html"].map((name) => path.join(folder.path, name)) as [
    string,
    string,
  ];
  writeFileSync(record, JSON.stringify(makeRecord({ rows: { a: { head: [{ latencies: [1, 2, 3] }] } } })));
  // A limit on the size of files cuts a write short as a full disk does.
  const script = 'ulimit -f 1 && exec "$@" > "$0"';
  const args = ["-c", script, output, process.execPath, program, "report", record, "--format", "html"];
  const { status, stderr } = spawnSync("sh", args, {
    env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: "1" },
    encoding: "utf8",
  });
  expect(readFileSync(output).length).toBeGreaterThan(0);
  expect(stderr).toMatch(/^mcp-bench: standard output cannot be written: EFBIG.*\n$/);
  expect(status).toBe(2);
});

describe.runIf(existsSync("/dev/full"))("a full disk", () => {
  /** Runs the command line with one of its outputs on a disk that takes nothing. */
  function withFull(name: "stdout" | "stderr", ...args: readonly string[]) {
    const full = openSync("/dev/full", "w");
    const [stdout, stderr] = name === "stdout" ? [full, "pipe" as const] : ["pipe" as const, full];
    try {
      return spawnSync(process.execPath, [program, ...args], { stdio: ["ignore", stdout, stderr], encoding: "utf8" });
    } finally {
      closeSync(full);
    }
  }

  test("under standard output is told, and is no verdict", () => {
    const { status, stderr } = withFull("stdout", "run", "--help");
    expect(status).toBe(2);
    expect(stderr).toMatch(/^mcp-bench: standard output cannot be written: ENOSPC.*\n$/);
  });

  test("under one of the files costs that file alone", () => {
    using folder = temporaryFolder();
    writeFileSync(path.join(folder.path, "mcp-bench.yml"), configuration);
    const args = [program, "run", "--rounds", "1", "--json", "/dev/full", "--markdown", "report.md"];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder.path, encoding: "utf8" });
    expect(stderr).toContain("mcp-bench: /dev/full: it cannot be written: ENOSPC");
    expect(stdout.endsWith("\nWritten: report.md\n")).toBe(true);
    expect(existsSync(path.join(folder.path, "report.md"))).toBe(true);
    expect(status).toBe(2);
  });

  test("under standard error leaves output and exit code alone", () => {
    expect(withFull("stderr", "run", "--help")).toMatchObject({ status: 0, stdout: expect.stringContaining("Usage:") });
    expect(withFull("stderr", "compare", "no-such.json").status).toBe(2);
  });
});
