import { paragraph, type Section } from "./block.ts";
import { byCpuNote } from "./finding.ts";
import type { FeatureExtent, View } from "./report.ts";
import { budgetsSection } from "./sections/budgets.ts";
import { changesSection, chartsSection, historySection } from "./sections/charts.ts";
import { conditionsSection, isStudy } from "./sections/conditions.ts";
import { environmentSection, howToReadSection, notesSection, reproduceSection } from "./sections/context.ts";
import { errorsSection } from "./sections/errors.ts";
import { allGated } from "./sections/gate.ts";
import { sweepsSection, variantsSection } from "./sections/pivots.ts";
import {
  capacitySection,
  networkSection,
  partsSection,
  ratesSection,
  serverMetricsSection,
  waitingSection,
} from "./sections/reference.ts";
import { allRowsSection, type Room, rowsSection } from "./sections/rows.ts";
import { serverSection } from "./sections/server.ts";
import { measuredSection, statisticsSection } from "./sections/statistics.ts";
import { chapters, findingsSection, overviewSection } from "./sections/study.ts";
import { sustainedSection } from "./sections/sustained.ts";
import { toolsSection } from "./sections/tools.ts";

/** Limits of what a medium shows. */
export interface Extent {
  readonly charts: number;
  /** Rows that did not pass, and the detail of each. */
  readonly rows: Room;
  readonly history: number;
  /** Rows of the first table of a run that has nothing to compare with. */
  readonly measured: number;
  /** Rows whose every statistic is shown. */
  readonly statistics: number;
  readonly features: FeatureExtent;
}

const allRows = 200;

/** The report below its headline from top to bottom, without the sections that have nothing to say. */
export function sectionsOf(view: View, extent: Extent): Section[] {
  const sections = [
    ...measurements(view, extent),
    ...(view.report.features ?? []).flatMap(({ section }) => section?.(view.report, extent.features) ?? []),
    allRowsSection(view, { ...extent.rows, rows: allRows }),
    allGated(view),
    ...(isStudied(view) ? [] : [sweepsSection(view)]),
    ratesSection(view),
    partsSection(view),
    waitingSection(view),
    networkSection(view),
    statisticsSection(view, extent.statistics),
    serverMetricsSection(view),
    serverSection(view),
    toolsSection(view),
    historySection(view, extent.history),
    reproduceSection(view),
    notesSection(view),
    environmentSection(view),
    howToReadSection(view),
  ];
  const filled = sections.filter((section) => section.blocks.length > 0);
  return withByCpuNote([...filled.filter(({ fold }) => !fold), ...filled.filter(({ fold }) => fold)]);
}

/** Explains a pass by CPU time once, where the first is marked as one: a medium that leaves it out need not explain it. */
function withByCpuNote(sections: readonly Section[]): Section[] {
  const first = sections.find(({ marksByCpu }) => marksByCpu);
  return sections.map((section) =>
    section === first ? { ...section, blocks: [...section.blocks, ...paragraph(byCpuNote)] } : section,
  );
}

/** Tests whether the report is on the question of a study, and not on a change. */
export function isStudied({ report: { base, run } }: View): boolean {
  return base === undefined && isStudy(run);
}

/** Returns the sections of the measurements: of a comparison the changes first, of a study in its own order. */
function measurements(view: View, { charts, rows, measured }: Extent): Section[] {
  const further = [sustainedSection(view), budgetsSection(view), capacitySection(view), errorsSection(view)];
  if (isStudied(view)) {
    const asked = [findingsSection(view), overviewSection(view), conditionsSection(view)];
    return [...asked, ...further, ...chapters(view, charts)];
  }
  const variants = variantsSection(view);
  const drawn = chartsSection(view, charts);
  if (view.report.base) return [changesSection(view, charts), rowsSection(view, rows), ...further, variants, drawn];
  return [conditionsSection(view), ...further, variants, measuredSection(view, measured), drawn];
}
