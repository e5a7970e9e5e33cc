import { sentenceOf } from "../news/sentence.ts";
import { type Report, viewOf } from "../report.ts";
import { toolLines } from "../sections/tools.ts";
import { plainText } from "../text.ts";
import { reasonText } from "../words/reason.ts";
import { runWarningText } from "../words/run-warning.ts";
import { warningText } from "../words/warning.ts";

/** Version of the document below; readers refuse versions they do not know. */
const reportVersion = 1;

/** The decision as data: verdict, findings and summaries. The samples are in the run's record. */
export function renderJson(report: Report): string {
  const view = viewOf(report);
  const { run, comparison, verdict, reproduce, accepted } = report;
  const { head, base } = view.report;
  const { status, failed } = verdict;
  const document = {
    schema: reportVersion,
    kind: "mcp-bench-report",
    status,
    failed,
    sentence: plainText(sentenceOf(view.report)),
    accepted,
    harness: run.harness,
    createdAt: run.createdAt,
    commit: run.commit,
    environment: run.environment,
    reference: comparison.reference,
    gates: comparison.gates,
    findings: comparison.findings.map((one) => ({ ...one, reason: reasonText(one), why: one.reason })),
    warnings: [
      ...comparison.warnings.map((one) => ({ code: one.code, row: one.row, message: warningText(one) })),
      ...run.warnings.map((warning) => ({ code: "run", message: runWarningText(warning) })),
    ],
    skipped: run.skipped,
    coverage: run.coverage,
    context: {
      tokenizer: run.tokenizer,
      tools: toolLines(view),
      changes: comparison.tools,
      lostPrefix: comparison.lostPrefix,
    },
    head,
    base,
    reproduce,
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}
