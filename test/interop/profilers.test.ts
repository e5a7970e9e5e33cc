import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../src/base/host/clock.ts";
import { pythonProfiler } from "../../src/features/why/measure/hook-profiler.ts";
import { HookServer } from "../../src/features/why/measure/hook-server.ts";
import { perfProfiler } from "../../src/features/why/measure/perf-profiler.ts";
import type { NoProfile, ProcessSamples, Profiler } from "../../src/features/why/measure/profiler.ts";
import type { ProfileKind } from "../../src/record/profile.ts";
import { stdioSpec } from "../server/support.ts";
import { findTool } from "../support/tool.ts";

interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Lets a profiler look into a program that answers each line with one, while it is called; gives also what it answered last. */
async function look(profiler: Profiler, { command, args, env = {} }: Program, kind: ProfileKind, calls = 200) {
  const folder = await mkdtemp(path.join(tmpdir(), "mcp-bench-test-"));
  const hooks = await HookServer.open();
  onTestFinished(async () => {
    await hooks[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });
  const spec = stdioSpec("", [], { command, args });
  const signal = new AbortController().signal;
  const options = { kind, folder, hooks, clock: systemClock, signal };
  const prepared = await profiler.prepare({ ...spec, env: { ...spec.env, ...env } }, options);
  const child = spawn(command, args, { env: prepared.launch.env, stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const call = async () => {
    child.stdin.write("x\n");
    return (await lines.next()).value;
  };
  await call();
  // A program may answer before it is read here that its hook has reported; servers are called for longer than once before.
  await hooks.arrived("python");
  await prepared.start([child.pid ?? 0]);
  let answer: string | undefined;
  for (let made = 0; made < calls; made++) answer = await call();
  const found = await prepared.stop();
  child.stdin.end();
  const [code] = await once(child, "exit");
  await prepared[Symbol.asyncDispose]();
  return { answer, found, code };
}

/** Functions by what they took themselves, the most first. */
function ranked(found: ProcessSamples | NoProfile): string[] {
  if ("unable" in found) return [found.unable];
  const { frames, nodes } = found.profile;
  const sums = new Map<string, number>();
  for (const { frame, self } of nodes) {
    const { name = "", file = "" } = frames[frame] ?? {};
    const key = `${name} ${path.basename(file)}`;
    sums.set(key, (sums.get(key) ?? 0) + self);
  }
  return [...sums].sort(([, a], [, b]) => b - a).map(([key]) => key);
}

const python = findTool("python3");

describe.skipIf(python === undefined)("a program in Python", () => {
  const script = `
import concurrent.futures, os, sys
pool = concurrent.futures.ThreadPoolExecutor(1)
kept = []
def slow(n): return sum(i * i for i in range(n))
def quick(n): return slow.__code__ and n
def in_worker(n):
    total = 0
    for i in range(n): total += i * i
    return total
for line in sys.stdin:
    kept.append(bytearray(1000))
    slow(20000), quick(10), pool.submit(in_worker, 20000).result()
    print(os.environ.get("OWN", "none"), os.path.basename(os.path.dirname(sys.modules["sitecustomize"].__file__)), flush=True)
`;
  const server = { command: python ?? "", args: ["-c", script] };

  test("is sampled on all of its threads, and runs its own sitecustomize", async () => {
    const own = await mkdtemp(path.join(tmpdir(), "mcp-bench-own-"));
    onTestFinished(() => rm(own, { recursive: true }));
    await mkdir(path.join(own, "mine"));
    await writeFile(path.join(own, "mine", "sitecustomize.py"), "import os\nos.environ['OWN'] = 'ran'\n");
    const env = { PYTHONPATH: path.join(own, "mine") };
    const { answer, found, code } = await look(pythonProfiler, { ...server, env }, "time");
    expect([answer, code]).toEqual(["ran mine", 0]);
    const [first, ...others] = ranked(found);
    expect(first).toMatch(/slow|genexpr|in_worker/);
    expect([first, ...others]).toEqual(
      expect.arrayContaining([expect.stringMatching(/slow|genexpr/), "in_worker <string>"]),
    );
  });

  test("is asked which place keeps memory", async () => {
    const short = { ...server, args: ["-c", script.replaceAll("20000", "100")] };
    const { answer, found } = await look(pythonProfiler, short, "memory", 100);
    expect(answer).toMatch(/^none mcp-bench-test-/);
    expect(ranked(found)[0]).toBe("line 12 <string>");
  });

  test("that leaves PYTHONPATH out is told of in one line", async () => {
    const isolated = {
      ...server,
      args: [
        "-I",
        "-c",
        script.replace(', os.path.basename(os.path.dirname(sys.modules["sitecustomize"].__file__))', ""),
      ],
    };
    const { answer, found } = await look(pythonProfiler, isolated, "time", 1);
    expect(answer).toBe("none");
    expect(found).toEqual({ unable: expect.stringContaining("leaves out what PYTHONPATH names") });
  });
});

const compiler = findTool("cc");

test.skipIf(compiler === undefined)("a native program is sampled by perf, or it is told why not", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "mcp-bench-test-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(
    path.join(folder, "server.c"),
    `#include <stdio.h>
__attribute__((noinline)) long slow(long n) { volatile long t = 0; for (long i = 0; i < n; i++) t += i; return t; }
int main(void) { int c; while ((c = getchar()) != EOF) if (c == '\\n') { slow(1000000); puts("ok"); fflush(stdout); } }`,
  );
  const program = path.join(folder, "server");
  execFileSync(compiler ?? "", ["-O1", "-fno-omit-frame-pointer", "-o", program, path.join(folder, "server.c")]);
  const { found } = await look(perfProfiler, { command: program, args: [] }, "time");
  const told = "unable" in found ? found.unable : ranked(found)[0];
  expect(told).toMatch(
    /^(slow server|it is not installed|the kernel does not let it|it cannot record here|it is a program of)/,
  );
  if ("unable" in found) console.log(found.unable);
});
