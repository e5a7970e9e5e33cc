/** The script of every page. It runs in a browser and loads nothing; scripts/inline-for-pages.ts makes it one text. */
import type { Picture } from "../../figures/picture.ts";
import { drawCharts } from "./charts.ts";
import { fillDataTables } from "./data-table.ts";
import { enhanceTable } from "./sortable.ts";
import { offerThemes } from "./theme.ts";

const pictures: Picture[] = JSON.parse(document.getElementById("chart-data")?.textContent ?? "[]");

for (const place of document.querySelectorAll<HTMLElement>("[data-sortable]")) enhanceTable(place);
fillDataTables(pictures);
offerThemes(drawCharts(pictures));
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
