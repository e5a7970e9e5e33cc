import { asMarkdown, type Markdown, markdown } from "../text/markdown.ts";

/** Which run wrote a comment. Run numbers of one repository only rise; a re-run keeps the id and raises the attempt. */
export interface RunNumber {
  readonly id: number;
  readonly attempt: number;
}

export interface Marker {
  readonly key: string;
  readonly run: RunNumber;
}

const shape = /^<!-- mcp-bench: key=(?<key>\S+) run=(?<id>\d+)\.(?<attempt>\d+) -->\r?\n?/;

/** The hidden first line of a comment of ours. The key is encoded so that no key can end the HTML comment. */
export function renderMarker({ key, run }: Marker): Markdown {
  return markdown`<!-- mcp-bench: key=${encodeKey(key)} run=${run.id}.${run.attempt} -->\n`;
}

/** Splits a comment into its marker, whose key stays encoded, and the text below it; nothing for other people's comments. */
export function readMarker(
  body: string,
): { readonly encodedKey: string; readonly run: RunNumber; readonly text: string } | undefined {
  const match = shape.exec(body);
  if (!match?.groups) return undefined;
  const { key = "", id, attempt } = match.groups;
  return { encodedKey: key, run: { id: Number(id), attempt: Number(attempt) }, text: body.slice(match[0].length) };
}

export function encodeKey(key: string): Markdown {
  return asMarkdown(encodeURIComponent(key.replace(/\p{Surrogate}/gu, "\uFFFD")).replaceAll("--", "%2D%2D"));
}

/** Below zero when `a` is the earlier run. */
export function compareRuns(a: RunNumber, b: RunNumber): number {
  return a.id - b.id || a.attempt - b.attempt;
}
