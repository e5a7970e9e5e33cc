import type { Arm } from "../../plan/plan.ts";
import { patienceMs } from "../../plan/protocol.ts";
import type { RunningServer, Session } from "../../server/protocol/session.ts";
import type { Context } from "../context.ts";

/** Uses the session of a server, and stops the server. */
export async function whileRunning<T>(server: RunningServer, use: (session: Session) => Promise<T>): Promise<T> {
  try {
    return await use(await server.connect());
  } finally {
    await server.stop();
  }
}

/** A server that is up by then needs no word. */
const quietMs = 3_000;

/** Starts the server of an arm, and says how long that may take before it looks like a run that hangs. */
export async function launchWithNotice(
  { id, launch: spec }: Pick<Arm, "id" | "launch">,
  { launch, delay, clock, progress }: Pick<Context, "launch" | "delay" | "clock" | "progress">,
): Promise<RunningServer> {
  const from = clock.now();
  const name = `waiting for ${id}`;
  const over = new AbortController();
  let isTold = false;
  const tell = () => {
    isTold = true;
    progress({ kind: "stage", name: `${name}, which has ${patienceMs(spec) / 1000} s to answer` });
  };
  delay(quietMs, over.signal).then(tell, () => undefined);
  try {
    return await launch(spec);
  } finally {
    over.abort();
    if (isTold) progress({ kind: "stage", name, durationMs: clock.now() - from });
  }
}
