import path from "node:path";
import { readPlainFile } from "../../base/host/plain-file.ts";
import { isMap, type JsonObject } from "../../base/json.ts";
import { ConfigError, messageOf } from "../../errors.ts";

/** Reads the arguments of successive calls, one JSON object per line. Throws ConfigError naming the line. */
export function readArgumentRows(
  file: string | undefined,
  directory: string,
): { readonly argumentRows?: readonly JsonObject[] } {
  if (file === undefined) return {};
  let text: string;
  try {
    text = readPlainFile(path.resolve(directory, file));
  } catch (cause) {
    const reason = messageOf(cause);
    throw new ConfigError(`the file of \`arguments_from\` cannot be read: ${reason}`, {
      where: file,
      expected: "one JSON object per line, in a file relative to the working directory",
      cause,
    });
  }
  const argumentRows = text
    .split("\n")
    .flatMap((line, index) => (line.trim() === "" ? [] : [parseLine(line, `${file}:${index + 1}`)]));
  if (argumentRows.length === 0)
    throw new ConfigError("the file of `arguments_from` is empty", {
      where: file,
      expected: "one JSON object per line",
    });
  return { argumentRows };
}

function parseLine(line: string, where: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw new ConfigError(`not JSON: ${messageOf(cause)}`, {
      where,
      expected: 'one JSON object per line, such as {"query": "x"}',
      cause,
    });
  }
  if (isMap(value)) return value as JsonObject;
  throw new ConfigError("not a JSON object", { where, expected: 'arguments by name, such as {"query": "x"}' });
}
