import { type Document, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from "yaml";
import { ConfigError } from "../errors.ts";
import { type LoadedConfig, maximumBytes } from "./loaded-config.ts";
import { type Problem, problems } from "./problems.ts";
import { configJsonSchema, keysAt } from "./schema/json-schema.ts";
import { configSchema } from "./schema/schema.ts";
import { readServerFile } from "./server-file.ts";

const maximumProblems = 10;

/**
 * Validates the text of a configuration file. A `server_config` is read relative to the working directory. Throws
 * ConfigError with every problem, at most ten.
 */
export function parseConfig(
  text: string,
  file: string,
  { workingDirectory = "." }: { workingDirectory?: string } = {},
): LoadedConfig {
  if (Buffer.byteLength(text) > maximumBytes)
    throw new ConfigError("the file is too long", { where: file, expected: `at most ${maximumBytes} bytes` });
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const broken = document.errors[0];
  if (broken && /call stack/.test(broken.message))
    throw new ConfigError("it is nested too deeply", {
      where: place(file, lines, broken.pos[0]),
      expected: "lists and maps a few levels deep",
    });
  if (broken)
    throw new ConfigError(broken.message, {
      where: place(file, lines, broken.pos[0]),
      expected: "YAML or JSON",
      ...(broken.code === "BAD_DQ_ESCAPE"
        ? { fix: "write the text in single quotes, in which a backslash is one, or double the backslash" }
        : {}),
    });

  let value: unknown;
  try {
    value = document.toJS();
  } catch (error) {
    throw new ConfigError((error as Error).message, { where: file, expected: "YAML with fewer aliases" });
  }
  if (holdsItself(value))
    throw new ConfigError("an alias refers to something that contains it", {
      where: file,
      fix: "write out what is meant, without the alias",
    });
  const lost = pathToKey("__proto__", value);
  if (lost)
    throw new ConfigError("`__proto__` cannot be used as a key: JavaScript loses it", {
      where: place(file, lines, offset(document, { path: lost, atKey: true })),
      fix: "use another key",
    });
  const result = configSchema.safeParse(value ?? {});
  if (!result.success) {
    const found = problems(result.error.issues, value, keysAt(configJsonSchema()));
    const placed = found.map((problem) => ({ message: problem.message, offset: offset(document, problem) }));
    placed.sort((a, b) => a.offset - b.offset);
    const sentences = placed.map((problem) => `${place(file, lines, problem.offset)}: ${problem.message}`);
    const more = sentences.length > maximumProblems ? [`and ${sentences.length - maximumProblems} more`] : [];
    throw new ConfigError([...sentences.slice(0, maximumProblems), ...more].join("\n"));
  }
  const { server_config: serverFile, server_name: name } = result.data;
  const server = serverFile
    ? readServerFile(serverFile, { name, workingDirectory, where: file })
    : (result.data.server ?? "");
  return { config: { ...result.data, server }, file, benchmarkLines: benchmarkLines(document, lines) };
}

function holdsItself(value: unknown, around: readonly unknown[] = []): boolean {
  if (typeof value !== "object" || value === null) return false;
  return around.includes(value) || Object.values(value).some((inner) => holdsItself(inner, [...around, value]));
}

function pathToKey(key: string, value: unknown): PropertyKey[] | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  for (const [name, inner] of Object.entries(value)) {
    const path = name === key ? [] : pathToKey(key, inner);
    if (path) return [name, ...path];
  }
  return undefined;
}

function place(file: string, lines: LineCounter, position: number): string {
  const { line, col } = lines.linePos(position);
  return `${file}:${line}:${col}`;
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

function benchmarkLines(document: Document, lines: LineCounter): number[] {
  const benchmarks = document.get("benchmarks");
  return isSeq(benchmarks) ? benchmarks.items.map((item) => lines.linePos(start(item) ?? 0).line) : [];
}
