/** An operating system as people call it, by the name Node.js has for it. */
export function systemName(os: string): string {
  return { darwin: "macOS", linux: "Linux", win32: "Windows" }[os] ?? os;
}
