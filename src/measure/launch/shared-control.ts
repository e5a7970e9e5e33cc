import type { Arm } from "../../plan/plan.ts";
import type { RunningServer, Session } from "../../server/protocol/session.ts";
import type { RoundContext } from "../run/round.ts";

/**
 * Rounds that one launch of the control serves. Launching it afresh each time would double what a round without base
 * costs, and within a round its launch makes no difference: beside base and beside head it is the same process. From run
 * to run it does: launches of the control differed more (by 25 % on a busy machine) than rounds of one launch (16 %), and
 * its first round was the slowest. So it is launched anew now and then, at the same rounds in every run.
 */
const roundsPerLaunch = 4;

interface Kept {
  readonly server: RunningServer;
  readonly session: Session;
  readonly span: number;
}

/** The control server of a run, alive over several rounds. */
export class KeptControl {
  #kept: Kept | undefined;

  /** The server that is there, or a new one where it has served its rounds. Rejects as `launch` does. */
  async open(
    { launch: spec }: Arm,
    { index, clock, signal, launch }: Pick<RoundContext, "clock" | "signal" | "launch"> & { readonly index: number },
  ): Promise<Pick<Kept, "server" | "session">> {
    const span = Math.floor(index / roundsPerLaunch);
    if (this.#kept?.span === span) return this.#kept;
    await this.stop();
    const server = await launch(spec, { clock, signal });
    try {
      this.#kept = { server, session: await server.connect(), span };
      return this.#kept;
    } catch (error) {
      await server.stop();
      throw error;
    }
  }

  /** Ends what is running; the next `open` launches another. */
  async stop(): Promise<void> {
    const kept = this.#kept;
    this.#kept = undefined;
    await kept?.session.close().catch(() => undefined);
    await kept?.server.stop();
  }
}
