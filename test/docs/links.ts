/** A link of a Markdown page to another file of the repository, or to a heading. */
export interface Link {
  /** Relative path; empty for a link within the page. */
  readonly path: string;
  readonly anchor?: string;
}

/** Relative links and images of a Markdown text; code is left out. */
export function relativeLinks(markdown: string): Link[] {
  return [...withoutCode(markdown).matchAll(/\]\(([^)\s]+)(?:\s+"[^"]*")?\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => !/^[a-z]+:/i.test(target))
    .map((target) => {
      const [path = "", anchor] = target.split("#");
      return { path, ...(anchor !== undefined && { anchor }) };
    });
}

/** The anchors GitHub gives to the headings of a Markdown text. */
export function anchors(markdown: string): Set<string> {
  const headings = [...withoutBlocks(markdown).matchAll(/^#{1,6} +(.+)$/gm)].map(([, heading = ""]) => heading);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, "")
        .replaceAll(" ", "-"),
    ),
  );
}

function withoutBlocks(markdown: string): string {
  return markdown.replace(/^(\s*)(`{3,})[\s\S]*?^\s*\2\s*$/gm, "");
}

function withoutCode(markdown: string): string {
  return withoutBlocks(markdown).replace(/`[^`\n]*`/g, "");
}
