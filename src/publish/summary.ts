import * as core from "@actions/core";

/** Bytes GitHub accepts in the summary of one step. */
const summaryLimitBytes = 1024 * 1024;

export type SummaryResult = { readonly kind: "written" } | { readonly kind: "skipped"; readonly reason: string };

/** Writes the job summary. Never throws: a summary that cannot be written must not change the verdict. */
export async function writeSummary(markdown: string): Promise<SummaryResult> {
  const bytes = Buffer.byteLength(markdown);
  if (bytes > summaryLimitBytes)
    return { kind: "skipped", reason: `the summary has ${bytes} bytes, GitHub accepts ${summaryLimitBytes}` };
  try {
    await core.summary.addRaw(markdown, true).write();
    return { kind: "written" };
  } catch (error) {
    core.summary.emptyBuffer();
    return { kind: "skipped", reason: error instanceof Error ? error.message : String(error) };
  }
}
