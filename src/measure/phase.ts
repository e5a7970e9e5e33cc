import { channel } from "node:diagnostics_channel";

/** Phase of a run; each lasts until the next one begins. */
export type Phase =
  | "preparing and building"
  | "choosing the instrument"
  | "probe"
  | "launch"
  | "set-up"
  | "warm-up"
  | "calls"
  | "requests and replies"
  | "reading resources"
  | "watching idle servers"
  | "leak check"
  | "stop"
  | "judging"
  | "passes after the rounds"
  | "report";

const phases = channel("mcp-bench:phase");

/** Begins a phase; costs nothing where nobody listens. */
export function enter(phase: Phase): void {
  if (phases.hasSubscribers) phases.publish(phase);
}

/** Adds up the time of each phase from the start of the process on; the function returns it, in ms. */
export function watchPhases(now: () => number = () => performance.now()): () => ReadonlyMap<Phase, number> {
  const times = new Map<Phase, number>();
  let phase: Phase = "preparing and building";
  let from = 0;
  const close = (): void => {
    const at = now();
    times.set(phase, (times.get(phase) ?? 0) + at - from);
    from = at;
  };
  phases.subscribe((next) => {
    close();
    phase = next as Phase;
  });
  return () => {
    close();
    return times;
  };
}
