import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../revision.ts";

export const cli = join(root, "dist/cli.js");

export interface Cost {
  readonly ms: number;
  /** Highest RSS that was seen, without children; undefined where /proc is not there. */
  readonly peakBytes: number | undefined;
}

const lookMs = 20;

/** Runs a command to its end and gives what it cost. Rejects with what it wrote to stderr where it fails. */
export async function costOf([program = "", ...args]: readonly string[]): Promise<Cost> {
  const from = performance.now();
  const child = spawn(program, args, { stdio: ["ignore", "ignore", "pipe"] });
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => {
    errors = (errors + chunk).slice(-2000);
  });
  let peakBytes: number | undefined;
  const look = setInterval(() => {
    peakBytes = highWater(child.pid) ?? peakBytes;
  }, lookMs);
  const ended = new Promise((resolve, reject) => child.once("close", resolve).once("error", reject));
  const code = await ended.finally(() => clearInterval(look));
  if (code !== 0) throw new Error(`${program} ${args.join(" ")} exited with code ${code}: ${errors}`);
  return { ms: performance.now() - from, peakBytes };
}

function highWater(pid: number | undefined): number | undefined {
  try {
    const kilobytes = /^VmHWM:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return kilobytes === undefined ? undefined : 1024 * Number(kilobytes);
  } catch {
    return undefined; // ended, or no Linux
  }
}
