/** Tells whether an address, which may have `${PORT}` in it, is of this machine. */
export function isLoopback(url: string): boolean {
  return /^https?:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?:[:/?#][^@]*)?$/i.test(url);
}
