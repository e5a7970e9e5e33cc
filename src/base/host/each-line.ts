import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";
import { StringDecoder } from "node:string_decoder";
import { createGunzip } from "node:zlib";
import { ConfigError, messageOf } from "../../errors.ts";

interface Reading {
  /** Form of the file that would be right, for errors. */
  readonly expected: string;
  /** In UTF-16 units; a longer line is an error. */
  readonly longestLine: number;
  readonly onLine: (line: string) => void;
}

/** Advice on a file that is not whole. */
export const truncated = "give the whole file; nothing was imported";

/**
 * Calls `onLine` with each line of a file, gzipped or not, in memory that does not grow with the file, and returns what follows
 * the last line end. Throws ConfigError for a file that cannot be read.
 */
export async function eachLine(file: string, { expected, longestLine, onLine }: Reading): Promise<string> {
  const unfit = (found: string, fix?: string) => new ConfigError(found, { where: file, expected, fix });
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
    if (rest.length > longestLine) throw unfit(`it has lines of more than ${longestLine / 2 ** 20} MiB`);
  };
  try {
    // A file may be read twice.
    if (!(await stat(file)).isFile()) throw unfit("it is not a regular file", "save it in a file");
    const isPacked = await isGzipped(file);
    const source = createReadStream(file);
    const plain = isPacked ? source.pipe(createGunzip()) : source;
    if (plain !== source) source.once("error", (error) => plain.destroy(error));
    for await (const chunk of plain) take(decoder.write(chunk));
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT") throw unfit("there is no such file");
    if (code === "Z_BUF_ERROR") throw unfit("it ends in the middle of compressed data", truncated);
    if (typeof code === "string" && code.startsWith("Z_")) throw unfit("its compressed data is broken", truncated);
    throw unfit(`it cannot be read: ${messageOf(error)}`);
  }
  return rest;
}

async function isGzipped(file: string): Promise<boolean> {
  await using handle = await open(file);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(2), 0, 2, 0);
  return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
}
