import { setMaxListeners } from "node:events";
import { constants } from "node:os";
import { Interrupted } from "../../errors.ts";

const endings = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Ends the process on a signal as on any other exit: temporary folders are removed and programs that still run are killed. No
 * longer, once what it returns is called.
 */
export function exitOnSignal(): () => void {
  const listeners = endings.map((name) => [name, () => process.exit(128 + constants.signals[name])] as const);
  for (const [name, exit] of listeners) process.once(name, exit);
  return () => {
    for (const [name, exit] of listeners) process.off(name, exit);
  };
}

/**
 * A signal that aborts on SIGINT, SIGTERM or SIGHUP, so that servers are stopped and finished rounds reported; a second one, and
 * SIGQUIT, ends at once, and kills what still runs.
 */
export function interruptSignal(): AbortSignal {
  const controller = new AbortController();
  // Every request and every server listens; many at once are no leak.
  setMaxListeners(0, controller.signal);
  for (const name of endings) {
    const interrupted = new Interrupted(name, { exitCode: 128 + constants.signals[name] });
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(interrupted.exitCode);
      else controller.abort(interrupted);
    });
  }
  process.on("SIGQUIT", () => process.exit(128 + constants.signals.SIGQUIT));
  return controller.signal;
}
