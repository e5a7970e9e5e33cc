/** The script of every page. It runs in a browser and loads nothing; scripts/inline-for-pages.ts makes it one text. */
import type { Picture } from "../../figures/picture.ts";
import { drawCharts } from "./charts.ts";
import { fillDataTables } from "./data-table.ts";
import { enhanceTable } from "./sortable.ts";
import { openTarget } from "./target.ts";
import { offerThemes } from "./theme.ts";

const pictures: Picture[] = JSON.parse(document.getElementById("chart-data")?.textContent ?? "[]");

for (const place of document.querySelectorAll<HTMLElement>("[data-sortable]")) enhanceTable(place);
fillDataTables(pictures);
offerThemes(drawCharts(pictures));
openTarget();
