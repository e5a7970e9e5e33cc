import { statSync } from "node:fs";
import { readLimited } from "../../../record/files/limited-read.ts";
import { ProfileError } from "../profile/profile.ts";

/** Most bytes of a kind of file of a launch: a profile of a second, or the map of a bundle, has a megabyte or a few. */
export const mostBytes = 64 * 2 ** 20;

/** Time limit of reading them, which usually takes milliseconds. */
export const longestMs = 10_000;

interface Options {
  /** Most bytes, and the number of processes that share this limit. */
  readonly most?: number;
  readonly processes?: number;
  /** Aborts when reading has taken too long. */
  readonly late?: AbortSignal;
}

/**
 * The text of a file that a process of the server names or wrote, which may have put a pipe there that never ends. Throws
 * ProfileError where it is none, too long or too slow, and Node's error.
 */
export async function readText(
  file: string,
  { most = mostBytes, processes = 1, late = AbortSignal.timeout(longestMs) }: Options = {},
): Promise<string> {
  if (!statSync(file).isFile()) throw new ProfileError("it is no regular file");
  const share = Math.floor(most / processes);
  try {
    const bytes = await readLimited(file, { mostBytes: share, signal: late });
    if (bytes.length > share) throw new ProfileError(`it has more than ${share} bytes`);
    return bytes.toString("utf8");
  } catch (error) {
    if (late.aborted) throw new ProfileError("reading it took too long");
    throw error;
  }
}

/** Recognises what is wrong with a file of a server's process: as it is read, and as it is parsed. */
export function isUnreadable(error: unknown): error is Error {
  return error instanceof ProfileError || (error instanceof Error && "code" in error);
}
