import { unseenCpu, unseenState } from "../compare/paired/cpu-beyond-p50.ts";
import { shareLimits, unseenCpuLimit } from "../compare/paired/judge-guard.ts";
import { cpuHarm } from "../compare/paired/paired.ts";
import { decidePaired, fewestRounds } from "../compare/paired/paired-decision.ts";
import { hodgesLehmann } from "../stats/hodges-lehmann.ts";
import type { Scenario } from "./scenario.ts";
import type { Outcome } from "./tally.ts";
import type { Figures } from "./trial.ts";

export interface ReplayOptions {
  /** Rounds that were really measured, to draw from with replacement. */
  readonly pool: readonly Figures[];
  /** Decisions of the run that may fail it. */
  readonly gates: number;
  /** Rounds of a row after which it stays open. */
  readonly most: number;
  readonly random: () => number;
}

const guardLimits = { slowCalls: shareLimits.slow_calls, stalls: shareLimits.stalls };

/**
 * Plays a run of a scenario from recorded rounds, by the rule of the paired decision: p50 at the scenario's threshold,
 * throughput at 10 %, CPU per call, CPU beyond p50, slow calls, stalled time; every row stops when it is decided. Rounds are drawn
 * independently, so what a machine does for minutes at a time is not in it: a replay is not a trial.
 */
export function replayRun(scenario: Scenario, options: ReplayOptions): Outcome {
  const rows = Array.from({ length: scenario.rows }, () => replayRow(scenario, options));
  const has = (state: string) => rows.some((row) => row.state === state);
  return {
    scenario: scenario.name,
    status: has("regressed") ? "regressed" : has("inconclusive") ? "inconclusive" : "pass",
    rounds: Math.max(...rows.map(({ rounds }) => rounds)),
    oneShot: rows.some(({ oneShot }) => oneShot),
  };
}

type State = ReturnType<typeof decidePaired>;

function replayRow({ limit }: Scenario, { pool, gates, most, random }: ReplayOptions) {
  const seen: Figures[] = [];
  let state: State = "inconclusive";
  while (state === "inconclusive" && seen.length < most) {
    const drawn = pool[Math.floor(random() * pool.length)];
    if (!drawn) throw new RangeError("a replay needs recorded rounds");
    seen.push(drawn);
    if (seen.length >= fewestRounds) state = decideRow(seen, { limit, gates });
  }
  return { state, rounds: seen.length, oneShot: (seen[0]?.p50 ?? 0) > Math.log1p(limit) };
}

function decideRow(seen: readonly Figures[], { limit, gates }: { limit: number; gates: number }): State {
  const p50 = decidePaired(values(seen, "p50"), { limit: Math.log1p(limit), gates });
  const guards = (["slowCalls", "stalls"] as const).map((id) =>
    decidePaired(values(seen, id), { limit: guardLimits[id], harm: 2 * guardLimits[id], gates }),
  );
  const cpu = decideCpu(seen, { limit, gates });
  const throughput = values(seen, "throughput");
  const loss = -Math.log1p(-0.1);
  const alone = decidePaired(throughput, { limit: loss, gates });
  const isFine = (state: State) => state === "pass" || state === "improved";
  const vouched = [p50, ...guards].every(isFine) && hodgesLehmann(throughput) <= loss;
  const states = [p50, ...guards, ...cpu, alone === "inconclusive" && vouched ? "pass" : alone];
  if (states.includes("regressed")) return "regressed";
  return states.every(isFine) ? "pass" : "inconclusive";
}

/** The work servers do nothing but work: their CPU time per call is no less than their median latency. */
function decideCpu(seen: readonly Figures[], { limit, gates }: { limit: number; gates: number }): State[] {
  const both = seen.flatMap(({ cpu, p50 }) => (cpu === undefined ? [] : [{ cpu, p50 }]));
  if (both.length === 0) return [];
  const { beyondP50, alone } = unseenCpu(both, 1);
  const unseen = unseenCpuLimit(limit);
  return [
    decidePaired(alone, { limit: Math.log1p(limit), harm: cpuHarm(Math.log1p(limit)), gates }),
    unseenState([beyondP50, alone].map((series) => decidePaired(series, { limit: unseen, harm: 2 * unseen, gates }))),
  ];
}

function values(seen: readonly Figures[], id: keyof Figures): number[] {
  return seen.flatMap((round) => round[id] ?? []);
}
