import { type Markdown, markdown } from "../text/markdown.ts";
import { encodeKey } from "./comment-marker.ts";

const shape = /^<!-- mcp-bench-drift: key=(\S+) -->\r?\n?/;

/** The hidden first line of a tracking issue of ours. */
export function renderIssueMarker(key: string): Markdown {
  return markdown`<!-- mcp-bench-drift: key=${encodeKey(key)} -->\n`;
}

/** True for an issue that tracks this key. */
export function hasIssueMarker(body: string, key: string): boolean {
  return shape.exec(body)?.[1] === encodeKey(key);
}
