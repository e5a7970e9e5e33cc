import type { z } from "zod";
import { quoted, shortLine } from "./untrusted.ts";

const longestPath = 200;

/** Says in one short line what a schema refuses first. Keys of the input are quoted: a stranger may have chosen them. */
export function refusal({ issues }: Pick<z.ZodError, "issues">): string {
  const [issue] = issues;
  if (!issue) return "the document is refused";
  const where = issue.path.length === 0 ? "the document" : pathText(issue.path);
  if (issue.code !== "unrecognized_keys") return `${where}: ${shortLine(issue.message)}`;
  const [first = "", ...more] = issue.keys;
  return `${where}: unknown key ${quoted(first)}${more.length > 0 ? ` and ${more.length} more` : ""}`;
}

/** A place in a document, such as `benchmarks[2].arguments.query`. Keys that are no plain words are quoted. */
export function pathText(path: readonly PropertyKey[]): string {
  const text = path.reduce<string>((before, key) => {
    if (typeof key === "number") return `${before}[${key}]`;
    const name = String(key);
    return `${before}${before ? "." : ""}${/^[\w$@-]{1,80}$/.test(name) ? name : quoted(name)}`;
  }, "");
  return text.length > longestPath ? `${text.slice(0, longestPath)}…` : text;
}
