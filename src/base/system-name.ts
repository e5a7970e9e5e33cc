import { ownValue } from "./json.ts";

/** An operating system as people call it, by the name Node.js has for it. */
export function systemName(os: string): string {
  return ownValue({ darwin: "macOS", linux: "Linux", win32: "Windows" }, os) ?? os;
}
