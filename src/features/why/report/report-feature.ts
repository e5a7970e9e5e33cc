import type { ReportFeature } from "../../../report/report.ts";
import { causeOfRegression } from "./cause.ts";
import { profilesSection } from "./section.ts";

export const whyReport: ReportFeature = { section: profilesSection, cause: causeOfRegression };
