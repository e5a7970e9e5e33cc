import { thisHost } from "../../src/measure/instrument/host.ts";
import { chooseInstrument, Instrument } from "../../src/measure/instrument/instrument.ts";
import { Spinners } from "../../src/measure/instrument/spinners.ts";
import type { RunDependencies } from "../../src/measure/run/run-plan.ts";

/** A way to keep the machine quiet, made for each run. */
interface Candidate {
  readonly instrument: () => Promise<Instrument>;
}

const awake = () => Promise.resolve(new Instrument({ kind: "awake" }));
const spinning = async (kind: "spinning" | "asleep" = "spinning") => {
  const spinners = await Spinners.start(thisHost().cores);
  return new Instrument({ kind, ...(spinners ? { spinners } : {}) });
};

/** Keyed by name. */
export const candidates: Readonly<Record<string, Candidate>> = {
  chosen: { instrument: () => chooseInstrument(thisHost()) },
  asleep: { instrument: () => Promise.resolve(new Instrument({ kind: "asleep" })) },
  awake: { instrument: awake },
  spinning: { instrument: () => spinning() },
  "spinning, asleep": { instrument: () => spinning("asleep") },
};

/** Returns what a run gets of a candidate. */
export async function prepared(candidate: Candidate | undefined): Promise<Pick<RunDependencies, "instrument">> {
  return candidate ? { instrument: await candidate.instrument() } : {};
}
