import type { Feature } from "../../feature.ts";

/** Profiles the servers after the rounds, and names the function that a regression is in. */
export const why: Feature = {
  name: "why",
  report: async () => (await import("./report/report-feature.ts")).whyReport,
};
