import { constants, fstatSync, writeFileSync } from "node:fs";
import { access, lstat, realpath, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { plainText, withoutCommands } from "../base/untrusted.ts";
import type { Verdict } from "../decide/verdict.ts";
import { ConfigError, exitCode, isOfTheSystem, UserError } from "../errors.ts";
import type { Feature } from "../feature.ts";
import { makeDirectory, tryWriting, writeResultFiles } from "../record/files/result-files.ts";
import { renderBencher } from "../report/exports/bencher.ts";
import { renderCsv } from "../report/exports/csv.ts";
import { renderBiggerIsBetter, renderSmallerIsBetter } from "../report/exports/github-action-benchmark.ts";
import { renderJson } from "../report/exports/json.ts";
import { renderJunit } from "../report/exports/junit.ts";
import { renderOpenMetrics } from "../report/exports/openmetrics.ts";
import { renderComment, renderSummary } from "../report/markdown/markdown.ts";
import type { Report } from "../report/report.ts";
import { renderTerminal } from "../report/terminal/terminal.ts";
import { BuildError } from "../run/build.ts";

interface RenderOptions {
  readonly details?: boolean | undefined;
  /** File that gets it instead of standard output. */
  readonly output?: string | undefined;
  /** Features whose formats there are beside those of the core. */
  readonly features?: readonly Feature[];
}

type Renderer = (report: Report, options: RenderOptions) => string | Promise<string>;

const renderers: Readonly<Record<string, Renderer>> = {
  terminal: (report, { details = false, output }) => {
    const columns = output === undefined ? process.stdout.columns : undefined;
    return renderTerminal(report, { color: output === undefined && wantsColor(), width: columns ?? 120, details });
  },
  markdown: (report) => renderSummary(report),
  comment: (report) => renderComment(report),
  json: renderJson,
  junit: renderJunit,
  csv: renderCsv,
  bencher: renderBencher,
  "benchmark-smaller": renderSmallerIsBetter,
  "benchmark-bigger": renderBiggerIsBetter,
  openmetrics: renderOpenMetrics,
};

/** Returns the names of the formats of the core and of features. */
export function formatNames(features: readonly Feature[]): string[] {
  return [...Object.keys(renderers), ...features.flatMap(({ formats = [] }) => formats.map(({ name }) => name))];
}

/** Renders a report in one of `formatNames`. */
export async function render(report: Report, format: string, options: RenderOptions = {}): Promise<string> {
  const { features = [] } = options;
  const renderer =
    renderers[format] ?? features.flatMap(({ formats = [] }) => formats).find(({ name }) => name === format)?.render;
  if (!renderer) throw new RangeError(`unknown format ${format}`);
  return renderer(report, options);
}

/** Prints sentences: names of servers, files and people in them can do nothing to a terminal. */
export function say(text: string): void {
  print(plainText(text));
}

/** The same on standard error, beside what the command prints. */
export function note(text: string): void {
  process.stderr.write(`${plainText(text)}\n`);
}

/** Prints what stopped the command and gives its exit code. */
export function explain(error: unknown): number {
  if (error instanceof UserError) {
    if (error instanceof BuildError && error.output) note(error.output);
    note(`mcp-bench: ${error.message}`);
    return error.exitCode;
  }
  // Commander has printed its own message by now.
  if (error instanceof Error && "code" in error && String(error.code).startsWith("commander."))
    return "exitCode" in error && error.exitCode === 0 ? exitCode.ok : exitCode.usage;
  if (isOfTheSystem(error)) {
    note(`mcp-bench: the system refuses what is needed: ${error.message}`);
    return exitCode.usage;
  }
  note(`mcp-bench: internal error, please report it: ${error instanceof Error ? error.stack : error}`);
  return exitCode.internal;
}

/** https://no-color.org */
function wantsColor(): boolean {
  return process.stdout.isTTY === true && !process.env.NO_COLOR;
}

/** Prints a text, ending with one line end. In a job of GitHub Actions no line of it can be a command of the runner. */
export function print(text: string, stream: NodeJS.WritableStream = process.stdout): void {
  const shown = process.env.GITHUB_ACTIONS ? withoutCommands(text) : text;
  stream.write(shown.endsWith("\n") ? shown : `${shown}\n`);
}

/**
 * Keeps a command running when its output is not read: its files and its verdict are worth having all the same. A reader
 * who stopped, as `head` does, is no fault; a full disk under standard output is reported, and sets the exit code.
 */
export function outliveBrokenOutput(): void {
  if (fstatSync(1).isFile()) process.stdout._write = writeWhole;
  process.stderr.on("error", () => {});
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") return;
    process.stderr.write(`mcp-bench: standard output cannot be written: ${error.message}\n`);
    // Whatever the command comes to in the meantime, its report is lost.
    process.once("exit", () => {
      process.exitCode = exitCode.usage;
    });
  });
}

/** Writes all of a chunk to standard output or fails: a full disk takes a part of it, and Node does not write the rest. */
const writeWhole: typeof process.stdout._write = (chunk, encoding, done) => {
  try {
    writeFileSync(1, chunk, { encoding });
    done();
  } catch (error) {
    done(error as Error);
  }
};

/** Sets the exit code by a verdict; one that does not fail leaves it alone. */
export function exitBy({ failed, status }: Pick<Verdict, "failed" | "status">): void {
  if (failed) process.exitCode = status === "errored" ? exitCode.server : exitCode.regressed;
}

/** Writes one file whole or not at all, its directory made where missing. Devices, pipes and links are written through. */
export async function writeFileSafely(file: string, content: string): Promise<void> {
  const there = await lstat(file).catch(() => undefined);
  if (there && !there.isFile()) return writeFile(file, content).catch(cannotBeWritten(file));
  await writeResultFiles(path.dirname(file), { [path.basename(file)]: content });
}

/** Files that a command reads and writes. Standard input is `-`. */
interface Files {
  /** Files to write, by the option that names them. */
  readonly outputs: Readonly<Record<string, string | undefined>>;
  readonly inputs: readonly string[];
}

/** Prints a text, or writes it to the file that `--output` names; says so on standard error, as the file may be standard output. */
export async function writeOrPrint(
  text: string,
  { output, inputs }: { readonly output: string | undefined } & Pick<Files, "inputs">,
): Promise<void> {
  if (!output) return print(text);
  await checkWritable({ outputs: { "--output": output }, inputs });
  await writeFileSafely(output, text);
  note(`Written: ${output}`);
}

/** Throws ConfigError where an output could not be written later or would replace an input, before anything is measured. */
export async function checkWritable({ outputs, inputs }: Files): Promise<void> {
  const taken = new Map<string, string>();
  for (const input of inputs) if (input !== "-") taken.set(await realPath(input), "this command reads");
  for (const [option, file] of Object.entries(outputs)) {
    if (!file) continue;
    const there = await stat(file).catch(() => undefined);
    const place = await realPath(file);
    const other = taken.get(place);
    if (other && (!there || there.isFile()))
      throw new ConfigError(`${option} names the file that ${other}`, { where: file, fix: "name another file" });
    taken.set(place, `${option} writes`);
    if (there?.isDirectory())
      throw new ConfigError("there is a directory where the file should be written", { where: file });
    await makeDirectory(path.resolve(path.dirname(file))).catch((error: Error) => {
      throw new ConfigError(`its directory cannot be made: ${error.message}`, { where: file, cause: error });
    });
    if (there) await access(file, constants.W_OK).catch(cannotBeWritten(file));
    if (!there || (await lstat(file)).isFile()) await tryWriting(file).catch(cannotBeWritten(file));
  }
}

/** Returns where a file really is; where it would be while it is missing. */
async function realPath(file: string): Promise<string> {
  const folder = await realpath(path.dirname(file)).catch(() => path.resolve(path.dirname(file)));
  return realpath(file).catch(() => path.join(folder, path.basename(file)));
}

function cannotBeWritten(file: string): (error: Error) => never {
  return (cause) => {
    throw new ConfigError(`it cannot be written: ${cause.message}`, { where: file, cause });
  };
}
