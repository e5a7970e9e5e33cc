import { readFileSync, statSync } from "node:fs";

/** Longest file of arguments or servers that is read. */
const maximumBytes = 64 * 1024 * 1024;

/** Reads a file of the system, such as those in /proc; empty where there is none, or none for this user. */
export function systemText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

/** The text of a file beside the configuration. Throws where it is no plain file: a device may never end. */
export function readPlainFile(file: string, mostBytes = maximumBytes): string {
  const about = statSync(file);
  if (!about.isFile()) throw new Error("it is not a plain file");
  if (about.size > mostBytes) throw new Error(`it has ${about.size} bytes, more than ${mostBytes}`);
  return readFileSync(file, "utf8");
}
