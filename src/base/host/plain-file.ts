import { readdirSync, readFileSync, readlinkSync, statSync } from "node:fs";

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

/** Lists a folder of the system; empty where there is none, or none for this user. */
export function systemFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Returns the target of a link of the system; empty where it cannot be read. */
export function systemLink(link: string): string {
  try {
    return readlinkSync(link);
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
