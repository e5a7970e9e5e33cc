import { execFile, execFileSync, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { findProgram } from "../../src/base/host/find-program.ts";
import { freePort } from "../../src/server/process/port.ts";
import { root } from "../revision.ts";

const run = promisify(execFile);

/** Output of a command; rejects with what it wrote to stderr when it fails. */
export async function output(command: string, args: readonly string[]): Promise<string> {
  const { stdout } = await run(command, [...args], { maxBuffer: 64 * 2 ** 20 });
  return stdout;
}

/** Path of a program, or undefined. */
export function find(program: string): string | undefined {
  return findProgram(program, { env: process.env, cwd: root });
}

/** A command bound to one core, where that can be done and there are two. */
export function pinned(core: number, command: readonly string[]): string[] {
  const canPin = process.platform === "linux" && availableParallelism() > 1 && find("taskset") !== undefined;
  return canPin ? ["taskset", "-c", String(core), ...command] : [...command];
}

/** A program of fixtures/harness; undefined without a C compiler. */
export function compiled(name: string, folder: string): string | undefined {
  const compiler = find("cc");
  if (!compiler) return undefined;
  const program = join(folder, name);
  execFileSync(compiler, ["-O2", "-o", program, join(root, "fixtures/harness", `${name}.c`)]);
  return program;
}

/** Work on the echo server over HTTP, by its address. */
export async function overHttp<Result>(program: string, work: (url: string) => Promise<Result>): Promise<Result> {
  const port = await freePort();
  const server = spawn(program, ["http", String(port)], { stdio: "ignore" });
  try {
    await sleep(200);
    return await work(`http://127.0.0.1:${port}/mcp`);
  } finally {
    server.kill();
  }
}

/** The call that every contender makes over HTTP, as its body. */
export const callBody = JSON.stringify({
  jsonrpc: "2.0",
  id: 1_000_000_000,
  method: "tools/call",
  params: { name: "echo", arguments: { text: "hello" } },
});

interface WrkLoad {
  readonly connections: number;
  readonly seconds: number;
  readonly url: string;
  /** Says where its script is written. */
  readonly folder: string;
}

/** Returns what wrk finds with that call; latencies in µs. */
export async function wrkFigures(wrk: string, { connections, seconds, url, folder }: WrkLoad) {
  const script = join(folder, "post.lua");
  writeFileSync(
    script,
    `wrk.method = "POST"\nwrk.body = '${callBody}'\n` +
      'wrk.headers["Content-Type"] = "application/json"\nwrk.headers["Accept"] = "application/json, text/event-stream"\n' +
      'done = function(s, latency) io.write(string.format("p50 %d p99 %d\\n", latency:percentile(50), latency:percentile(99))) end\n',
  );
  const text = await output(wrk, ["-t1", `-c${connections}`, `-d${seconds}s`, "-s", script, url]);
  const [, p50, p99] = /^p50 (\d+) p99 (\d+)/m.exec(text) ?? [];
  return { perSecond: Number(/^Requests\/sec:\s*([\d.]+)/m.exec(text)?.[1]), p50: Number(p50), p99: Number(p99) };
}
