import type {
  FailedCalls,
  FailuresByKind,
  Lack,
  Lacking,
  PairedReason,
  Reason,
  Undecidable,
  Unmeasured,
} from "../../decide/reason.ts";
import type { Finding } from "../../decide/verdict.ts";
import { count, percent, percentagePoints, plural, signed, significant } from "../../metrics/format.ts";
import { formatValue } from "../../metrics/format-value.ts";
import { howMuch, speed } from "../../metrics/how-much.ts";
import { type MetricId, metric } from "../../metrics/metric.ts";

const tooSmall = "the difference is too small to matter";

/** Says why a finding has its state, as one clause; empty where its figures say all. May hold untrusted words. */
export function reasonText({ metric: id, reason }: Pick<Finding, "metric" | "reason">): string {
  return isPaired(reason) ? pairedText(reason) : textOf(reason, id);
}

export function isPaired(reason: Reason): reason is PairedReason {
  return "rounds" in reason;
}

function textOf(reason: Exclude<Reason, PairedReason>, id: MetricId): string {
  const { label } = metric(id);
  switch (reason.code) {
    case "none":
      return "";
    case "instead":
      return `${lackingText(reason.why, id)}; ${reasonText({ metric: id, reason: reason.instead })}`;
    case "unchanged":
      return "unchanged";
    case "zero":
      return "zero in every round";
    case "became":
      return `${formatValue(id, reason.from)} became ${formatValue(id, reason.to)}`;
    case "negligible":
      return tooSmall;
    case "by-cpu":
      return `too noisy on its own, but ${id === "startup" ? "its CPU time" : "calls mostly work, and CPU time per call"} rules out a change beyond the threshold`;
    case "shown-as-warning":
      return "shown, as a warning";
    case "counted":
      return `more than base in ${reason.more} of ${plural(reason.ofRounds, "round")}, fewer in ${reason.fewer}`;
    case "present":
      return `${label} above zero in ${reason.head} of ${plural(reason.ofHead, "launch")}, ${reason.base} of ${reason.ofBase} before`;
    case "budget":
      return budgetText(reason, id);
    case "budget-without-figure":
      return `${id} has a budget but no figure: ${unmeasuredText(reason.why)}`;
    case "informs-only":
      return `${undecidableText(reason.why)}, so its figures only inform`;
    case "base-changed":
      return "files of base were changed while it was measured";
    case "no-reference":
      return reason.text;
    case "no-stand-in":
      return "no stored run can take its place";
    case "no-rounds":
      return "no round measured it on both commits";
    case "no-ratio":
      return `no round has ${label} above zero on both commits`;
    case "few-calls":
      return `${label} needs ${reason.need} ok calls per launch; there were ${reason.have}`;
    case "more-failed":
      return "faster, but more of its calls failed";
    case "fewer-failed":
      return "slower, but fewer of its calls failed";
    case "failures":
      return failedText(reason);
    case "failures-in-one-launch":
      return `${failedText(reason)}, all in one launch of ${reason.launches}`;
    case "failures-open":
      return `${failedText(reason)}: too few calls to show or rule out a rise of ${percentagePoints(reason.points)}`;
    case "control": {
      const { words, than } = howMuch(reason.slower, speed);
      const corrected = reason.isCorrected ? "; head's times are corrected for it" : "";
      return `the control server ran ${words} beside head ${than} beside base in ${plural(reason.ofRounds, "round")}${corrected}`;
    }
    case "slow-launches":
      return `head alone was more than twice as slow in ${reason.head} of ${reason.ofRounds} rounds, base alone in ${reason.base}`;
    case "alone":
      return `${reason.isShown ? "shown" : "undecided"} in ${plural(reason.launches, "pair")} of launches that served only this row`;
    case "variant-not-measured":
      return `${id} was not measured on ${reason.variant}`;
    case "no-figure":
      return `${id} was not measured`;
    case "metric-not-stored":
      return `no stored run has ${label}`;
    case "row-not-stored":
      return "no stored run has this row";
    case "configuration-changed":
      return "its configuration changed since the stored runs";
    case "points-need-base":
      return `${label} is compared only with base measured beside head`;
    case "same-rounds":
      return "every round has the same value";
    case "zero-has-no-ratio":
      return "a value of zero has no ratio";
    case "one-launch":
      return "one launch shows no spread: measure at least 2 rounds";
    case "beyond-stored": {
      const too = reason.cpu === undefined ? "" : `, and CPU time by ${signed(reason.cpu)}`;
      return `beyond what unchanged code shows against ${plural(reason.runs, "stored run")}${too}`;
    }
    case "within-stored":
      return `within the threshold against ${plural(reason.runs, "stored run")}${reason.byCpu ? " by its CPU time" : ""}`;
    case "other-environment":
      return "the records come from different environments";
    case "nothing-measured":
      return "nothing was measured";
    case "crossed":
      return `${reason.count} of ${plural(reason.calls, "call")} answered with another ${reason.of}'s reply: ${reason.sample}`;
    case "never-back":
      return `the server did not come back after ${reason.down} of ${plural(reason.restarts, "restart")}: ${reason.failure}`;
    case "launches-failed": {
      const launches = `${plural(reason.launches, "launch")}${reason.withLeakCheck ? " with a leak check" : ""}`;
      const ofBase = reason.ofBase === undefined ? "" : `, ${reason.ofBase} of base's`;
      return `${reason.failed} of ${launches} failed${ofBase}: ${reason.failure}`;
    }
    case "calls-failed": {
      const some = reason.ok === 0 ? "none of" : `only ${reason.ok} of`;
      return `${some} ${plural(reason.calls, "call")} ${reason.ok > 1 ? "were" : "was"} ok (${failuresText(reason.failures)})`;
    }
    case "skipped":
      return reason.text;
    default:
      return lackText(reason);
  }
}

function budgetText(
  { value, limit, isOver, roundsOver, ofRounds, interval, sample }: Extract<Reason, { code: "budget" }>,
  id: MetricId,
): string {
  const beyond = metric(id).better === "less" ? "over" : "under";
  const parts = [`${formatValue(id, value)} is ${isOver ? beyond : "within"} ${formatValue(id, limit)}`];
  if (roundsOver > 0 && roundsOver < ofRounds) parts.push(`${roundsOver} of ${plural(ofRounds, "round")} ${beyond}`);
  if (interval)
    parts.push(`but its interval reaches from ${formatValue(id, interval.low)} to ${formatValue(id, interval.high)}`);
  if (sample) parts.push(`from only ${sample.have} samples, ${sample.need} are needed`);
  return parts.join(", ");
}

function failedText({ head, base }: FailedCalls): string {
  return `${count(head.failed)} of ${plural(head.calls, "call")} failed, ${count(base.failed)} of ${count(base.calls)} before`;
}

/** Lists failures by kind: `3 × timeout, 1 × rpc-error`. */
export function failuresText(failures: FailuresByKind): string {
  return Object.entries(failures)
    .map(([kind, calls]) => `${count(calls)} × ${kind}`)
    .join(", ");
}

function lackingText(why: Lacking, id: MetricId): string {
  switch (why.code) {
    case "row-not-in-base":
      return "the base commit was not measured on this row";
    case "none-ok-in-base":
      return `none of ${plural(why.calls, "call")} of the base commit was ok (${failuresText(why.failures)})`;
    case "metric-not-in-base":
      return `base has no ${metric(id).label}`;
  }
}

function undecidableText(why: Undecidable): string {
  return why.code === "quick"
    ? "this is a quick run of a tenth of the calls"
    : `${why.arm} became another server during the run`;
}

/** Says why a gate has no figure. May hold untrusted words. */
export function unmeasuredText(why: Unmeasured): string {
  if (why.code === "other") return why.text;
  if (why.code !== "few-calls") return "not measured";
  return `it takes ${why.need} calls per launch, and there are ${why.have}`;
}

function pairedText(reason: PairedReason): string {
  const rounds = plural(reason.rounds, "paired round");
  const needs = needsText(reason);
  return `${verdictText(reason, rounds)}${needs === undefined ? "" : `: ${needs}`}${asideText(reason)}`;
}

function verdictText(reason: PairedReason, rounds: string): string {
  switch (reason.code) {
    case "shown":
      return `shown in ${rounds}`;
    case "shown-together":
      return `shown in ${rounds}, together with ${plural(reason.others, "more result")}`;
    case "within":
      return `within its threshold in ${rounds}`;
    case "ruled-out":
      return `${rounds} ${reason.rounds === 1 ? "rules" : "rule"} out a change beyond the threshold`;
    case "too-few":
      return reason.least === undefined ? `undecided after ${rounds}` : `only ${rounds}`;
    case "evidence":
    case "undecided":
      return `undecided after ${rounds}`;
  }
}
/** Says what undecided rounds lack; undefined where they only differ. */
function needsText(reason: PairedReason): string | undefined {
  if (reason.code === "evidence")
    return `evidence of ${significant(reason.evidence)}, of the ${count(reason.need)} that a regression takes (${count(reason.each)} for each gate)`;
  return roundsNeededText(reason);
}

/** Says how many rounds a decision takes; undefined where there were enough. */
export function roundsNeededText(reason: PairedReason): string | undefined {
  if (reason.code !== "too-few") return undefined;
  const gates = plural(reason.gates, "gate");
  return reason.least === undefined
    ? `with ${gates} a regression needs at least ${reason.need}`
    : `a pass needs at least ${reason.least}, a regression among ${gates} ${reason.need}`;
}

/** Says how many rounds were left out; empty where none was. */
export function asideText({ setAside = 0 }: PairedReason): string {
  return setAside > 0 ? `; ${plural(setAside, "round")} left out, in which one version was in a slow mode` : "";
}

function differ({ spread, byCpu }: Extract<Lack, { readonly spread: number }>): string {
  return `${byCpu ? "CPU time of stored runs differs" : "stored runs differ"} by ${percent(spread)}`;
}

/** Says what stored runs lack to decide, as one clause. */
export function lackText(lack: Lack): string {
  switch (lack.code) {
    case "few-runs":
      return `${plural(lack.have, "stored run")} ${lack.have === 1 ? "is" : "are"} too few to decide; at least ${lack.need} are needed`;
    case "apart":
      return "two runs measured apart show large changes only";
    case "scatter":
      return `${differ(lack)}, too much for any number of them to decide`;
    case "close":
      return lack.need === undefined
        ? `${differ(lack)}, and this one is too close to the threshold`
        : `${differ(lack)}: it takes about ${lack.need} of them, and there are ${lack.have}`;
    case "machine":
      return `${lack.of === "row" ? "start-up" : "calls"} changed by ${signed(lack.slower)} too: the machine may be another one`;
    case "clock-alone":
      return "CPU time does not confirm it, and a busy machine looks the same";
    case "some-launches":
      return "not every launch shows it, as where other work disturbs some of them";
  }
}
