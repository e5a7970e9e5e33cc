/* How sentences of a record begin or end that a report looks for. */

/** How the `stopReason` of a run begins that ended because no decision was to be expected. */
export const noneInSight = "no decision was in sight";

/** How that of a run begins that was to end once a regression was certain. */
export const regressionCertain = "a regression was certain";

/** How it ends where a run made as many rounds as it was to make, or as any run makes. */
export const configuredRounds = "as many as configured";
export const mostRounds = "the most a run makes";

/** The time budget that ended a run, in ms; undefined where something else did. */
export function budgetOf(stopReason: string): number | undefined {
  const seconds = /time budget of ([\d.]+) s /.exec(stopReason)?.[1];
  return seconds === undefined ? undefined : 1000 * Number(seconds);
}

/** How the warning begins that names the rows in which no leak is looked for. */
export const leaksUnseen = "memory that calls keep is not looked for in";
