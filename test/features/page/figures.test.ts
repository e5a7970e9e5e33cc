import { expect, test } from "vitest";
import { renderHtml } from "../../../src/features/page/html.ts";
import { metric } from "../../../src/metrics/metric.ts";
import { contradictionsIn } from "../../figures/contradictions.ts";
import { figuresOf } from "../../figures/exports.ts";
import { printed } from "../../figures/quantity.ts";
import { comparison, scattered, study } from "../../figures/scattered.ts";
import { madeReport } from "../../report/made-reports.ts";
import { readPage } from "./read-page.ts";

test.each([0.1, 1, 3])("figures of a page agree, however rounds scatter (%d)", (spread) => {
  for (const made of [study(), comparison()])
    expect(contradictionsIn(renderHtml(scattered(made, spread)), readPage)).toEqual([]);
});

test("figures of the page of a judged run agree", () => {
  expect(contradictionsIn(renderHtml(madeReport()), readPage)).toEqual([]);
});

test("a contradiction on a page is found", () => {
  const page =
    "<main><table><thead><tr><th>Metric<th>Base<th>Head<th>Change</thead><tbody><tr><td>x<td>182 ms<td>200 ms<td>+12.0%</table></main>";
  expect(contradictionsIn(page, readPage).map(({ rule }) => rule)).toEqual(["change"]);
});

test("figures of exports are those that the page prints", () => {
  const made = madeReport();
  const tables = readPage(renderHtml(made)).tables.filter(({ title }) => title === "Results");
  const exported = new Map(
    figuresOf(made).map(({ row, version, metric: id, value }) => [`${row} ${version} ${metric(id).label}`, value]),
  );
  const apart = tables.flatMap(({ header, rows }) =>
    rows.flatMap((row) =>
      ["Base", "Head"].flatMap((label) => {
        const [name, about] = [row[header.indexOf("Row")], row[header.indexOf("Metric")]];
        const text = row[header.indexOf(label)] ?? "";
        const value = exported.get(`${name === "server" ? "(server)" : name} ${label.toLowerCase()} ${about}`);
        const figure = printed(text);
        const isTime = figure?.unit === "time";
        return !figure || value === undefined || !isTime || (value >= figure.low && value <= figure.high)
          ? []
          : [`${name} ${about} ${label}: ${text}, exported ${value}`];
      }),
    ),
  );
  expect(tables).toHaveLength(1);
  expect(apart).toEqual([]);
});
