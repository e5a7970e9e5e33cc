import type { Feature } from "../../feature.ts";
import { profilesName } from "../../record/files/result-files.ts";

/** Profiles the servers after the rounds, and names the function that a regression is in. */
export const why: Feature = {
  name: "why",
  pass: {
    make: async (options) => (await import("./measure/profile-pass.ts")).makeProfilePass(options),
    folder: {
      name: profilesName,
      help: "keep the raw profiles of the servers (--profile)",
      summary: async (record, folder) => (await import("./measure/profile-pass.ts")).keptText(record, folder),
    },
  },
  report: async () => (await import("./report/section.ts")).whyReport,
};
