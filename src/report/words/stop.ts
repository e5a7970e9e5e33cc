import { duration, plural } from "../../metrics/format.ts";
import type { Stop } from "../../record/stop.ts";
import { inWords, type WordsByCode } from "./by-code.ts";

/** Says why no further round was measured. May hold untrusted words. */
export function stopText(stop: readonly Stop[]): string {
  return stop.map((one) => inWords(words, one)).join("; ");
}

const words: WordsByCode<Stop> = {
  "quick-run": "a quick run has 1 round",
  "rounds-configured": ({ rounds }) => (rounds === 1 ? "1 round was configured" : `${rounds} rounds were configured`),
  "rounds-at-limit": ({ rounds }) => `a run has at most ${plural(rounds, "round")}`,
  "rounds-minimum": ({ rounds }) => `the minimum of ${plural(rounds, "round")} was reached`,
  decided: ({ of, rounds }) => `every ${of} was decided after ${plural(rounds, "round")}`,
  "first-regression": ({ rounds, certain, openGates }) =>
    `a regression was certain after ${plural(certain, "round")}; ${plural(openGates, "gate")} left undecided${rounds > certain ? ` after ${rounds}` : ""}`,
  "no-base": "more rounds decide nothing without a base arm",
  "no-decision-in-sight": ({ rounds, isMore, needed, needsMs, room }) => {
    const atLeast = isMore ? "more than" : "at least";
    return `no decision was in sight after ${plural(rounds, "round")}: ${atLeast} ${needed} more are needed (${duration(needsMs)}), with room for ${room}`;
  },
  "no-time-for-leak-check": ({ rounds }) =>
    `the time budget leaves no room for another leak check after ${plural(rounds, "round")}`,
  "no-time-for-round": ({ rounds, budgetMs }) =>
    `${budget(budgetMs)} leaves no room for another round after ${plural(rounds, "round")}`,
  "time-budget-ended": ({ round, budgetMs }) => `${budget(budgetMs)} ended inside round ${round}`,
  interrupted: ({ by, rounds }) =>
    `the run was interrupted (${by}) after ${plural(rounds, "round")}; the round under way was dropped`,
  "k6-ended": "the run of k6 was over",
  "k6-runs-read": "there are no more runs of k6",
};

function budget(milliseconds: number): string {
  return `the time budget of ${milliseconds / 1000} s`;
}
