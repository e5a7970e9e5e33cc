import { median } from "../../src/stats/describe.ts";
import { renderTallies, type Tally } from "./tally.ts";
import { type Condition, mostPressure, mostSteal, type Trial } from "./trial.ts";

/** Says what was found under one condition. */
export interface Part {
  readonly condition: Condition;
  readonly command: string;
  /** At least one. */
  readonly trials: readonly Trial[];
  readonly real: readonly Tally[];
  readonly replayed: readonly Tally[];
}

/** Fewer trials of a scenario say too little of a rate to be shown in the documentation. */
const fewestTrials = 12;

/** The part with the scenarios that have enough trials; none where no scenario has. */
export function wellTried(part: Part): Part[] {
  const isTried = ({ scenario }: Tally) =>
    part.real.some((one) => one.scenario === scenario && one.runs >= fewestTrials);
  const real = part.real.filter(isTried);
  return real.length > 0 ? [{ ...part, real, replayed: part.replayed.filter(isTried) }] : [];
}

/** Renders the conditions of a calibration: what was run, on which machine and when, and how it ended. */
export function renderDocument(parts: readonly Part[]): string {
  return parts.map(renderPart).join("\n").trim();
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
  return `## ${titleOf(condition)}

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
