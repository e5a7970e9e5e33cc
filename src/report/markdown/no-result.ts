import { code, fenced } from "./escape.ts";

/** The comment and summary of a run without a result. `message` may hold untrusted text. */
export function renderFailure({ message, runUrl }: { message: string; runUrl?: string }): string {
  const where = runUrl ? `\n\nThe log of [the run](${runUrl}) has the rest.` : "";
  return `### ❌ MCP benchmark: no result\n\nNothing was compared, so this says nothing about performance. What stopped the run:\n\n${fenced(message.slice(0, 8_000), "text")}${where}\n`;
}

/** The comment and summary of a run that somebody skipped with a label. */
export function renderSkip({ by, label }: { by: string; label: string }): string {
  return `### ⏭️ MCP benchmark: skipped\n\n${code(by)} skipped it with the label ${code(label)}. Nothing was measured, so this says nothing about performance. To measure, take the label off and run the workflow again.\n`;
}
