import { plainText } from "../base/untrusted.ts";
import type { ProgressEvent } from "../measure/progress.ts";
import { progressLine } from "../run/progress-line.ts";

/** Writes what happens in a run to standard error, line by line. In a terminal rows are left out: they would fill it. */
export function logProgress(event: ProgressEvent): void {
  if (event.kind === "row" && process.stderr.isTTY) return;
  const line = progressLine(event);
  if (line !== undefined) process.stderr.write(`${plainText(line)}\n`);
}
