/**
 * Text of a report before it is Markdown, terminal text or a page. Bare strings are words of ours; outside text is
 * marked here. Each medium escapes both in its own way.
 */
export type Inline =
  | string
  | { readonly strong: string }
  /** The name of a row, tool, file or commit. Untrusted. */
  | { readonly name: string }
  /** A sentence that may hold untrusted words. */
  | { readonly prose: string }
  | { readonly link: string; readonly url: string };

export type Text = readonly Inline[];

export function joined(texts: readonly Text[], separator: string): Text {
  return texts.flatMap((text, index) => (index === 0 ? text : [separator, ...text]));
}

/** The first few items, with one in place of those beyond. */
export function firstFew<Item>(items: readonly Item[], most: number, more: (hidden: number) => Item): Item[] {
  const hidden = items.length - most;
  return hidden > 0 ? [...items.slice(0, most), more(hidden)] : [...items];
}

/** The first few texts, and how many more there are. */
export function firstOf(texts: readonly Text[], most: number, more = (hidden: number) => ` and ${hidden} more`): Text {
  const hidden = texts.length - most;
  return [...joined(texts.slice(0, most), ", "), ...(hidden > 0 ? [more(hidden)] : [])];
}

/** A text as one plain line, for a log or a field of data: names stand as they are. */
export function plainText(text: Text): string {
  return text
    .map((part) => {
      if (typeof part === "string") return part;
      if ("strong" in part) return part.strong;
      if ("name" in part) return part.name;
      return "prose" in part ? part.prose : part.link;
    })
    .join("");
}
