import { median } from "../../src/stats/describe.ts";
import type { Scenario } from "./scenario.ts";
import { renderTallies, type Tally } from "./tally.ts";
import { type Condition, mostPressure, mostSteal, type Trial } from "./trial.ts";

/** What was found under one condition. */
export interface Part {
  readonly condition: Condition;
  readonly command: string;
  /** At least one. */
  readonly trials: readonly Trial[];
  readonly real: readonly Tally[];
  readonly replayed: readonly Tally[];
}

/** The page of a calibration: what was asked, on which machine and when, and what became of it. */
export function renderDocument(parts: readonly Part[], scenarios: readonly Scenario[]): string {
  const [one] = scenarios.filter(({ rows }) => rows > 1);
  return `# Calibration

How often the decision on base and head is right. Both are the bundled control server, head made slower on purpose; every
trial is a run as a pull request has it, with fresh launches of base and head in every round, until all gates are
decided. Rates stand with their 95 % intervals (Wilson); the change of p50 is the middle one of all rounds. The one-shot
rule, on the same launches: fail where head's p50 of the first round is beyond base's by more than the threshold.

The replays draw recorded rounds of these trials independently, by a seeded generator, and decide them by the code that
decides runs: they show what the rule makes of this noise, not what a machine does for minutes at a time. Memory is not replayed.${one ? ` "${one.title}" means ${one.rows} benchmarks, each with its gates.` : ""}
What is controlled is the error on
*no change*: at most one run in a hundred of unchanged code regresses. More do where neighbouring rounds are correlated by much more
than 0.5, or a machine is in one of two states for many rounds, above all at a limit of a few percent: [deciding.md](deciding.md)
has these and more kinds of noise. A change smaller than the threshold may regress where its estimate is beyond it, and one
equal to the threshold mostly does.
${parts.map(renderPart).join("")}`;
}

export function titleOf(condition: Condition): string {
  if (condition === "quiet") return "Nothing else running";
  if (condition === "steal") return `Nothing else running, but more than ${100 * mostSteal} % steal`;
  if (condition === "crowded") return `Beside the work of others: CPU pressure above ${100 * mostPressure} %`;
  const busy = Number.parseInt(condition, 10);
  return busy === 1 ? "One core kept busy by another process" : `${busy} other processes computing`;
}

function renderPart({ condition, command, trials, real, replayed }: Part): string {
  const days = [...new Set(trials.map(({ createdAt }) => createdAt.slice(0, 10)))].toSorted();
  const machines = [...new Set(trials.map(({ machine }) => machine))];
  const replays = replayed.length === 0 ? "" : `\n### Seeded replays\n\n${renderTallies(replayed)}\n`;
  return `
## ${titleOf(condition)}

- Command: \`${command}\`
- Date: ${days.length > 1 ? `${days[0]} to ${days.at(-1)}` : days[0]}
- Machine: ${machines.join("; ")}
${renderSteal(trials)}${renderPressure(trials)}
### Real trials

${renderTallies(real)}
${replays}`;
}

function renderSteal(trials: readonly Trial[]): string {
  const shares = trials.flatMap(({ steal }) => steal ?? []);
  if (shares.length === 0) return "";
  const [middle, most] = [median(shares), Math.max(...shares)].map((share) => (100 * share).toFixed(1));
  const told = shares.length < trials.length ? ` (read in ${shares.length} of ${trials.length} trials)` : "";
  return `- Steal (processor time that the host gave to other machines): ${middle} % in the middle, ${most} % at most${told}\n`;
}

function renderPressure(trials: readonly Trial[]): string {
  const shares = trials.flatMap(({ cpuPressure }) => cpuPressure ?? []);
  if (shares.length === 0) return "";
  const [least, middle, most] = [Math.min(...shares), median(shares), Math.max(...shares)].map((share) =>
    (100 * share).toFixed(0),
  );
  return `- CPU pressure (time in which something waited for a core): ${middle} % in the middle, ${least} to ${most} % (read in ${shares.length} of ${trials.length} trials)\n`;
}
