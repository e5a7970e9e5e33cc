declare const finished: unique symbol;

/**
 * Finished Markdown: whatever in it came from outside is escaped. What GitHub is sent must be of this type, and no string is
 * until an escaping function or the template below has made it so.
 */
export type Markdown = string & { readonly [finished]: "Markdown" };

/** A template of finished parts. A string is refused by the compiler: it has to be escaped for its place first. */
export function markdown(strings: TemplateStringsArray, ...parts: readonly (Markdown | number)[]): Markdown {
  return asMarkdown(strings.map((string, index) => string + (parts[index] ?? "")).join(""));
}

export function joinMarkdown(parts: readonly Markdown[], separator: "" | " " | ". " | ", " | "\n" | "\n\n"): Markdown {
  return asMarkdown(parts.join(separator));
}

/** For escaping functions only: test/architecture lists them. */
export function asMarkdown(escaped: string): Markdown {
  return escaped as Markdown;
}
