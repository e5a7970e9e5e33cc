import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { listProcesses } from "../../src/base/host/process-tree.ts";
import { BuildError, build } from "../../src/run/build.ts";

let cwd: string;
beforeEach(async () => {
  cwd = await mkdtemp(path.join(tmpdir(), "mcp-bench-build-"));
});
afterEach(() => rm(cwd, { recursive: true, force: true }));

const quiet = new AbortController().signal;

function run(command: string, more: { timeout?: number; signal?: AbortSignal; warn?: (text: string) => void } = {}) {
  const { timeout = 30_000, ...rest } = more;
  return build(cwd, {
    command: { run: command, timeout },
    environment: { PATH: process.env.PATH, LANG: "set", GITHUB_TOKEN: "secret" },
    signal: quiet,
    warn: (message) => expect.fail(message),
    ...rest,
  });
}

/** A zombie that nobody reaps is dead. */
function isAlive(pid: number): boolean {
  return listProcesses().some((entry) => entry.pid === pid);
}

describe("a build", () => {
  it("runs in the checkout with the part of the environment that servers get, and nothing else", async () => {
    await run("env > seen && echo done >> seen");
    const seen = await readFile(path.join(cwd, "seen"), "utf8");
    expect(seen).toContain("LANG=set");
    expect(seen).toContain("done");
    expect(seen).not.toMatch(/HOME=|GITHUB_TOKEN=/);
  });

  it("that fails says so with the end of its output", async () => {
    const error = await run("echo compiling; echo 'main.c:3: no such type' >&2; exit 7").catch((caught) => caught);
    expect(error).toBeInstanceOf(BuildError);
    expect(error.message).toContain("exit code 7");
    expect(error.output).toContain("main.c:3: no such type");
  });

  it("that hangs is ended with everything it started", async () => {
    // On a busy machine a child may take long to begin.
    for (let timeout = 300; !existsSync(path.join(cwd, "child")); timeout *= 5) {
      const error = await run("sleep 600 & echo $! > child; wait", { timeout }).catch((caught) => caught);
      expect(error.message).toContain(`did not end within ${timeout / 1000} s`);
    }
    const child = Number(await readFile(path.join(cwd, "child"), "utf8"));
    await expect.poll(() => isAlive(child)).toBe(false);
  });

  it.runIf(process.platform === "linux")("leaves no daemon behind, and names it", async () => {
    const told: string[] = [];
    // The shell waits until the daemon is one: what is still of its group is ended without a word.
    const command = "setsid sh -c 'echo $$ > child; exec sleep 600' & while [ ! -s child ]; do :; done; sleep 0.1";
    await run(command, { warn: (message) => told.push(message) });
    expect(told).toEqual([expect.stringMatching(/^the build left 1 process behind \("(?:sleep|sh)"\), ended now; /)]);
    const child = Number(await readFile(path.join(cwd, "child"), "utf8"));
    await expect.poll(() => isAlive(child)).toBe(false);
  });

  it("ends when the run is cancelled", async () => {
    const controller = new AbortController();
    const running = run("touch started; sleep 600", { signal: controller.signal });
    await expect.poll(() => existsSync(path.join(cwd, "started"))).toBe(true);
    controller.abort(new Error("cancelled"));
    await expect(running).rejects.toThrow("cancelled");
  });
});
