import path from "node:path";
import { writeResultFiles } from "../publish/result-files.ts";
import { renderBencher } from "../report/exports/bencher.ts";
import { renderCsv } from "../report/exports/csv.ts";
import { renderBiggerIsBetter, renderSmallerIsBetter } from "../report/exports/github-action-benchmark.ts";
import { renderJson } from "../report/exports/json.ts";
import { renderJunit } from "../report/exports/junit.ts";
import { renderComment, renderSummary } from "../report/markdown.ts";
import type { Report } from "../report/report.ts";
import { renderTerminal } from "../report/terminal.ts";

const renderers: Readonly<Record<string, (report: Report) => string | Promise<string>>> = {
  terminal: (report) => renderTerminal(report, { color: wantsColor(), width: process.stdout.columns ?? 120 }),
  markdown: renderSummary,
  comment: renderComment,
  html: async (report) => (await import("../report/html.ts")).renderHtml(report),
  json: renderJson,
  junit: renderJunit,
  csv: renderCsv,
  bencher: renderBencher,
  "benchmark-smaller": renderSmallerIsBetter,
  "benchmark-bigger": renderBiggerIsBetter,
};

export const formats = Object.keys(renderers);

/** A report in one of `formats`. */
export async function render(report: Report, format: string): Promise<string> {
  const renderer = renderers[format];
  if (!renderer) throw new RangeError(`unknown format ${format}`);
  return renderer(report);
}

/** https://no-color.org */
function wantsColor(): boolean {
  return process.stdout.isTTY === true && !process.env.NO_COLOR;
}

/** Prints a text, ending with one line end. */
export function print(text: string): void {
  process.stdout.write(text.endsWith("\n") ? text : `${text}\n`);
}

/** Writes one file whole or not at all, its directory made where missing. */
export async function writeFileSafely(file: string, content: string): Promise<void> {
  await writeResultFiles(path.dirname(file), { [path.basename(file)]: content });
}
