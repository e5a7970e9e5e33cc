import type { Arm, LaunchSpec } from "../../plan/plan.ts";
import type { RunningServer, Session } from "../../server/protocol/session.ts";

/**
 * Rounds that one launch of the control serves. Launching it afresh each time would double what a round without base
 * costs, and within a round its launch makes no difference: beside base and beside head it is the same process. From run
 * to run it does: launches of the control differed more (by 25 % on a busy machine) than rounds of one launch (16 %), and
 * its first round was the slowest. So it is launched anew now and then, at the same rounds in every run.
 */
const roundsPerLaunch = 4;

interface Running {
  readonly server: RunningServer;
  readonly session: Session;
  readonly series: number;
}

/** The control server of a run, which several rounds share. */
export class SharedControl {
  readonly #launch: (spec: LaunchSpec) => Promise<RunningServer>;
  #running: Running | undefined;

  constructor(launch: (spec: LaunchSpec) => Promise<RunningServer>) {
    this.#launch = launch;
  }

  /** The server that runs, or a new one where it has served its rounds. Rejects as `launch` does. */
  async open({ launch: spec }: Arm, round: number): Promise<Pick<Running, "server" | "session">> {
    const series = Math.floor(round / roundsPerLaunch);
    if (this.#running?.series === series) return this.#running;
    await this.stop();
    const server = await this.#launch(spec);
    try {
      this.#running = { server, session: await server.connect(), series };
      return this.#running;
    } catch (error) {
      await server.stop();
      throw error;
    }
  }

  /** Ends what is running; the next `open` launches another. */
  async stop(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    await running?.session.close().catch(() => undefined);
    await running?.server.stop();
  }
}
