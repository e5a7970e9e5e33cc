declare const finished: unique symbol;

/** HTML or XML that may be written as it is. Only the functions of this file make it. */
export interface Html {
  readonly markup: string;
  readonly [finished]: "HTML";
}

export type Part = Html | string | number | undefined | readonly Part[];

/** A template whose parts are escaped unless they are markup themselves; lists are joined, undefined is nothing. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return asHtml(strings.map((string, index) => string + written(parts[index])).join(""));
}

/** For script and style of our own. */
export function asHtml(markup: string): Html {
  return { markup } as Html;
}

function written(part: Part): string {
  if (part === undefined) return "";
  if (typeof part === "string" || typeof part === "number") return escapeHtml(String(part));
  return "markup" in part ? part.markup : part.map(written).join("");
}

const references: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text for element content and quoted attributes. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => references[character] ?? "");
}
