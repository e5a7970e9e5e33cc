import { describe, expect, it } from "vitest";
import { render } from "../../../src/cli/output.ts";
import { renderDashboard } from "../../../src/features/page/dashboard.ts";
import { page } from "../../../src/features/page/feature.ts";
import { madeBranch } from "../../report/made-reports.ts";
import { situations } from "../../report/situations.ts";

/** Leaves out the script and the style, which have files of their own, and keeps the line ends that git keeps. */
function forReview(text: string): string {
  return text
    .replace(/<style>[\s\S]*?<\/style>/, "<style>…</style>")
    .replace(/<script>[\s\S]*?<\/script>/, "<script>…</script>")
    .replaceAll(/sha256-[\w+/=]+/g, "sha256-…")
    .replaceAll("\r\n", "\n");
}

const features = [page];

it("html reads as its golden file", async () => {
  const report = situations.regression?.();
  if (!report) throw new Error("no such situation");
  await expect(forReview(await render(report, "html", { features }))).toMatchFileSnapshot("golden/regression.html");
});

it("the dashboard reads as its golden file", async () => {
  await expect(forReview(renderDashboard(madeBranch(6)))).toMatchFileSnapshot("golden/dashboard.html");
});

describe.each(Object.entries(situations))("%s", (_, build) => {
  it("as html ends with one line end and holds no value that is none", async () => {
    const text = await render(build(), "html", { features });
    expect(text).toMatch(/[^\n]\n$/);
    expect(forReview(text)).not.toMatch(/\bundefined\b|\[object |\bNaN\b/);
  });
});
