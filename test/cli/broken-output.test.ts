import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { recordSchema } from "../../src/record/record.ts";
import { makeRecord } from "../decide/records.ts";
import { temporaryFolder } from "../support/folder.ts";
import { git } from "../support/git-run.ts";

const program = path.resolve("dist/cli.js");
const sampleServer = path.resolve("dist/sample-server.js");

const configuration = `server: { command: ${JSON.stringify(process.execPath)}, args: [${JSON.stringify(sampleServer)}] }
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

test.each(["SIGINT", "SIGTERM"] as const)("the built program ends on %s while it reads", async (signal) => {
  const child = spawn(process.execPath, [program, "report", "-"]);
  // More than a pipe holds: once it is written, the program reads, and all that it imports has run.
  await new Promise((resolve) => child.stdin.write(" ".repeat(2 ** 21), resolve));
  child.kill(signal);
  expect(await once(child, "close")).toEqual([null, signal]);
});

test("an interrupted look at a baseline branch that does not answer leaves nothing", async () => {
  using folder = temporaryFolder();
  const [project, temporary] = ["project", "tmp"].map((name) => path.join(folder.path, name)) as [string, string];
  for (const one of [project, temporary]) mkdirSync(one);
  const silent = createServer().listen(0, "127.0.0.1");
  await once(silent, "listening");
  git(project, ["init", "--quiet"]);
  git(project, ["remote", "add", "origin", `http://127.0.0.1:${(silent.address() as AddressInfo).port}/server.git`]);
  const child = spawn(process.execPath, [program, "doctor"], {
    cwd: project,
    env: { ...process.env, TMPDIR: temporary, NODE_DISABLE_COMPILE_CACHE: "1" },
    stdio: "ignore",
  });
  const [socket] = await once(silent, "connection");
  const gone = once(socket.resume(), "close");
  child.kill("SIGINT");
  expect(await once(child, "close")).toEqual([130, null]);
  await gone;
  expect(readdirSync(temporary)).toEqual([]);
  silent.close();
});

test("the built program ends beside a parent that could send it messages", async () => {
  const child = spawn(process.execPath, [program, "--version"], { stdio: ["ignore", "ignore", "ignore", "ipc"] });
  expect(await once(child, "close")).toEqual([0, null]);
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

/** Runs a shell's commands in a folder of its own on a disk that holds 4 KiB; Linux lets anybody mount one for himself. */
function onSmallDisk(folder: string, commands: string, ...args: readonly string[]) {
  const mounted = `mount -t tmpfs -o size=4k none . && cd . && ${commands}`;
  return spawnSync("unshare", ["--user", "--map-root-user", "--mount", "sh", "-c", mounted, "sh", ...args], {
    cwd: folder,
    encoding: "utf8",
  });
}

function hasSmallDisks(): boolean {
  using folder = temporaryFolder();
  return onSmallDisk(folder.path, "true").status === 0;
}

describe.runIf(process.platform === "linux" && hasSmallDisks())("a disk that fills", () => {
  const rows = { a: { head: Array.from({ length: 9 }, () => ({ latencies: [1, 2, 3] })) } };
  const measured = JSON.stringify(makeRecord({ rows }));

  function small(commands: string) {
    using folder = temporaryFolder();
    const project = path.join(folder.path, "project");
    const disk = path.join(folder.path, "disk");
    for (const made of [project, disk]) mkdirSync(made);
    const record = path.join(project, "record.json");
    writeFileSync(record, measured);
    writeFileSync(path.join(project, "mcp-bench.yml"), configuration);
    const outcome = onSmallDisk(disk, commands, process.execPath, program, record, project);
    return { ...outcome, disk };
  }

  test.each([
    ["a record", '"$1" "$2" run --config "$4/mcp-bench.yml" --working-directory "$4" --json -'],
    ["a page", '"$1" "$2" report "$3" --format html'],
  ])("under standard output costs %s, is told, and is no verdict", (_, command) => {
    const { status, stderr, stdout } = small(`${command} > out; code=$?; wc -c < out; exit $code`);
    expect(stderr).toMatch(/^mcp-bench: standard output cannot be written: ENOSPC/m);
    expect([status, stdout.trim()]).toEqual([2, "4096"]);
  });

  test("under files names each of them, and leaves no part of one", () => {
    const outputs = "--json r.json --markdown r.md --html r.html";
    const run = `"$1" "$2" run --config "$4/mcp-bench.yml" --working-directory "$4" ${outputs}`;
    const { status, stderr, stdout } = small(`${run}; code=$?; ls; exit $code`);
    for (const name of ["r.json", "r.md", "r.html"])
      expect(stderr).toContain(`/${name}: the results cannot be written`);
    expect(stdout).not.toContain("Written: ");
    expect(stdout).not.toMatch(/^r\./m);
    expect(status).toBe(2);
  });

  test("under --output is told, and leaves no part of the file", () => {
    const report = '"$1" "$2" report "$3" --format html --output page.html';
    const { status, stderr, stdout } = small(`${report}; code=$?; ls; exit $code`);
    expect(stderr).toMatch(/^mcp-bench: .*page\.html: /);
    expect([status, stdout]).toEqual([2, ""]);
  });
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
