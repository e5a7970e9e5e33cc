import type { Feature } from "../../feature.ts";

/** Writes reports and the history of the baseline branch as HTML pages with charts. */
export const page: Feature = {
  name: "page",
  formats: [
    {
      name: "html",
      render: async (report) => (await import("./html.ts")).renderHtml(report),
      renderHistory: async (branch) => (await import("./dashboard.ts")).renderDashboard(branch),
      file: "an HTML page with charts",
    },
  ],
};
