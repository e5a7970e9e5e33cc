import { setMaxListeners } from "node:events";
import { stopAllServers } from "./server/process.ts";

/** A signal that aborts on SIGINT or SIGTERM, so that servers are stopped and finished rounds reported; a second one ends at once. */
export function interruptSignal(): AbortSignal {
  const controller = new AbortController();
  // Every request and every server listens; many at once are no leak.
  setMaxListeners(0, controller.signal);
  for (const name of ["SIGINT", "SIGTERM"] as const) {
    process.on(name, () => {
      if (controller.signal.aborted) void stopAllServers().finally(() => process.exit(130));
      else controller.abort(new Error(name));
    });
  }
  return controller.signal;
}
