import { execFile, execFileSync, spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type RecordMeasurement, type RunRecord, recordSchema } from "../../src/record/record.ts";
import { latenciesOf } from "../../src/record/samples.ts";
import { median } from "../../src/stats/describe.ts";
import type { Tools } from "./parts.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../..");

export const cli = join(root, "dist/cli.js");
export const action = join(root, "dist/main.js");
export const fixtures = join(root, "fixtures/harness");

/** Output of a command; rejects with what it wrote to stderr when it fails. */
export async function output(command: string, args: readonly string[]): Promise<string> {
  const { stdout } = await run(command, [...args], { maxBuffer: 64 * 2 ** 20 });
  return stdout;
}

/** Path of a program, or undefined. */
export function find(program: string): string | undefined {
  try {
    return execFileSync("which", [program], { stdio: ["ignore", "pipe", "ignore"] })
      .toString()
      .trim();
  } catch {
    return undefined;
  }
}

/** A command bound to one core, where that can be done and there are two. */
export function pinned(core: number, command: readonly string[]): string[] {
  const canPin = process.platform === "linux" && availableParallelism() > 1 && find("taskset") !== undefined;
  return canPin ? ["taskset", "-c", String(core), ...command] : [...command];
}

export interface OurRun {
  /** As in mcp-bench.yml. */
  readonly server: object;
  readonly benchmark: object;
  readonly core?: number;
  /** Absent: one. */
  readonly rounds?: number;
}

export interface OurResult {
  readonly p50Ms: number;
  readonly perSecond: number;
  readonly recordBytes: number;
  /** Peak of the harness, without the servers; undefined where /proc is not there. */
  readonly peakBytes: number | undefined;
}

let runs = 0;

/** What a user runs: the command line of the built program; figures are those of the first round. */
export async function ours({ server, benchmark, core, rounds = 1 }: OurRun, { folder }: Tools): Promise<OurResult> {
  const file = join(folder, `run-${runs++}`);
  // The echo server is silent about what it does not know, such as the question that settles `auto`.
  const settled = { ...server, protocol: "2025-06-18" };
  const config = { version: 1, server: settled, benchmarks: [{ name: "load", rounds, timeout: "60s", ...benchmark }] };
  writeFileSync(`${file}.yml`, JSON.stringify(config));
  const args = ["run", "--config", `${file}.yml`, "--working-directory", folder, "--json", `${file}.json`];
  const command = [process.execPath, cli, ...args, "--rounds", String(rounds), "--fail-on", "never"];
  const peakBytes = await watch(core === undefined ? command : pinned(core, command));
  const text = readFileSync(`${file}.json`, "utf8");
  const measured = measurementOf(recordSchema.parse(JSON.parse(text)));
  const wallMs = measured.blocks.reduce((sum, block) => sum + block.wallMs, 0);
  const ok = measured.blocks.reduce((sum, block) => sum + block.ok, 0);
  const p50Ms = median(latenciesOf([measured]));
  return { p50Ms, perSecond: (1000 * ok) / wallMs, recordBytes: text.length, peakBytes };
}

function measurementOf({ rounds }: RunRecord): RecordMeasurement {
  const launches = rounds.flatMap((round) => round.launches).filter(({ arm }) => arm === "head");
  const [measured] = launches.flatMap(({ measurements }) => measurements);
  if (!measured || (measured.outcomes.ok ?? 0) === 0) throw new Error(`nothing was ok: ${JSON.stringify(measured)}`);
  return measured;
}

/** Runs a command to its end and gives the highest RSS that was seen, looked at every 50 ms. */
async function watch([program = "", ...args]: readonly string[]): Promise<number | undefined> {
  const child = spawn(program, args, { stdio: ["ignore", "ignore", "pipe"] });
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => {
    errors = (errors + chunk).slice(-2000);
  });
  let peak: number | undefined;
  const look = setInterval(() => {
    peak = highWater(child.pid) ?? peak;
  }, 50);
  const code = await new Promise((resolve, reject) => child.once("close", resolve).once("error", reject));
  clearInterval(look);
  if (code !== 0) throw new Error(`${program} ${args.join(" ")} exited with code ${code}: ${errors}`);
  return peak;
}

function highWater(pid: number | undefined): number | undefined {
  try {
    const kilobytes = /^VmHWM:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return kilobytes === undefined ? undefined : 1024 * Number(kilobytes);
  } catch {
    return undefined;
  }
}
