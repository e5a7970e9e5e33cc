import { ProfileError } from "../../profile/profile.ts";
import { readLimited } from "../../record/files/limited-read.ts";

/** A profile of a second has a megabyte or a few. */
const mostBytes = 64 * 2 ** 20;

/** The text of a profile that a process of the server wrote. Throws ProfileError where it is too long, and Node's error. */
export async function readText(file: string): Promise<string> {
  const bytes = await readLimited(file, { mostBytes });
  if (bytes.length > mostBytes) throw new ProfileError(`it has more than ${mostBytes} bytes`);
  return bytes.toString("utf8");
}
