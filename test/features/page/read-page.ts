import { JSDOM } from "jsdom";
import type { Picture } from "../../../src/report/figures/picture.ts";
import type { ReadChart, ReadDocument, ReadTable } from "../../figures/document.ts";

type Parsed = JSDOM["window"]["document"];

/** Reads a report as its page shows it, with the data of its charts. */
export function readPage(html: string): ReadDocument {
  const { document } = new JSDOM(html).window;
  const [data] = document.querySelectorAll("#chart-data");
  const pictures: Picture[] = JSON.parse(data?.textContent ?? "[]");
  const tables = [...document.querySelectorAll("main section, main:not(:has(section))")].flatMap((section) =>
    [...section.querySelectorAll("table")].map(
      (table): ReadTable => ({
        title: textsIn(section, "h2").join(),
        header: textsIn(table, "thead th"),
        rows: [...table.querySelectorAll("tbody tr")].map((row) => textsIn(row, "td")),
      }),
    ),
  );
  const titles = textsIn(document, "figure.chart figcaption strong");
  const charts = [...document.querySelectorAll("figure.chart .plot")].flatMap((plot, place): ReadChart[] => {
    const picture = pictures[Number(plot.getAttribute("data-chart"))];
    const [, quantity = "", name = ""] = /^(.*?) of (.*)$/.exec(titles[place] ?? "") ?? [];
    const lines = picture?.series.filter(({ shape }) => shape === "line") ?? [];
    if (!picture?.xTexts || lines.length === 0) return [];
    return [
      {
        title: `${name} ${quantity} (${picture.unit})`,
        axis: picture.xTexts,
        names: lines.map(({ label }) => label),
        series: lines.map(({ values }) => values.map((value) => value ?? Number.NaN)),
      },
    ];
  });
  return { lines: textsIn(document, "p, li, td, .note"), tables, charts, folds: [] };
}

function textsIn(parent: Parsed, selector: string): string[] {
  return [...parent.querySelectorAll(selector)].map(({ textContent }) =>
    (textContent ?? "").replaceAll("\u00a0", " ").replaceAll(/\s+/g, " ").trim(),
  );
}
