import { statSync } from "node:fs";
import { ProfileError } from "../../profile/profile.ts";
import { readLimited } from "../../record/files/limited-read.ts";

/** Of all processes of a launch: a profile of a second has a megabyte or a few. */
const mostBytes = 64 * 2 ** 20;

/**
 * The text of a profile that a process of the server wrote, which may have put a pipe there that never ends. Throws
 * ProfileError where it is none or too long, and Node's error.
 */
export async function readText(file: string, { processes = 1 }: { readonly processes?: number } = {}): Promise<string> {
  if (!statSync(file).isFile()) throw new ProfileError("it is no regular file");
  const share = Math.floor(mostBytes / processes);
  const bytes = await readLimited(file, { mostBytes: share });
  if (bytes.length > share) throw new ProfileError(`it has more than ${share} bytes`);
  return bytes.toString("utf8");
}
