import { type Markdown, markdown } from "../../base/markdown.ts";
import { code, fenced } from "./escape.ts";
import { markdownText } from "./markdown-block.ts";

/** The comment and summary of a run without a result. `message` may hold untrusted text. */
export function renderFailure({ message, runUrl }: { message: string; runUrl?: string | undefined }): Markdown {
  const where = runUrl
    ? markdown`\n\nThe log of ${markdownText([{ link: "the run", url: runUrl }])} has the rest.`
    : markdown``;
  return markdown`### ❌ MCP Bench: no result\n\nNothing was compared, so this says nothing about performance. The run stopped because:\n\n${fenced(message.slice(0, 8_000), "text")}${where}\n`;
}

/** Renders the comment and summary of a run that was skipped with a label. */
export function renderSkip({ by, label }: { by: string; label: string }): Markdown {
  return markdown`### ⏭️ MCP Bench: skipped\n\n${code(by)} skipped it with the label ${code(label)}. Nothing was measured, so this says nothing about performance. To measure, remove the label and run the workflow again.\n`;
}

/** Renders the note on a run that is not on the baseline branch. `message` may hold the answer of a remote. */
export function renderNotStored(message: string): Markdown {
  return markdown`\n### ⚠️ Not stored\n\n${fenced(message.slice(0, 8_000), "text")}\n`;
}
