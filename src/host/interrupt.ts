import { setMaxListeners } from "node:events";
import { constants } from "node:os";
import { Interrupted } from "../errors.ts";

/**
 * A signal that aborts on SIGINT, SIGTERM or SIGHUP, so that servers are stopped and finished rounds reported; a second one, and
 * SIGQUIT, ends at once, and kills what still runs.
 */
export function interruptSignal(): AbortSignal {
  const controller = new AbortController();
  // Every request and every server listens; many at once are no leak.
  setMaxListeners(0, controller.signal);
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    const interrupted = new Interrupted(name, { exitCode: 128 + constants.signals[name] });
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(interrupted.exitCode);
      else controller.abort(interrupted);
    });
  }
  process.on("SIGQUIT", () => process.exit(128 + constants.signals.SIGQUIT));
  return controller.signal;
}
