import { JSDOM } from "jsdom";
import { describe, expect, it } from "vitest";
import type { BranchExport } from "../../../src/baseline/branch/entry.ts";
import { renderDashboard } from "../../../src/features/page/dashboard.ts";
import { madeBranch } from "../../report/made-reports.ts";
import { injections } from "../../report/situations.ts";

function texts(page: string, selector: string): string[] {
  const { document } = new JSDOM(page).window;
  return [...document.querySelectorAll(selector)].map(({ textContent }) => textContent.replace(/\s+/g, " ").trim());
}

describe("the dashboard", () => {
  const branch = madeBranch(30);
  const page = renderDashboard(branch);

  it("has a section per kind of machine, the one in use first", () => {
    const titles = texts(page, "main section h2");
    expect(titles).toHaveLength(2);
    expect(titles[0]).toContain("AMD EPYC 7763 64-Core Processor, 4 cores");
    expect(titles[1]).toContain("Processor B");
    expect(texts(page, "header p")[0]).toContain("32 stored runs on 2 kinds of machine at c0ffeec0ff");
  });

  it("tells changes of level in words and shows their charts first", () => {
    expect(texts(page, "#key-1 li").filter((text) => /^latency p50 of search: worse, \+\d/.test(text))).toHaveLength(1);
    // One line for the row, whichever metrics tell it.
    expect(texts(page, "#key-1 li").filter((text) => text.includes("search") && text.includes("worse"))).toEqual([
      expect.stringMatching(/; p95 \+\d[\d.]*%; throughput −\d[\d.]*%$/),
    ]);
    expect(texts(page, "#key-1 figcaption strong")[0]).toBe("latency p50 of search");
    expect(texts(page, "#key-1 td:last-child").filter((text) => text === "yes")).toHaveLength(1);
  });

  it("tells none where nothing changed", () => {
    expect(texts(page, "#key-2 h3")).toEqual(["Latest figures", expect.stringMatching(/^\d+ charts$/), "Newest runs"]);
  });

  it("begins with an overview: a line for each row, charts and other machines folded", () => {
    const document = new JSDOM(page).window.document;
    expect(document.querySelectorAll("#key-1 svg.sparkline")).toHaveLength(8);
    expect(document.querySelectorAll("#key-1 summary > h2")).toHaveLength(0);
    expect(document.querySelectorAll("#key-2 > details > summary > h2")).toHaveLength(1);
    const all = document.querySelectorAll("#key-1 .plot").length;
    expect(document.querySelectorAll("#key-1 details.charts-of:not([open]) .plot")).toHaveLength(all);
  });

  it("lists the newest runs, newest first", () => {
    expect(texts(page, "#key-1 h3 ~ .cards:not([data-sortable]) tbody tr")).toHaveLength(20);
    expect(texts(page, "#key-1 h3 ~ .cards:not([data-sortable]) tbody td:nth-child(2)")[0]).toBe(
      "2026-09-30 02:00 UTC",
    );
  });

  it("is the same twice and small", () => {
    expect(renderDashboard(branch)).toBe(page);
    expect(Buffer.byteLength(page)).toBeLessThan(1_000_000);
  });

  it("says that an empty branch is empty", () => {
    expect(texts(renderDashboard({ kind: "mcp-bench-export", schema: 1, keys: {} }), "header p")[0]).toContain(
      "0 stored runs",
    );
  });

  it("shows who accepted a run, and runs nothing that stands in a stored text", () => {
    const [[key = "", entries = []] = []] = Object.entries(branch.keys);
    const hostile = entries.map((entry, index) => {
      const text = injections[index % injections.length] || "x";
      const rows = entry.head.rows.map((row, place) => (place === 0 ? { ...row, row: text } : row));
      const accepted = { by: text, at: "2026-11-01T00:00:00Z", reason: `because ${text}` };
      const environment = { ...entry.environment, description: text };
      return { ...entry, accepted, environment, head: { ...entry.head, rows } };
    });
    const made: BranchExport = { ...branch, keys: { [key]: hostile } };
    const shown = renderDashboard(made);
    expect(texts(shown, "script")).toHaveLength(2);
    expect(texts(shown, "img, b, iframe, form, a[href^=http], a[href^=javascript]")).toEqual([]);
    expect(texts(shown, "td").some((text) => text.startsWith("accepted by "))).toBe(true);
  });
});
