import type { LaunchSpec } from "../../plan/plan.ts";

/** Whether what starts a server is a bundle, which has to be unpacked before. */
export function isBundle({ command }: Pick<LaunchSpec, "command">): boolean {
  return command !== undefined && /\.(mcpb|dxt)$/i.test(command);
}
