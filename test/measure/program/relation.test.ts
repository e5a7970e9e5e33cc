import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { ConfigError } from "../../../src/errors.ts";
import { programReader, readMacosPrograms } from "../../../src/measure/program/processes.ts";
import { programOf } from "../../../src/measure/program/program.ts";
import { Programs } from "../../../src/measure/program/programs.ts";
import type { Arm, LaunchSpec } from "../../../src/plan/plan.ts";
import type { RunningServer } from "../../../src/server/protocol/session.ts";
import { stdioSpec } from "../../server/support.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { arm } from "../plans.ts";

/** Two checkouts and a folder beside them, each with `server.js`. */
function folders() {
  const made = temporaryFolder();
  onTestFinished(() => made[Symbol.dispose]());
  const root = realpathSync(made.path);
  for (const name of ["head", "base", "elsewhere"]) {
    mkdirSync(path.join(root, name));
    writeFileSync(path.join(root, name, "server.js"), "");
  }
  return {
    root,
    head: path.join(root, "head"),
    base: path.join(root, "base"),
    elsewhere: path.join(root, "elsewhere"),
  };
}

const identity = { name: "tiny", version: "1", protocol: "2025-11-25" };

/** Programs of two arms whose processes are as given. */
async function programsOf(
  checkouts: { head: string; base: string },
  { head, base, read }: { head: RunningServer; base: RunningServer; read?: ReturnType<typeof programReader> },
  launch: LaunchSpec = stdioSpec("server.js"),
) {
  const arms: Arm[] = [arm(launch), arm(launch, { id: "base", side: "base" })];
  const programs = new Programs({ arms }, { checkouts, ...(read ? { read } : {}) });
  for (const [index, server] of [head, base].entries()) await programs.add(arms[index] as Arm, server, identity);
  return programs;
}

const server = (about: Partial<RunningServer>) => about as RunningServer;
const unclear = { kind: "unknown", doubt: "unclear" };

describe("an address", () => {
  const remote = (host: string) => server({ url: new URL(`http://${host}/mcp?key=secret`) });
  const { command: _none, ...launch } = stdioSpec("");

  test("that both arms call is no comparison", async () => {
    const programs = await programsOf(folders(), { head: remote("one.test"), base: remote("one.test") }, launch);
    expect(() => programs.check()).toThrow(ConfigError);
    expect(JSON.stringify(programs.of("head"))).not.toContain("secret");
  });

  test("of its own proves each", async () => {
    const programs = await programsOf(folders(), { head: remote("one.test"), base: remote("two.test") }, launch);
    programs.check();
    expect(programs.of("head")).toEqual({ kind: "address", name: "http://one.test/mcp" });
  });
});

describe("where the system does not tell", () => {
  test("both are in doubt: /proc that may not be read", async () => {
    const unread = { pid: 1, executable: undefined, words: [], directory: undefined, loaded: [] };
    const both = { head: server({ pid: 1 }), base: server({ pid: 1 }), read: async () => [unread] };
    const programs = await programsOf(folders(), both);
    programs.check();
    expect([programs.of("head"), programs.of("base")]).toEqual([unclear, unclear]);
  });

  test("both are in doubt: a process that is gone, a reader that fails, a container that is hidden", async () => {
    const gone = { head: server({ pid: 2 ** 22 + 1 }), base: server({ unread: "it starts docker" }) };
    expect((await programsOf(folders(), gone)).of("base")).toEqual(unclear);
    const read = async () => Promise.reject(new Error("no room"));
    const programs = await programsOf(folders(), { head: server({ pid: 1 }), base: server({ pid: 1 }), read });
    programs.check();
    expect(programs.of("head")).toEqual(unclear);
  });
});

test("a run without a second arm, or without checkouts, looks at nothing", async () => {
  const read = async () => Promise.reject(new Error("not to be called"));
  const alone = new Programs({ arms: [arm(stdioSpec(""))] }, { checkouts: folders(), read });
  await alone.add(arm(stdioSpec("")), server({ pid: 1 }), identity);
  expect(alone.of("head")).toBeUndefined();
});

describe("on macOS", () => {
  const node = "/opt/homebrew/Cellar/node/24.1.0/bin/node";
  const python = "/Library/Frameworks/Python.framework/Versions/3.12/Resources/Python.app/Contents/MacOS/Python";

  /** Says what `ps` and `lsof` print of one process. */
  const printed =
    (executable: string, command: string, { cwd, more = [] }: { cwd: string; more?: string[] }) =>
    async (program: string) =>
      program === "ps"
        ? `  501 ${command}\n`
        : [
            "p501",
            "fcwd",
            `n${cwd}`,
            ...[executable, ...more, "/usr/lib/dyld"].flatMap((file) => ["ftxt", `n${file}`]),
            "",
          ].join("\n");

  async function seen(
    output: ReturnType<typeof printed>,
    { head, base }: ReturnType<typeof folders>,
    launch = stdioSpec(""),
  ) {
    const { identity: _file, ...program } = {
      identity: "",
      ...programOf(await readMacosPrograms([501], output), launch, { own: head, others: [head, base] }),
    };
    return program;
  }

  test("a script of the checkout", async () => {
    const at = folders();
    expect(await seen(printed(node, "node server.js --verbose", { cwd: at.head }), at)).toEqual({
      kind: "own",
      name: "server.js",
    });
  });

  test("a package that npx keeps, and a link to the checkout among these", async () => {
    const at = folders();
    const bin = path.join(at.elsewhere, "node_modules/.bin");
    mkdirSync(bin, { recursive: true });
    symlinkSync(path.join(at.elsewhere, "server.js"), path.join(bin, "tiny"));
    symlinkSync(path.join(at.head, "server.js"), path.join(bin, "linked"));
    const run = (name: string) => seen(printed(node, `node ${bin}/${name} ./data.json`, { cwd: at.head }), at);
    expect(await run("tiny")).toEqual({ kind: "elsewhere", name: "server.js" });
    expect(await run("linked")).toEqual({ kind: "own", name: "server.js" });
  });

  test("code of the checkout that an interpreter has loaded", async () => {
    const at = folders();
    const more = [path.join(at.head, ".venv/lib/python3.12/site-packages/core.so")];
    expect(await seen(printed(python, `${python} -m tiny`, { cwd: at.head, more }), at)).toEqual({
      kind: "own",
      name: ".venv/lib/python3.12/site-packages/core.so",
    });
  });

  test("a path with blanks, which `ps` does not show, as it was given", async () => {
    const at = folders();
    const file = path.join(at.head, "my server.js");
    writeFileSync(file, "");
    const launch = stdioSpec("", [], { command: node, args: [file] });
    expect(await seen(printed(node, `node ${file}`, { cwd: at.head }), at, launch)).toEqual({
      kind: "own",
      name: "my server.js",
    });
  });

  test("nothing where the process is gone", async () => {
    expect(await readMacosPrograms([501], async () => "")).toEqual([]);
  });
});

test.runIf(process.platform === "linux")("Linux shows the process itself, and what it has mapped as code", async () => {
  const [own] = await programReader("linux")(process.pid);
  expect(own).toMatchObject({ pid: process.pid, executable: realpathSync(process.execPath), directory: process.cwd() });
  expect(own?.loaded.some((file) => /\/libc[.-]/.test(file))).toBe(true);
});

test("no reader finds nothing on other systems", async () => {
  expect(await programReader("win32")(process.pid)).toEqual([]);
});
