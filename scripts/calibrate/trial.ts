import { z } from "zod";
import type { Verdict } from "../../src/decide/verdict.ts";
import type { Comparison } from "../../src/facts/comparison.ts";
import type { MetricId } from "../../src/metrics/metric.ts";
import type { RunRecord } from "../../src/record/record.ts";
import { stopText } from "../../src/report/words/stop.ts";
import { median } from "../../src/stats/describe.ts";
import { type TableRow, tabulate } from "../../src/table/table.ts";

/** One round of one row: ln ratios of p50, throughput and CPU per call (up is worse), differences of the guards. */
const figures = z.strictObject({
  p50: z.number(),
  throughput: z.number(),
  cpu: z.number().optional(),
  slowCalls: z.number(),
  stalls: z.number(),
});
export type Figures = z.infer<typeof figures>;

const currentTrial = z.strictObject({
  schema: z.literal(1),
  kind: z.literal("mcp-bench-trial"),
  scenario: z.string(),
  seed: z.int().nonnegative(),
  createdAt: z.iso.datetime(),
  machine: z.string(),
  /** Says how many other processes computed meanwhile. */
  busy: z.int().nonnegative(),
  /** CPU pressure and load of the machine in the middle round: see the record. */
  cpuPressure: z.number().min(0).max(1).optional(),
  load: z.number().nonnegative().optional(),
  /** Share of the processor time that the host gave to other machines meanwhile; absent where it does not tell. */
  steal: z.number().min(0).max(1).optional(),
  seconds: z.number().nonnegative(),
  rounds: z.int().positive(),
  gates: z.int().nonnegative(),
  status: z.string(),
  /** Gates that regressed or stayed open, as `row metric`. */
  regressed: z.array(z.string()),
  open: z.array(z.string()),
  stopReason: z.string(),
  /** Says what the one-shot rule says of each row: head's p50 over base's in the first round, as a change. */
  oneShot: z.array(z.number()),
  figures: z.array(z.array(figures)),
});

/** One run of one scenario, as kept in the file of trials. */
export type Trial = z.infer<typeof currentTrial>;

/** Reads a trial; those kept earlier call steal `withheld`, and say only whether one process computed meanwhile. */
export const trialSchema = z.preprocess((line) => {
  if (typeof line !== "object" || line === null) return line;
  const { withheld, busy, ...rest } = line as Readonly<Record<string, unknown>>;
  return {
    ...rest,
    ...(withheld === undefined ? {} : { steal: withheld }),
    busy: typeof busy === "boolean" ? Number(busy) : busy,
  };
}, currentTrial);

/** Says what else went on while a trial ran. */
export type Condition = "quiet" | "crowded" | "steal" | `${number} busy`;

/** Above these the machine of a trial was not the one it is said to be. */
export const mostSteal = 0.05;
export const mostPressure = 0.5;

export function conditionOf({
  busy,
  steal = 0,
  cpuPressure = 0,
}: Pick<Trial, "busy" | "steal" | "cpuPressure">): Condition {
  if (busy > 0) return `${busy} busy`;
  if (steal > mostSteal) return "steal";
  return cpuPressure > mostPressure ? "crowded" : "quiet";
}

/** The conditions of some trials, the quietest first. */
export function conditionsOf(trials: readonly Trial[]): Condition[] {
  const quietest = ["quiet", "crowded", "steal"];
  const rank = (trial: Trial) => (trial.busy > 0 ? quietest.length + trial.busy : quietest.indexOf(conditionOf(trial)));
  return [...new Set(trials.toSorted((a, b) => rank(a) - rank(b)).map(conditionOf))];
}

interface About {
  readonly scenario: string;
  readonly busy: number;
  readonly steal: number | undefined;
  readonly seconds: number;
  readonly comparison: Comparison;
  readonly verdict: Verdict;
}

export function trialOf(record: RunRecord, { scenario, busy, steal, seconds, comparison, verdict }: About): Trial {
  const { environment, seed, createdAt, rounds } = record;
  const of = (state: string) =>
    comparison.findings
      .filter((finding) => finding.state === state && finding.threshold.level === "fail")
      .map(({ row, metric }) => `${row} ${metric}`);
  const machines = rounds.flatMap(({ machine }) => machine ?? []);
  const middle = (values: readonly number[]) => (values.length > 0 ? round(median(values)) : undefined);
  const cpuPressure = middle(machines.flatMap((machine) => machine.cpuPressure ?? []));
  const load = middle(machines.flatMap((machine) => machine.load ?? []));
  const perRow = tabulate(record).rows.map(figuresOf);
  return {
    schema: 1,
    kind: "mcp-bench-trial",
    scenario,
    seed,
    createdAt,
    machine: `${environment.os} ${environment.arch}, ${environment.cpuModel}, ${environment.cores} cores`,
    busy,
    ...(steal === undefined ? {} : { steal: round(steal) }),
    ...(cpuPressure === undefined ? {} : { cpuPressure }),
    ...(load === undefined ? {} : { load }),
    seconds: round(seconds),
    rounds: rounds.length,
    gates: comparison.gates ?? 0,
    status: verdict.status,
    regressed: of("regressed"),
    open: of("inconclusive"),
    stopReason: stopText(record.stop),
    oneShot: perRow.map(([first]) => round(Math.expm1(first?.p50 ?? 0))),
    figures: perRow,
  };
}

/** For the rounds in which both arms have all that is looked at in every row. */
function figuresOf({ paired, head }: TableRow): Figures[] {
  if (!paired) return [];
  const changes = (of: "ratios" | "differences", id: MetricId) =>
    new Map(paired[of](id).map(({ round, worse }) => [round, worse]));
  const [p50s, throughputs, cpus] = [
    changes("ratios", "p50"),
    changes("ratios", "throughput"),
    changes("ratios", "cpu_per_call"),
  ];
  const [slow, stalled] = [changes("differences", "slow_calls"), changes("differences", "stalls")];
  return head.rounds.flatMap(({ index }): Figures[] => {
    const [p50, throughput, cpu] = [p50s.get(index), throughputs.get(index), cpus.get(index)];
    const [slowCalls, stalls] = [slow.get(index), stalled.get(index)];
    if (p50 === undefined || throughput === undefined || slowCalls === undefined || stalls === undefined) return [];
    const rest = cpu === undefined ? {} : { cpu: round(cpu) };
    return [
      {
        p50: round(p50),
        throughput: round(throughput),
        ...rest,
        slowCalls: round(slowCalls),
        stalls: round(stalls),
      },
    ];
  });
}

function round(value: number): number {
  return Number(value.toFixed(5));
}
