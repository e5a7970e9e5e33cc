/** Reads an address in which the port may be `${PORT}`, or `${PORT_name}` of a service; undefined for what is none. */
export function addressIn(text: string): URL | undefined {
  const concrete = text.replaceAll(/\$\{PORT(_\w+)?\}/g, "1");
  return URL.canParse(concrete) ? new URL(concrete) : undefined;
}

/** Tests whether such an address is of this machine, as is one that stands for all of its own. */
export function isOfThisMachine(text: string): boolean {
  return /^(localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$/.test(addressIn(text)?.hostname ?? "");
}
