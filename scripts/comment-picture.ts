/**
 * Draws a comment as GitHub shows it before anything is unfolded: node scripts/comment-picture.ts COMMENT.md PICTURE.png
 * Needs cmark-gfm on the path and Chromium at $CHROMIUM or /usr/bin/chromium. The picture of the README is made by
 *   npm run demo -- --comment comment.md && node scripts/comment-picture.ts comment.md docs/comment.png
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { argv, env } from "node:process";
import { chromium } from "playwright-core";

const [, , source = "comment.md", target = "docs/comment.png"] = argv;
const extensions = ["table", "strikethrough", "autolink", "tagfilter", "tasklist"].flatMap((name) => ["-e", name]);
// Not every machine has a font for the sign of a failure.
const cross = '<b style="color: #d1242f">✕</b>';
const html = execFileSync("cmark-gfm", ["--unsafe", ...extensions, source], { encoding: "utf8" }).replaceAll(
  "❌",
  cross,
);
const css = readFileSync("node_modules/github-markdown-css/github-markdown-light.css", "utf8");
const mermaid = readFileSync("node_modules/mermaid/dist/mermaid.min.js", "utf8");

/** Runs in the page. */
const drawCharts = `(async () => {
  for (const block of document.querySelectorAll("pre > code.language-mermaid")) {
    const drawing = document.createElement("div");
    drawing.className = "mermaid";
    drawing.textContent = block.textContent;
    block.parentElement.replaceWith(drawing);
  }
  mermaid.initialize({ startOnLoad: false });
  await mermaid.run({ querySelector: ".mermaid" });
})()`;

const browser = await chromium.launch({
  executablePath: env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"],
});
try {
  const page = await browser.newPage({ viewport: { width: 1060, height: 400 }, deviceScaleFactor: 1.6 });
  await page.setContent(`<style>${css} body { margin: 0 } article { padding: 24px } svg { max-width: 620px !important }</style>
    <article class="markdown-body">${html}</article>`);
  await page.addScriptTag({ content: mermaid });
  await page.evaluate(drawCharts);
  await page.screenshot({ path: target, fullPage: true });
} finally {
  await browser.close();
}
