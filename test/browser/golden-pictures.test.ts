import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { env } from "node:process";
import { pathToFileURL } from "node:url";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { renderDashboard } from "../../src/features/page/dashboard.ts";
import { renderHtml } from "../../src/features/page/html.ts";
import { madeBranch, madeReport } from "../report/made-reports.ts";
import { operations } from "../report/study/made-study.ts";
import { findTool } from "../support/tool.ts";
import { violations } from "./axe.ts";
import { coarse, difference } from "./coarse-picture.ts";

/*
 * Compares the pages with pictures that people have looked at. `MCP_BENCH_NEW_PICTURES=1 npx vitest run
 * test/browser/golden-pictures.test.ts` makes them anew; look at each before it is committed.
 *
 * Machines draw letters in their own way and have fonts of their own, in which lines break elsewhere and move all that is below. So
 * every page is drawn in one font that npm brings, and compared are coarse pictures, in which a word is a grey bar: their pixels
 * may stand one beside where they stood.
 */

const executablePath = findTool("chromium");
const folder = path.join(import.meta.dirname, "golden");
const font = readFileSync("node_modules/katex/dist/fonts/KaTeX_SansSerif-Regular.woff2").toString("base64");
const style = `@font-face { font-family: Fixed; src: url(data:font/woff2;base64,${font}); } * { font-family: Fixed, sans-serif !important; }`;

/** Pixels of a page from its top that are compared. */
const longest = 2600;

/** Share of the pixels of a band that may differ: letters drawn a little bolder are 0.02, a chart that is gone 0.09. */
const allowed = 0.05;

const pages: Readonly<Record<string, () => string>> = {
  report: () => renderHtml(madeReport()),
  history: () => renderDashboard(madeBranch(30)),
  study: () => renderHtml(operations({ ping: 1.5, read: 0.5, add: undefined })),
};

/**
 * For one page every picture; of the others each width and each scheme once, as places do not follow colours, nor colours
 * places. Axe, which takes longest, is asked of each page at each width and in each scheme once.
 */
const cases = [
  { name: "report", width: 1280, scheme: "light", asksAxe: false },
  { name: "report", width: 1280, scheme: "dark", asksAxe: true },
  { name: "report", width: 390, scheme: "light", asksAxe: true },
  { name: "report", width: 390, scheme: "dark", asksAxe: false },
  { name: "history", width: 1280, scheme: "light", asksAxe: true },
  { name: "history", width: 390, scheme: "dark", asksAxe: true },
  { name: "study", width: 1280, scheme: "dark", asksAxe: true },
  { name: "study", width: 390, scheme: "light", asksAxe: true },
] as const;
type Case = (typeof cases)[number];

describe.skipIf(executablePath === undefined)("the pages in a browser", () => {
  let browser: Browser;
  let temporary: string;
  let blank: Page;

  beforeAll(async () => {
    temporary = await mkdtemp(path.join(tmpdir(), "mcp-bench-pictures-"));
    for (const [name, render] of Object.entries(pages)) await writeFile(path.join(temporary, `${name}.html`), render());
    browser = await chromium.launch({ executablePath: executablePath ?? "", args: ["--no-sandbox", "--disable-gpu"] });
    blank = await browser.newPage();
    await mkdir(folder, { recursive: true });
  });

  afterAll(async () => {
    await browser?.close();
    await rm(temporary, { recursive: true, force: true });
  });

  async function open({ name, width, scheme }: Case) {
    const context = await browser.newContext({
      viewport: { width, height: longest },
      colorScheme: scheme,
      reducedMotion: "reduce",
      bypassCSP: true,
      offline: true,
    });
    const page = await context.newPage();
    await page.goto(pathToFileURL(path.join(temporary, `${name}.html`)).href);
    await page.addStyleTag({ content: style });
    await page.evaluate("document.fonts.ready");
    // Charts fit themselves to what the font left them.
    await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
    return { page, [Symbol.asyncDispose]: () => context.close() };
  }

  async function picture(page: Page, width: number): Promise<string> {
    const height = Math.min(longest, await page.evaluate<number>("document.documentElement.offsetHeight"));
    return coarse(blank, await page.screenshot({ clip: { x: 0, y: 0, width, height } }));
  }

  test.each(cases)("$name at $width pixels in $scheme looks as it did", async (one) => {
    await using opened = await open(one);
    const made = await picture(opened.page, one.width);
    const file = path.join(folder, `${one.name}-${one.width}-${one.scheme}.png`);
    if (env.MCP_BENCH_NEW_PICTURES) await writeFile(file, bytesOf(made));
    expect(existsSync(file), `${file} is missing`).toBe(true);
    const golden = `data:image/png;base64,${await readFile(file, "base64")}`;
    const found = await difference(blank, { made, golden });
    const now = path.join(tmpdir(), path.basename(file));
    if (found > allowed) await writeFile(now, bytesOf(made));
    expect(found, `${file} differs from ${now}`).toBeLessThan(allowed);

    if (!one.asksAxe) return;
    expect(await violations(opened.page)).toEqual([]);
  });

  describe("of a report", () => {
    const [first] = cases;
    let opened: Awaited<ReturnType<typeof open>>;
    let golden: string;
    beforeAll(async () => {
      opened = await open(first);
      golden = await picture(opened.page, first.width);
    });
    afterAll(() => opened[Symbol.asyncDispose]());

    /** Returns how much it differs with that style on top. */
    async function changedBy(content: string): Promise<number> {
      const style = await opened.page.addStyleTag({ content });
      const made = await picture(opened.page, first.width);
      await style.evaluate((element) => (element as unknown as { remove(): void }).remove());
      return difference(blank, { made, golden });
    }

    test.each([
      ["a figure that is gone", ".forest { display: none }"],
      ["a verdict that cannot be seen", ".verdict { visibility: hidden }"],
      ["a table in cards where it has room", ".cards td { display: block !important }"],
      ["charts that are not drawn", ".plot canvas { display: none !important }"],
    ])("%s is seen", async (_, content) => {
      expect(await changedBy(content)).toBeGreaterThan(1.5 * allowed);
    });

    test("letters drawn otherwise are not", async () => {
      const content = "* { -webkit-text-stroke: 0.3px; text-rendering: geometricPrecision }";
      expect(await changedBy(content)).toBeLessThan(allowed / 2);
    });
  });
});

function bytesOf(dataUrl: string): Buffer {
  return Buffer.from(dataUrl.slice(dataUrl.indexOf(",") + 1), "base64");
}
