import type { Section } from "../block.ts";
import { sweepSentences } from "../sections/sweeps.ts";
import { variantSentences } from "../sections/variants.ts";
import type { View } from "../view.ts";

/** What a study shows: a sentence for each of its sweeps, and for each group of rows on several variants. */
export function findingsSection(view: View): Section {
  const items = [...variantSentences(view), ...sweepSentences(view)];
  return {
    id: "findings",
    title: "Findings",
    folded: false,
    blocks: items.length > 0 ? [{ kind: "list", items }] : [],
  };
}
