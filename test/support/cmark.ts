import { spawnSync } from "node:child_process";

const extensions = ["table", "strikethrough", "autolink", "tasklist"];

/** GitHub Markdown to HTML, with raw HTML let through so that a test can see it. */
export function toHtml(markdown: string): string {
  const options = [...extensions.flatMap((name) => ["-e", name]), "--unsafe"];
  const result = spawnSync("cmark-gfm", options, { input: markdown, encoding: "utf8", maxBuffer: 2 ** 28 });
  if (result.status !== 0) throw new Error(`cmark-gfm: ${result.stderr}`);
  return result.stdout;
}

/** The text in which GitHub's filters look for mentions, references, commits and emoji: all that is not code. */
export function outsideCode(html: string): string {
  return html.replace(/<pre[\s\S]*?<\/pre>/g, "").replace(/<code[\s\S]*?<\/code>/g, "·");
}

/** Elements by name with how often they occur, outside code. */
export function elements(html: string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const [, name = ""] of outsideCode(html).matchAll(/<([a-z!][a-z0-9]*|!--)/gi))
    counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
