import { type Cost, cli, costOf } from "../bench-harness/watch.ts";

/** Returns what one command of the built program costs. */
export function costOfCommand(words: readonly string[]): Promise<Cost> {
  return costOf([process.execPath, cli, ...words]);
}

export function megabytes(bytes: number | undefined): string {
  return bytes === undefined ? "unknown" : `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;
}

export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}
