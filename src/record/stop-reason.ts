/** How the `stopReason` of a run begins that ended because no decision was to be expected. */
export const noneInSight = "no decision was in sight";
