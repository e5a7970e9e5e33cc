import type { Section } from "./block.ts";
import { budgetsSection } from "./sections/budgets.ts";
import { changesSection } from "./sections/changes.ts";
import { chartSections, historySection } from "./sections/charts.ts";
import { environmentSection, howToReadSection, notesSection, reproduceSection } from "./sections/context.ts";
import { errorsSection } from "./sections/errors.ts";
import { allGated, gateSection } from "./sections/gate.ts";
import { headline } from "./sections/headline.ts";
import { networkSection } from "./sections/network.ts";
import { partsSection } from "./sections/parts.ts";
import { ratesSection } from "./sections/rates.ts";
import { serverSection } from "./sections/server.ts";
import { serverMetricsSection } from "./sections/server-metrics.ts";
import { measuredSection, statisticsSection } from "./sections/statistics.ts";
import { sweepsSection } from "./sections/sweeps.ts";
import { toolsSection } from "./sections/tools.ts";
import { variantsSection } from "./sections/variants.ts";
import type { View } from "./view.ts";

/** How much a medium shows. */
export interface Extent {
  /** Charts in view, and further ones under a fold. */
  readonly charts: { readonly inView: number; readonly folded: number };
  /** Rows with a history chart. */
  readonly history: number;
  /** Rows of the first table of a run that has nothing to compare with. */
  readonly measured: number;
}

/** The report from top to bottom, without the sections that have nothing to say. */
export function sectionsOf(view: View, extent: Extent): Section[] {
  const sections = [
    headline(view),
    gateSection(view),
    changesSection(view),
    budgetsSection(view),
    errorsSection(view),
    variantsSection(view),
    ...(view.report.base ? [] : [measuredSection(view, extent.measured)]),
    ...chartSections(view, extent.charts),
    allGated(view),
    sweepsSection(view),
    ratesSection(view),
    partsSection(view),
    networkSection(view),
    statisticsSection(view),
    serverMetricsSection(view),
    serverSection(view),
    toolsSection(view),
    historySection(view, extent.history),
    notesSection(view),
    environmentSection(view),
    reproduceSection(view),
    howToReadSection(view),
  ];
  const filled = sections.filter((section) => section.blocks.length > 0);
  return [...filled.filter(({ folded }) => !folded), ...filled.filter(({ folded }) => folded)];
}
