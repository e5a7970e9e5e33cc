import { execFile } from "node:child_process";

/** Returns what a program prints, also where it ends with an error, as `lsof` does when one of several processes is gone. */
export function outputOf(program: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(program, args, { timeout: 5_000, maxBuffer: 16 * 2 ** 20 }, (_error, stdout) => resolve(stdout));
  });
}
