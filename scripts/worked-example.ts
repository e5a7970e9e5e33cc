import { readFileSync } from "node:fs";
import { markdownTable } from "markdown-table";
import { falsePasses } from "../src/decide/judge.ts";
import { evidenceNeeded } from "../src/decide/paired/paired-decision.ts";
import { evidenceAbove, evidenceBelow } from "../src/stats/anytime.ts";
import { studentCritical } from "../src/stats/distributions.ts";
import { keptPlaces, trimmedInterval, trimmedMean } from "../src/stats/trimmed.ts";
import { codeConstant } from "./decision-tables.ts";
import { standardError } from "./standard-error.ts";

/** The recorded rounds that docs/how-it-decides.md decides by hand. */
export interface WorkedExample {
  /** Limit on p50, as a share. */
  readonly limit: number;
  readonly gates: number;
  /** Results of the run that regressed, this one included. */
  readonly results: number;
  readonly rounds: readonly (readonly [base: number, head: number])[];
}

/** Reads the rounds from their fixture. */
export function readWorkedExample(): WorkedExample {
  return JSON.parse(readFileSync("fixtures/recorded/worked-example.json", "utf8"));
}

const bets = () => {
  const cautious = codeConstant("anytime", "cautious");
  return [cautious, cautious * codeConstant("anytime", "bolder")];
};

const four = (value: number) => value.toFixed(4);
const percent = (log: number) => `+${(100 * Math.expm1(log)).toFixed(1)} %`;
const whole = (value: number) => Math.round(value).toLocaleString("en");

/** The rounds with the factor that each bet takes from them. */
export function workedTable({ limit, rounds }: WorkedExample): string {
  const scale = Math.log1p(limit);
  const changes = rounds.map(([base, head]) => Math.log(head / base));
  const kept = new Set(keptPlaces(changes));
  const lines = rounds.map(([base, head], place) => {
    const change = changes[place] ?? 0;
    const y = Math.tanh(change / scale);
    const factors = bets().map((bet) => 2 / (1 + Math.exp(-2 * bet * y)));
    return [
      String(place + 1),
      ...[base, head, change].map(four),
      kept.has(place) ? "yes" : "",
      ...[y, ...factors].map(four),
    ];
  });
  const header = ["Round", "Base, ms", "Head, ms", "d", "Kept", "y", "Cautious", "Bold"];
  return markdownTable([header, ...lines], { alignDelimiters: false });
}

/** The same example in four steps, with every figure that a reader needs to repeat them. */
export function workedSteps({ limit, gates, results, rounds }: WorkedExample): string {
  const scale = Math.log1p(limit);
  const changes = rounds.map(([base, head]) => Math.log(head / base));
  const count = changes.length;
  const kept = keptPlaces(changes).length;
  const cut = (count - kept) / 2;
  const error = standardError(changes);
  const spread = (error * kept) / Math.sqrt(count);
  const critical = studentCritical(0.025, kept - 1);
  const estimate = trimmedMean(changes);
  const { low, high } = trimmedInterval(changes) ?? { low: 0, high: 0 };
  const evidence = evidenceAbove(changes, { theta: 0, scale });
  const against = evidenceBelow(changes, { theta: scale, scale });
  const needed = evidenceNeeded(gates);
  return [
    `1. **Estimate.** Leave out a fifth of the ${count} rounds at each end, which is ${cut}. The mean of the other ${kept} is ${four(estimate)}, and e^${four(estimate)} − 1 = **${percent(estimate)}**.`,
    `2. **Interval.** Set the ${cut} values left out at each end to their nearest kept neighbour. The standard deviation s of all ${count} is then ${spread.toFixed(5)}. The standard error is s × √${count} ÷ ${kept} = ${error.toFixed(5)}, and Student's t for 95 % and ${kept} − 1 degrees of freedom is ${critical.toFixed(3)}. So the interval is ${four(estimate)} ± ${four(critical * error)}, or **${percent(low)} to ${percent(high)}**.`,
    `3. **Evidence for a change.** Multiply the cautious column, multiply the bold column, and take the mean of the two products: **${whole(evidence)}**. With ${gates} gates, one regression alone needs 100 × ${gates} = ${whole(needed)}. Here ${results} results regressed (p50 and CPU time per call), and each of them needs ${whole(needed)} ÷ ${results} = ${whole(needed / results)}. The estimate exceeds the limit of ${percent(scale)} too, so the row is **regressed**.`,
    `4. **Evidence for a pass** would be the same sum with y = tanh((ln ${1 + limit} − d) ÷ ln ${1 + limit}). It is ${against.toFixed(2)}, and a pass needs ${whole(1 / falsePasses)}.`,
  ].join("\n");
}
