import { duration, plural } from "../../metrics/format.ts";
import type { Stop } from "../../record/stop.ts";

/** Says why no further round was measured. May hold untrusted words. */
export function stopText(stop: readonly Stop[]): string {
  return stop.map(textOf).join("; ");
}

function textOf(stop: Stop): string {
  switch (stop.code) {
    case "quick-run":
      return "a quick run has 1 round";
    case "rounds-configured":
      return stop.rounds === 1 ? "1 round was configured" : `${stop.rounds} rounds were configured`;
    case "rounds-at-limit":
      return `a run has at most ${plural(stop.rounds, "round")}`;
    case "rounds-minimum":
      return `the minimum of ${plural(stop.rounds, "round")} was reached`;
    case "decided":
      return `every ${stop.of} was decided after ${plural(stop.rounds, "round")}`;
    case "first-regression":
      return `a regression was certain after ${plural(stop.rounds, "round")}; ${plural(stop.openGates, "gate")} left undecided (\`stop: first-regression\`)`;
    case "no-base":
      return "more rounds decide nothing without a base arm";
    case "no-decision-in-sight": {
      const atLeast = stop.isMore ? "more than" : "at least";
      return `no decision was in sight after ${plural(stop.rounds, "round")}: ${atLeast} ${stop.needed} more are needed (${duration(stop.needsMs)}), with room for ${stop.room}`;
    }
    case "no-time-for-leak-check":
      return `the time budget leaves no room for another leak check after ${plural(stop.rounds, "round")}`;
    case "no-time-for-round":
      return `${budget(stop)} leaves no room for another round after ${plural(stop.rounds, "round")}`;
    case "time-budget-ended":
      return `${budget(stop)} ended inside round ${stop.round}`;
    case "interrupted":
      return `the run was interrupted (${stop.by}) after ${plural(stop.rounds, "round")}; the round under way was dropped`;
    case "k6-ended":
      return "the run of k6 was over";
    case "k6-runs-read":
      return "there are no more runs of k6";
    case "other":
      return stop.text;
  }
}

function budget({ budgetMs }: { readonly budgetMs: number }): string {
  return `the time budget of ${budgetMs / 1000} s`;
}
