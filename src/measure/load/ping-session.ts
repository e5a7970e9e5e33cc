import type { RunningServer, WireFailure } from "../../server/protocol/session.ts";
import type { RunContext } from "../context.ts";

type Resume = NonNullable<RunningServer["resume"]>;

interface PingOptions extends Pick<RunContext, "delay" | "signal"> {
  readonly of: Parameters<Resume>[0];
  readonly timeoutMs: number;
}

/** Sends a ping in a session that was opened before. Returns why no reply came, undefined where one did. */
export async function pingSession(
  resume: Resume,
  { of, timeoutMs, delay, signal }: PingOptions,
): Promise<WireFailure | undefined> {
  const { wire, close } = resume(of);
  const answer = new Promise<WireFailure | undefined>((resolve) =>
    wire.send(wire.encode("ping"), {
      onReply: () => resolve(undefined),
      onFailure: (_, failure) => resolve(failure),
    }),
  );
  const over = new AbortController();
  const late = delay(timeoutMs, AbortSignal.any([signal, over.signal]));
  await Promise.race([answer, late]).finally(close);
  late.catch(() => undefined);
  over.abort();
  // The end of its connections is a failure of what was not answered.
  return answer;
}

/** Tests whether a server says that it does not know a session: by 404 or, as some do, by another 4xx. */
export function isUnknownSession(failure: WireFailure | undefined): boolean {
  return failure?.kind === "http-status" && failure.status >= 400 && failure.status < 500;
}
