import { code } from "./escape.ts";

/** The comment and summary of a run that somebody skipped with a label. */
export function renderSkip({ by, label }: { by: string; label: string }): string {
  return `### ⏭️ MCP benchmark: skipped\n\n${code(by)} skipped it with the label ${code(label)}. Nothing was measured, so this says nothing about performance. To measure, take the label off and run the workflow again.\n`;
}
