import { significant } from "../../../metrics/format.ts";
import type { Picture } from "../../../report/figures/picture.ts";

/** Writes the data of a chart as a table when its reader asks for it. Every text is set as text. */
export function fillDataTables(pictures: readonly Picture[]): void {
  for (const details of document.querySelectorAll<HTMLDetailsElement>("details.data")) {
    const picture = pictures[Number(details.dataset.chart)];
    if (!picture) continue;
    details.addEventListener("toggle", () => details.append(dataTable(picture, details.textContent)), { once: true });
  }
}

function dataTable(picture: Picture, label: string): HTMLElement {
  const { x, xTexts, series, unit, xLabel } = picture;
  const table = document.createElement("table");
  const head = table.createTHead().insertRow();
  const names = series.map(({ label: name }) => (unit === "" ? name : `${name} (${unit})`));
  for (const name of [xLabel, ...names]) head.append(heading(name, "col"));
  const body = table.createTBody();
  for (const [index, at] of x.entries()) {
    const row = body.insertRow();
    row.append(heading(xTexts?.[index] ?? significant(at), "row"));
    for (const { values } of series) row.insertCell().textContent = valueText(values[index]);
  }
  const scroll = document.createElement("div");
  scroll.className = "scroll";
  scroll.tabIndex = 0;
  scroll.setAttribute("role", "group");
  scroll.setAttribute("aria-label", label);
  scroll.append(table);
  return scroll;
}

function heading(text: string, scope: "col" | "row"): HTMLElement {
  const cell = document.createElement("th");
  cell.scope = scope;
  cell.textContent = text;
  return cell;
}

function valueText(value: number | null | undefined): string {
  return value === null || value === undefined ? "–" : significant(value);
}
