import path from "node:path";
import { type Document, isMap, isScalar, isSeq, type Node } from "yaml";
import { shortLine } from "../base/untrusted.ts";
import { ConfigError } from "../errors.ts";
import { readOnce } from "../model/quantity.ts";
import type { LoadedConfig } from "./loaded-config.ts";
import { type Problem, problems, valueAt } from "./problems.ts";
import { configJsonSchema, keysAt } from "./schema/json-schema.ts";
import { configSchema } from "./schema/schema.ts";
import { readServerFile } from "./server-file.ts";
import { readSetting, type Setting, withSetting } from "./settings.ts";
import { readYaml } from "./yaml.ts";

const maximumProblems = 10;

/** To find where a problem stands takes time, and a hostile file may have a hundred thousand. */
const mostPlaced = 500;

export interface ParseOptions {
  readonly workingDirectory?: string;
  /** Absolute: whose path in a `server_config` stands for each commit's own folder; the working directory unless told. */
  readonly checkout?: string;
  readonly set?: readonly string[];
  /** True where only what binds a run is wanted: a `server_config` is then left unread. */
  readonly withoutServer?: boolean;
}

/**
 * Validates the text of a configuration file, with what `set` puts in the place of its values (`thresholds.p50=off`). A
 * `server_config` is read relative to the working directory. Throws ConfigError with every problem, at most ten.
 */
export function parseConfig(
  text: string,
  file: string,
  {
    workingDirectory = ".",
    checkout = path.resolve(workingDirectory),
    set = [],
    withoutServer = false,
  }: ParseOptions = {},
): LoadedConfig {
  const { value: written, document, place, lineOf } = readYaml(text, file);
  const settings = set.map(readSetting);
  const value = settings.reduce(withSetting, written);
  const lost = pathToKey("__proto__", value);
  if (lost)
    throw new ConfigError("`__proto__` cannot be used as a key: JavaScript loses it", {
      where: place(offset(document, { path: lost, atKey: true })),
      fix: "use another key",
    });
  const result = configSchema().safeParse(value ?? {}, readOnce);
  if (!result.success) {
    const found = problems(result.error.issues, value, keysAt(configJsonSchema()));
    const placed = found.slice(0, mostPlaced).map((problem) => ({
      message: shortLine(problem.message),
      offset: offset(document, problem),
      setting: settings.findLast(({ path }) => isOf(path, { problem, written })),
    }));
    placed.sort((a, b) => a.offset - b.offset);
    const sentences = placed
      .slice(0, maximumProblems)
      .map(({ message, offset: at, setting }) => `${setting?.where ?? place(at)}: ${message}`);
    const more = found.length - sentences.length;
    throw new ConfigError([...sentences, ...(more > 0 ? [`and ${more} more`] : [])].join("\n"));
  }
  const { server_config: serverFile, server_name: name } = result.data;
  const server =
    serverFile && !withoutServer
      ? readServerFile(serverFile, { name, workingDirectory, checkout, where: file })
      : (result.data.server ?? "");
  return { config: { ...result.data, server }, file, benchmarkLines: benchmarkLines(document, lineOf) };
}

/** Tests whether a setting caused the problem: by its value, or by a key on the way that the file lacks. */
function isOf(
  path: Setting["path"],
  { problem, written }: { problem: Pick<Problem, "path">; written: unknown },
): boolean {
  const shared = Math.min(path.length, problem.path.length);
  if (shared === 0 || path.slice(0, shared).some((key, index) => key !== String(problem.path[index]))) return false;
  return shared === path.length || valueAt(written, problem.path) === undefined;
}

function pathToKey(key: string, value: unknown): PropertyKey[] | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    const path = name === key ? [] : pathToKey(key, inner);
    if (path) return [name, ...path];
  }
  return undefined;
}

/** Offset of a problem in the text: of its key or value, or of the nearest enclosing node that exists. */
function offset(document: Document, problem: Pick<Problem, "path" | "atKey">): number {
  let node: unknown = document.contents;
  let position = start(node) ?? 0;
  for (const [index, key] of problem.path.entries()) {
    const last = index === problem.path.length - 1;
    const pair = isMap(node)
      ? node.items.find((item) => isScalar(item.key) && String(item.key.value) === String(key))
      : undefined;
    const child = isSeq(node) ? node.items[Number(key)] : pair?.value;
    if (pair && (problem.atKey || !last)) position = start(pair.key) ?? position;
    if (!(last && problem.atKey)) position = start(child) ?? position;
    node = child;
  }
  return position;
}

function start(node: unknown): number | undefined {
  return (node as Node | null | undefined)?.range?.[0];
}

function benchmarkLines(document: Document, lineOf: (offset: number) => number): number[] {
  const benchmarks = document.get("benchmarks");
  return isSeq(benchmarks) ? benchmarks.items.map((item) => lineOf(start(item) ?? 0)) : [];
}
