import type { Feature } from "../../feature.ts";

/** Writes k6 scripts, and reads what k6 measured. */
export const k6: Feature = {
  name: "k6",
  commands: async () => {
    const { exportCommand, importCommand } = await import("./k6-command.ts");
    return [exportCommand(), importCommand()];
  },
};
