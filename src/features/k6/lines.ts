import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { StringDecoder } from "node:string_decoder";
import { createGunzip } from "node:zlib";
import { ConfigError, messageOf } from "../../errors.ts";

/** No line that k6 writes comes near it: addresses and errors are in it, bodies are not. */
export const longestLine = 2 ** 20;

/**
 * Calls `onLine` with each line of a file, gzipped or not, in memory that does not grow with the file. Throws ConfigError for
 * a file that cannot be read, or ends where no file of k6 ends.
 */
export async function eachLine(file: string, onLine: (line: string) => void): Promise<void> {
  const decoder = new StringDecoder("utf8");
  let rest = "";
  const take = (text: string) => {
    let from = 0;
    for (let end = text.indexOf("\n"); end !== -1; end = text.indexOf("\n", from)) {
      const line = from === 0 ? rest + text.slice(0, end) : text.slice(from, end);
      if (from === 0) rest = "";
      onLine(line);
      from = end + 1;
    }
    rest += text.slice(from);
    if (rest.length > longestLine) throw unfit(file, "it has lines of more than a megabyte");
  };
  try {
    // Each file is read twice.
    if (!(await stat(file)).isFile()) throw unfit(file, "it is not a regular file", "save what k6 wrote in a file");
    const isPacked = await isGzipped(file);
    const source = createReadStream(file);
    const plain = isPacked ? source.pipe(createGunzip()) : source;
    if (plain !== source) source.once("error", (error) => plain.destroy(error));
    for await (const chunk of plain) take(decoder.write(chunk));
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw unreadable(file, error);
  }
  if (rest !== "") throw unfit(file, "it ends in the middle of a line", truncated);
}

async function isGzipped(file: string): Promise<boolean> {
  await using handle = await open(file);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0);
  return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
}

/** Advice on a file that is not whole. */
export const truncated = "give the whole file, of a k6 that came to its end; nothing was imported";

function unreadable(file: string, cause: unknown): ConfigError {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  if (code === "ENOENT") return new ConfigError("there is no such file", { where: file, expected: writtenByK6 });
  if (code === "Z_BUF_ERROR") return unfit(file, "it ends in the middle of compressed data", truncated);
  if (typeof code === "string" && code.startsWith("Z_")) return unfit(file, "its compressed data is broken", truncated);
  return unfit(file, `it cannot be read: ${messageOf(cause)}`);
}

const writtenByK6 = "what `k6 run --out json=FILE` or `--out csv=FILE` writes, gzipped or not";

/** Makes the error of an unusable file, with the form that would be right. */
export function unfit(file: string, found: string, fix?: string): ConfigError {
  return new ConfigError(found, { where: file, expected: writtenByK6, ...(fix === undefined ? {} : { fix }) });
}
