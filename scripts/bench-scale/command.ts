import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

export const cli = join(import.meta.dirname, "../../dist/cli.js");

export interface Cost {
  readonly ms: number;
  /** Highest RSS that was seen; undefined where /proc is not there. */
  readonly peakBytes: number | undefined;
}

/** What one command of the built program costs. Rejects with what it wrote to stderr where it fails. */
export async function costOf(args: readonly string[]): Promise<Cost> {
  const from = performance.now();
  const child = spawn(process.execPath, [cli, ...args], { stdio: ["ignore", "ignore", "pipe"] });
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => {
    errors = (errors + chunk).slice(-2000);
  });
  let peakBytes: number | undefined;
  const look = setInterval(() => {
    peakBytes = highWater(child.pid) ?? peakBytes;
  }, 20);
  const code = await new Promise((resolve, reject) => child.once("close", resolve).once("error", reject));
  clearInterval(look);
  if (code !== 0) throw new Error(`${args.slice(0, 3).join(" ")} exited with code ${code}: ${errors}`);
  return { ms: performance.now() - from, peakBytes };
}

function highWater(pid: number | undefined): number | undefined {
  try {
    const kilobytes = /^VmHWM:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return kilobytes === undefined ? undefined : 1024 * Number(kilobytes);
  } catch {
    return undefined;
  }
}

/** Slope of log y over log x by least squares: 1 where cost grows in proportion, 2 where it grows with the square. */
export function slope(points: readonly (readonly [x: number, y: number])[]): number {
  const logs = points.filter(([, y]) => y > 0).map(([x, y]) => [Math.log(x), Math.log(y)] as const);
  const mean = (of: (point: readonly [number, number]) => number) =>
    logs.reduce((sum, point) => sum + of(point), 0) / logs.length;
  const [x, y] = [mean(([at]) => at), mean(([, at]) => at)];
  const along = logs.reduce((sum, [at, value]) => sum + (at - x) * (value - y), 0);
  return along / logs.reduce((sum, [at]) => sum + (at - x) ** 2, 0);
}

/** A table in Markdown. */
export function tableOf(head: readonly string[], lines: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

export function megabytes(bytes: number | undefined): string {
  return bytes === undefined ? "unknown" : `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;
}

export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}
