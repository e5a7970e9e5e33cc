import type { Section } from "../block.ts";
import type { View } from "../view.ts";
import { isStudy } from "./conditions.ts";
import { sweepSentences } from "./sweeps.ts";
import { variantSentences } from "./variants.ts";

/** What the sweeps of a study show, a sentence for each. */
export function findingsSection(view: View): Section {
  const items = isStudy(view.report.record) ? [...variantSentences(view), ...sweepSentences(view)] : [];
  return {
    id: "findings",
    title: "Findings",
    folded: false,
    blocks: items.length > 0 ? [{ kind: "list", items }] : [],
  };
}
