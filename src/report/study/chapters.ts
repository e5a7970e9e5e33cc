import { groupBy } from "../../stats/group-by.ts";
import type { Section } from "../block.ts";
import { clean, harmless, nameLength } from "../clean.ts";
import { chartsOf } from "../sections/charts.ts";
import { measuredTable } from "../sections/statistics.ts";
import { sweepSentences, sweepsSection } from "../sections/sweeps.ts";
import { variantSentences, variantsSection } from "../sections/variants.ts";
import type { RowView, View } from "../view.ts";
import { rowsAlone } from "./overview.ts";

/** Rows of one table. */
const rowsShown = 100;

/**
 * Shows the measurements of a study in the order of its configuration: a heading for each group, or else for each
 * benchmark, with its tables and then its charts, of which there are at most so many in all.
 */
export function chapters(view: View, charts: number): Section[] {
  let left = charts;
  return [...groupBy(view.rows, titleOf)].map(([title, rows], index) => {
    const own: View = { ...view, rows };
    const drawn = chartsOf(own).slice(0, left);
    left -= drawn.length;
    return {
      id: `chapter-${index + 1}`,
      title,
      folded: false,
      blocks: [
        ...variantsSection(own).blocks,
        ...sweepsSection(own).blocks,
        ...measuredTable(rowsAlone(own), rowsShown),
        ...drawn,
      ],
    };
  });
}

/** Summarises a study: a sentence for each of its sweeps, and for each group of rows on several variants. */
export function findingsSection(view: View): Section {
  const items = [...variantSentences(view), ...sweepSentences(view)];
  return {
    id: "findings",
    title: "Findings",
    folded: false,
    blocks: items.length > 0 ? [{ kind: "list", items }] : [],
  };
}

/** Headings are escaped nowhere. */
function titleOf({ row: { group, benchmark } }: RowView): string {
  return harmless(clean(group ?? benchmark, nameLength)) || "Benchmark";
}
