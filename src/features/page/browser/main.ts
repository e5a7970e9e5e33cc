/** The script of every page. It runs in a browser and loads nothing; scripts/bundler/inline.ts makes it one text. */

import type { Picture } from "../../../report/figures/picture.ts";
import { drawCharts } from "./charts.ts";
import { enhanceTable } from "./sortable.ts";

const pictures: Picture[] = JSON.parse(document.getElementById("chart-data")?.textContent ?? "[]");

for (const place of document.querySelectorAll<HTMLElement>("[data-sortable]")) enhanceTable(place);
drawCharts(pictures);
addEventListener("hashchange", openTarget);
openTarget();

/** A link to a folded section opens it. */
function openTarget(): void {
  const target = document.getElementById(location.hash.slice(1));
  const details = target?.querySelector(":scope > details");
  if (details instanceof HTMLDetailsElement) details.open = true;
}
