import type { RunContext } from "../../../measure/context.ts";
import { RunningArm } from "../../../measure/launch/running-arm.ts";
import { readList } from "../../../measure/load/request-once.ts";
import { withValues } from "../../../plan/placeholders.ts";
import type { Arm, Row } from "../../../plan/plan.ts";

/** A launch of an arm for one row alone, ready to be called. Its server has to be stopped. */
export async function launchForRow(row: Row, arm: Arm, { launch, clock, signal }: RunContext): Promise<RunningArm> {
  const server = await launch(withValues(arm.launch, row.setup?.values ?? {}));
  try {
    const session = await server.connect();
    // A server may want arguments repeated in headers, and says which in its list.
    const { items: tools } = await readList(session, "tools", {
      clock,
      signal,
      timeoutMs: arm.launch.startupTimeoutMs,
    });
    return new RunningArm(arm, { server, session, tools });
  } catch (error) {
    await server.stop();
    throw error;
  }
}
