import { setMaxListeners } from "node:events";
import { UserError } from "./errors.ts";
import { stopAllServers } from "./server/process.ts";

/** The run was cancelled before there was anything to report. */
class Interrupted extends UserError {
  /** What shells give for a command ended by SIGINT. */
  override readonly exitCode: number = 130;
}

/** A signal that aborts on SIGINT or SIGTERM, so that servers are stopped and finished rounds reported; a second one ends at once. */
export function interruptSignal(): AbortSignal {
  const controller = new AbortController();
  // Every request and every server listens; many at once are no leak.
  setMaxListeners(0, controller.signal);
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(name, () => {
      if (controller.signal.aborted) void stopAllServers().finally(() => process.exit(130));
      else controller.abort(new Interrupted(name));
    });
  }
  return controller.signal;
}
