const mostNamed = 5;

/** The first few of a list as part of a sentence, and how many more there are. */
export function someOf(names: readonly string[]): string {
  const more = names.length - mostNamed;
  return [...names.slice(0, mostNamed), ...(more > 0 ? [`${more} more`] : [])].join(", ");
}
