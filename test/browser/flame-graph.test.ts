import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { env } from "node:process";
import { pathToFileURL } from "node:url";
import axe from "axe-core";
import { type Browser, chromium, type Locator, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { renderHtml } from "../../src/features/page/html.ts";
import type { MadeProfile } from "../../src/record/profile.ts";
import { madeProfile } from "../features/why/profile/profiles.ts";
import { finding, report, statistics, threshold } from "../report/build.ts";
import { findTool } from "../support/tool.ts";

const executablePath = findTool("chromium");

/** `main` calls `search`, which calls two others; `name` stands for the first of these. */
function tree(arm: string, selves: readonly number[], name = "tokenize"): MadeProfile {
  const names = ["main", "search", name, "rank"];
  const nodes = selves.map((self, place): MadeProfile["nodes"][number] => [
    place,
    Math.min(place - 1, 1),
    self,
    self,
    self,
  ]);
  const frames = names.map((one, place) => ({ name: one, file: "src/search.ts", line: 10 * (place + 1) }));
  return madeProfile({ a: [1, 1, 1] }, { arm, frames, nodes });
}

function page(name?: string): string {
  const regressed = finding({
    row: "search",
    threshold: threshold("p50", "+10%"),
    state: "regressed",
    base: 7,
    head: 9,
  });
  const rows = [{ id: "search", base: statistics(7), head: statistics(9) }];
  const profiles = [tree("base", [0.1, 1, 3, 3], name), tree("head", [0.1, 1, 5, 3], name)];
  return renderHtml(report({ rows, findings: [regressed], status: "regressed", record: { profiles } }));
}

describe.skipIf(executablePath === undefined)("the flame graph of a page", () => {
  let browser: Browser;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "mcp-bench-flame-"));
    browser = await chromium.launch({ executablePath: executablePath ?? "", args: ["--no-sandbox", "--disable-gpu"] });
  });

  afterAll(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function open(html: string, width = 1280) {
    const file = join(folder, "page.html");
    await writeFile(file, html);
    const context = await browser.newContext({
      viewport: { width, height: 900 },
      hasTouch: width < 500,
      offline: true,
    });
    const tab = await context.newPage();
    const complaints: string[] = [];
    tab.on("console", (message) => complaints.push(message.text()));
    tab.on("pageerror", (error) => complaints.push(error.message));
    await tab.goto(pathToFileURL(file).href);
    const flame = tab.locator(".flame");
    await flame.scrollIntoViewIfNeeded();
    return { tab, flame, complaints, [Symbol.asyncDispose]: () => context.close() };
  }

  const bar = (flame: Locator, name: string) => flame.locator(".bars button", { hasText: new RegExp(`^${name}$`) });
  const widthOf = async (one: Locator) => (await one.boundingBox())?.width ?? 0;
  const focused = (tab: Page) => tab.evaluate<string>("document.activeElement.textContent");

  test("shows what takes longer, as wide as it is, and reads each bar out", async () => {
    await using opened = await open(page());
    const { flame, complaints, tab } = opened;
    const [tokenize, rank] = [bar(flame, "tokenize"), bar(flame, "rank")];
    expect((await widthOf(tokenize)) / (await widthOf(rank))).toBeCloseTo(5 / 3, 1);
    expect(await tokenize.getAttribute("class")).toBe("more-3");
    expect(await rank.getAttribute("class")).toBe("");
    await tokenize.hover();
    expect(await flame.locator("output").textContent()).toBe(
      "tokenize, src/search.ts:30: base 3.00\u00a0ms, head 5.00\u00a0ms, +2.00\u00a0ms",
    );
    await flame.locator("[data-side]").selectOption("base");
    expect((await widthOf(tokenize)) / (await widthOf(rank))).toBeCloseTo(1, 1);
    if (env.MCP_BENCH_SCREENSHOT) await tab.screenshot({ path: env.MCP_BENCH_SCREENSHOT, fullPage: true });
    expect(complaints).toEqual([]);
  });

  test("is walked through by the arrow keys, widened by Enter and found in by a word", async () => {
    await using opened = await open(page());
    const { flame, tab } = opened;
    await bar(flame, "all").focus();
    for (const key of ["ArrowDown", "ArrowDown", "ArrowDown"]) await tab.keyboard.press(key);
    expect(await focused(tab)).toBe("tokenize");
    await tab.keyboard.press("ArrowRight");
    expect(await focused(tab)).toBe("rank");
    const narrow = await widthOf(bar(flame, "rank"));
    await tab.keyboard.press("Enter");
    expect(await widthOf(bar(flame, "rank"))).toBeGreaterThan(1.5 * narrow);
    expect(await bar(flame, "tokenize").isVisible()).toBe(false);
    await tab.keyboard.press("Escape");
    expect(await widthOf(bar(flame, "rank"))).toBeCloseTo(narrow, 0);
    await flame.locator("[data-find]").fill("TOKEN");
    expect(await flame.locator(".found").allTextContents()).toEqual(["tokenize"]);
    expect(await flame.locator("[role=status]").textContent()).toBe("1 found, 54.9% of head");
  });

  test("works by touch on a telephone, and has nothing that keeps anybody out", async () => {
    await using opened = await open(page(), 390);
    const { flame, tab } = opened;
    await bar(flame, "rank").tap();
    expect(await flame.locator("output").textContent()).toContain("rank");
    expect(await bar(flame, "tokenize").isVisible()).toBe(false);
    await flame.locator("[data-whole]").tap();
    expect(await bar(flame, "tokenize").isVisible()).toBe(true);
    expect(await tab.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    await tab.evaluate(axe.source);
    const found = await tab.evaluate<{ violations: { id: string }[] }>("axe.run('.flame')");
    expect(found.violations.map(({ id }) => id)).toEqual([]);
  });

  test("shows a hostile name for what it is", async () => {
    const evil = "</script><img src=x onerror=document.title='pwned'>\u202e";
    await using opened = await open(page(evil));
    const { flame, tab, complaints } = opened;
    expect(await flame.locator(".bars button").allTextContents()).toContain(evil.slice(0, -1));
    expect(await tab.locator("img").count()).toBe(0);
    expect(await tab.title()).not.toContain("pwned");
    expect(complaints).toEqual([]);
  });
});
