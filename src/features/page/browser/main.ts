/** The script of every page. It runs in a browser and loads nothing; scripts/bundler/inline.ts makes it one text. */

import type { Picture } from "../../../report/figures/picture.ts";
import { drawCharts } from "./charts.ts";
import { enhanceTable } from "./sortable.ts";

const dataOf = (id: string) => JSON.parse(document.getElementById(id)?.textContent ?? "[]");
const pictures: Picture[] = dataOf("chart-data");

for (const place of document.querySelectorAll<HTMLElement>("[data-sortable]")) enhanceTable(place);
drawCharts(pictures);
openTarget();

/** A link to a folded section opens it. */
function openTarget(): void {
  const open = () => {
    const target = document.getElementById(location.hash.slice(1));
    const details = target?.querySelector(":scope > details");
    if (details instanceof HTMLDetailsElement) details.open = true;
  };
  addEventListener("hashchange", open);
  open();
}
