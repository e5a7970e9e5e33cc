import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { renderDashboard } from "../../src/features/page/dashboard.ts";
import { renderHtml } from "../../src/features/page/html.ts";
import { madeBranch, madeReport } from "../report/made-reports.ts";
import { situations } from "../report/situations.ts";
import { findTool } from "../support/tool.ts";
import { violations } from "./axe.ts";

const executablePath = findTool("chromium");
const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

describe.skipIf(executablePath === undefined)("in a browser", () => {
  let browser: Browser;
  let folder: string;
  const files: Record<string, string> = {};

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "mcp-bench-html-"));
    const made = renderHtml(madeReport());
    const pages = {
      report: made,
      dashboard: renderDashboard(madeBranch(30)),
      hostile: renderHtml(situations["hostile-names"]?.() ?? madeReport()),
      planted: made.replace("</main>", "<script>document.title = 'planted'</script><img src=x></main>"),
    };
    for (const [name, page] of Object.entries(pages)) {
      const file = join(folder, `${name}.html`);
      await writeFile(file, page);
      files[name] = pathToFileURL(file).href;
    }
    browser = await chromium.launch({ executablePath: executablePath ?? "", args });
  });

  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** A page opened from disk, with everything it asked for and complained about. */
  async function open(name: string, options: BrowserContextOptions = {}) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, offline: true, ...options });
    const page = await context.newPage();
    const requests: string[] = [];
    const complaints: string[] = [];
    page.on("request", (request) => requests.push(request.url()));
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("dialog", (dialog) => {
      complaints.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    await page.goto(files[name] ?? "");
    return { page, requests, complaints, [Symbol.asyncDispose]: () => context.close() };
  }

  /** For each chart in view the share of its pixels that are neither empty nor grey: the lines, not the axes. */
  function inked(page: Page): Promise<number[]> {
    return page.evaluate<number[]>(`[...document.querySelectorAll(".plot canvas")].map((canvas) => {
      const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
      let coloured = 0;
      for (let at = 0; at < data.length; at += 4)
        if (data[at + 3] > 40 && Math.abs(data[at] - data[at + 2]) > 60) coloured += 1;
      return (4 * coloured) / data.length;
    })`);
  }

  /** Brings the charts that are not drawn yet near the view, which draws them. */
  function drawAll(page: Page): Promise<void> {
    return page.evaluate<void>(`(async () => {
      for (const plot of document.querySelectorAll(".plot"))
        while (plot.checkVisibility() && !plot.querySelector("canvas")) {
          plot.scrollIntoView();
          await new Promise(requestAnimationFrame);
        }
    })()`);
  }

  it.each(["report", "dashboard", "hostile"])(
    "the %s opens from disk, asks for nothing, complains of nothing and draws every chart in view",
    async (name) => {
      await using opened = await open(name, { colorScheme: name === "hostile" ? "dark" : "light" });
      const { page } = opened;
      for (const folded of await page.locator(".charts-of > summary:visible").all()) await folded.click();
      await drawAll(page);
      expect(opened.requests).toEqual([files[name]]);
      expect(opened.complaints).toEqual([]);
      // golden-pictures.test.ts runs axe on the other pages, which have these colours.
      if (name === "hostile") return expect(await violations(page, { contrast: false })).toEqual([]);
      const drawn = await page.locator(".plot canvas").count();
      expect(drawn).toBe(await page.locator(".plot:visible").count());
      expect(drawn).toBeGreaterThan(10);
      expect(Math.min(...(await inked(page)))).toBeGreaterThan(0.001);
    },
  );

  it("refuses what is planted in the file, and this test would see it", async () => {
    await using opened = await open("planted");
    expect(await opened.page.title()).not.toBe("planted");
    expect(opened.complaints.join("\n")).toMatch(/script[\s\S]*Content Security Policy/i);
    expect(opened.complaints.join("\n")).toMatch(/image[\s\S]*Content Security Policy/i);
  });

  it.each([
    [1280, "report"],
    [390, "report"],
    [1280, "dashboard"],
    [390, "dashboard"],
  ] as const)("at %d pixels shows the results of the %s whole, drawn without scrolling", async (width, name) => {
    await using opened = await open(name, { viewport: { width, height: 900 } });
    const cut = await opened.page.evaluate<string[]>(
      "[...document.querySelectorAll('.cards .scroll')].filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1).map((one) => one.ariaLabel)",
    );
    expect(cut).toEqual([]);
    expect(await opened.page.evaluate("document.documentElement.scrollWidth")).toBe(width);
    const plots = opened.page.locator(".plot:visible");
    expect(await opened.page.locator(".plot:visible canvas").count()).toBe(await plots.count());
  });

  it("filters and sorts by keyboard and says what it did", async () => {
    await using opened = await open("report");
    const { page } = opened;
    const results = page.locator("#results");
    const status = results.getByRole("status");
    const rows = results.locator("tbody tr:visible");
    await page.keyboard.press("Tab");
    await expect.poll(() => page.evaluate("document.activeElement.className")).toBe("skip");
    await page.keyboard.press("Enter");
    // Passes are not shown at first.
    const all = await results.locator("tbody tr").count();
    expect(await rows.count()).toBeLessThan(all);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Home");
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.type("docs p95");
    expect(await rows.count()).toBe(4);
    expect(await status.textContent()).toBe(`4 of ${all} results`);
    await page.keyboard.press("Escape");
    expect(await rows.count()).toBe(all);

    await page.keyboard.press("Tab");
    await page.keyboard.type("Improved");
    expect(await rows.locator("td:first-child").allTextContents()).toSatisfy((names: string[]) =>
      names.every((name) => name === "echo"),
    );
    await page.keyboard.press("Home");
    expect(await rows.count()).toBe(all);

    const change = results.getByRole("columnheader", { name: "Change" });
    await change.getByRole("button").focus();
    await page.keyboard.press("Enter");
    expect(await change.getAttribute("aria-sort")).toBe("descending");
    expect(await results.locator('th[aria-sort$="ending"]').count()).toBe(1);
    expect(await status.textContent()).toBe(`${all} results, sorted by Change, descending`);
    expect(await rows.first().locator("td").first().textContent()).toBe("search");
    await page.keyboard.press("Space");
    expect(await change.getAttribute("aria-sort")).toBe("ascending");
    expect(await rows.first().locator("td").first().textContent()).toBe("echo");
  });

  it("reads a chart point by point", async () => {
    await using opened = await open("report");
    const figure = opened.page.locator("#rows figure", { hasText: "p50 of each round" }).first();
    await figure.locator(".plot").scrollIntoViewIfNeeded();
    await figure.locator("canvas").waitFor();
    await figure.locator(".plot").focus();
    await opened.page.keyboard.press("ArrowRight");
    await expect
      .poll(() => figure.locator("output").textContent())
      .toMatch(/^round 1: base [\d.]+ ms, head [\d.]+ ms$/);
    await opened.page.keyboard.press("End");
    await expect.poll(() => figure.locator("output").textContent()).toMatch(/^round 16: /);
  });

  it("draws the charts anew when the system turns dark", async () => {
    await using opened = await open("report", { colorScheme: "light" });
    const { page } = opened;
    const background = () => page.evaluate<string>("getComputedStyle(document.body).backgroundColor");
    await page.locator(".plot canvas").first().waitFor();
    const picture = () => page.evaluate<string>("document.querySelector('.plot canvas').toDataURL()");
    const [light, drawnLight] = [await background(), await picture()];
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await background()).not.toBe(light);
    await expect.poll(picture).not.toBe(drawnLight);
  });

  it("tells verdict and figures without JavaScript", async () => {
    await using opened = await open("report", { javaScriptEnabled: false });
    expect(await opened.page.locator(".verdict .status").textContent()).toContain("regression");
    expect(await opened.page.locator("#results tbody tr:visible").count()).toBeGreaterThan(20);
    expect(await opened.page.locator("noscript p").isVisible()).toBe(true);
  });
});
