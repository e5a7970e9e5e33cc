import { expect, it } from "vitest";
import { formats, render } from "../../src/cli/output.ts";
import { renderDashboard } from "../../src/report/html/dashboard.ts";
import { renderTerminal } from "../../src/report/terminal/terminal.ts";
import { madeBranch } from "./html-reports.ts";
import { situations } from "./situations.ts";

/** How the golden file of each format ends; one that is missing here fails its test. */
const endings: Readonly<Record<string, string>> = {
  terminal: "txt",
  markdown: "summary.md",
  comment: "md",
  html: "html",
  json: "json",
  junit: "junit.xml",
  csv: "csv",
  bencher: "bencher.json",
  "benchmark-smaller": "smaller.json",
  "benchmark-bigger": "bigger.json",
};

/** Without what a page brings along and has files of its own for, and with the line ends that git keeps. */
function forReview(text: string): string {
  return text
    .replace(/<style>[\s\S]*?<\/style>/, "<style>…</style>")
    .replace(/<script>[\s\S]*?<\/script>/, "<script>…</script>")
    .replaceAll(/sha256-[\w+/=]+/g, "sha256-…")
    .replaceAll("\r\n", "\n");
}

it.each(formats)("%s reads as its golden file", async (format) => {
  const report = situations.regression?.();
  if (!report) throw new Error("no such situation");
  const text =
    format === "terminal"
      ? renderTerminal(report, { color: false, width: 100, details: false })
      : await render(report, format);
  await expect(forReview(text)).toMatchFileSnapshot(`golden/regression.${endings[format]}`);
});

it("the dashboard reads as its golden file", async () => {
  await expect(forReview(renderDashboard(madeBranch(6)))).toMatchFileSnapshot("golden/dashboard.html");
});
