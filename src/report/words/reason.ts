import { evidenceNeeded, fewestRounds } from "../../decide/paired/paired-decision.ts";
import type {
  FailedCalls,
  FailuresByKind,
  Lack,
  Lacking,
  PairedReason,
  Reason,
  Unmeasured,
} from "../../decide/reason.ts";
import type { Finding } from "../../decide/verdict.ts";
import { count, percent, percentagePoints, plural, signed, significant } from "../../metrics/format.ts";
import { formatValue } from "../../metrics/format-value.ts";
import { type MetricId, metric } from "../../metrics/metric.ts";
import { inWords, type WordsByCode } from "./by-code.ts";

/** Says why a finding has its state, as one clause; empty where its figures say all. May hold untrusted words. */
export function reasonText({ metric: id, reason }: Pick<Finding, "metric" | "reason">): string {
  return isPaired(reason) ? pairedText(reason) : inWords(words, reason, { id, label: metric(id).label });
}

export function isPaired(reason: Reason): reason is PairedReason {
  return "rounds" in reason;
}

interface About {
  readonly id: MetricId;
  readonly label: string;
}

const lackWords: WordsByCode<Lack> = {
  "few-runs": ({ have, need }) =>
    `${plural(have, "stored run")} ${have === 1 ? "is" : "are"} too few to decide; at least ${need} are needed`,
  apart: "two runs measured apart show large changes only",
  scatter: ({ spread }) => `stored runs differ by ${percent(spread)}, and this one is too close to the threshold`,
  machine: ({ of, slower }) =>
    `${of === "row" ? "start-up" : "calls"} changed by ${signed(slower)} too: the machine may be another one`,
  "clock-alone": "CPU time does not confirm it, and a busy machine looks the same",
  "some-launches": "not every launch shows it, as where other work disturbs some of them",
};

/** Tests whether stored runs did not decide for want of evidence. */
export function isLack(reason: Reason): reason is Lack {
  return reason.code in lackWords;
}

export function lackText(lack: Lack): string {
  return inWords(lackWords, lack);
}

const words: WordsByCode<Exclude<Reason, PairedReason>, [about: About]> = {
  ...lackWords,
  none: "",
  instead: ({ why, instead }, { id, label }) =>
    `${inWords(lackingWords, why, label)}; ${reasonText({ metric: id, reason: instead })}`,
  unchanged: "unchanged",
  became: ({ from, to }, { id }) => `${formatValue(id, from)} became ${formatValue(id, to)}`,
  negligible: "the difference is too small to matter",
  "by-cpu": (_, { id }) =>
    `too noisy on its own, but ${id === "startup" ? "its CPU time" : "calls mostly work, and CPU time per call"} rules out a change beyond the threshold`,
  counted: ({ worse, better, ofRounds }) =>
    `worse than base in ${worse} of ${plural(ofRounds, "round")}, better in ${better}`,
  budget: (reason, { id }) => budgetText(reason, id),
  "budget-without-figure": ({ why }, { id }) => `${id} has a budget but no figure: ${unmeasuredText(why)}`,
  quick: "this is a quick run of a tenth of the calls, so its figures only inform",
  replaced: ({ arm }) => `${arm} became another server during the run, so its figures only inform`,
  "base-changed": "files of base were changed while it was measured",
  "no-reference": ({ text }) => text,
  "no-stand-in": "no stored run can take its place",
  "no-rounds": "no round measured it on both commits",
  "no-ratio": (_, { label }) => `no round has ${label} above zero on both commits`,
  "few-calls": ({ need, have }, { label }) => `${label} needs ${need} ok calls per launch; there were ${have}`,
  "more-failed": "faster, but more of its calls failed",
  "fewer-failed": "slower, but fewer of its calls failed",
  failures: failedText,
  "failures-open": (reason) =>
    `${failedText(reason)}: too few calls to show or rule out a rise of ${percentagePoints(reason.points)}`,
  "slow-launches": ({ head, base, ofRounds }) =>
    `head alone was more than twice as slow in ${head} of ${ofRounds} rounds, base alone in ${base}`,
  alone: ({ isShown, launches }) =>
    `${isShown ? "shown" : "undecided"} in ${plural(launches, "pair")} of launches that served only this row`,
  "no-figure": (_, { id }) => `${id} was not measured`,
  "metric-not-stored": (_, { label }) => `no stored run has ${label}`,
  "row-not-stored": "no stored run has this row",
  "configuration-changed": "its configuration changed since the stored runs",
  "points-need-base": (_, { label }) => `${label} is compared only with base measured beside head`,
  "same-rounds": "every round has the same value",
  "zero-has-no-ratio": "a value of zero has no ratio",
  "one-launch": "one launch shows no spread: measure at least 2 rounds",
  "beyond-stored": ({ runs, cpu }) => {
    const too = cpu === undefined ? "" : `, and CPU time by ${signed(cpu)}`;
    return `beyond what unchanged code shows against ${plural(runs, "stored run")}${too}`;
  },
  "within-stored": ({ runs, byCpu }) =>
    `within the threshold against ${plural(runs, "stored run")}${byCpu ? " by its CPU time" : ""}`,
  "other-environment": "the records come from different environments",
  "nothing-measured": "nothing was measured",
  crossed: (reason) =>
    `${reason.count} of ${plural(reason.calls, "call")} answered with another ${reason.of}'s reply: ${reason.sample}`,
  "never-back": ({ down, restarts, failure }) =>
    `the server did not come back after ${down} of ${plural(restarts, "restart")}: ${failure}`,
  "launches-failed": ({ failed, launches, ofBase, failure }) =>
    `${failed} of ${plural(launches, "launch")} failed${ofBase === undefined ? "" : `, ${ofBase} of base's`}: ${failure}`,
  "calls-failed": ({ ok, calls, failures }) => {
    const some = ok === 0 ? "none of" : `only ${ok} of`;
    return `${some} ${plural(calls, "call")} ${ok > 1 ? "were" : "was"} ok (${failuresText(failures)})`;
  },
  skipped: ({ text }) => text,
};

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

const lackingWords: WordsByCode<Lacking, [label: string]> = {
  "row-not-in-base": "the base commit was not measured on this row",
  "none-ok-in-base": ({ calls, failures }) =>
    `none of ${plural(calls, "call")} of the base commit was ok (${failuresText(failures)})`,
  "metric-not-in-base": (_, label) => `base has no ${label}`,
};

/** Says why a gate has no figure. May hold untrusted words. */
export function unmeasuredText(why: Unmeasured): string {
  if (why.code === "other") return why.text;
  if (why.code !== "few-calls") return "not measured";
  return `it takes ${why.need} calls per launch, and there are ${why.have}`;
}

function pairedText(reason: PairedReason): string {
  const verdict = inWords(pairedWords, reason, plural(reason.rounds, "paired round"));
  const needs =
    reason.code === "evidence"
      ? `evidence of ${significant(reason.evidence)}, of the ${count(reason.need)} that a regression takes (${count(evidenceNeeded(1))} for each gate)`
      : roundsNeededText(reason);
  return `${verdict}${needs === undefined ? "" : `: ${needs}`}${asideText(reason)}`;
}

const pairedWords: WordsByCode<PairedReason, [rounds: string]> = {
  shown: (_, rounds) => `shown in ${rounds}`,
  "shown-together": ({ others }, rounds) => `shown in ${rounds}, together with ${plural(others, "more result")}`,
  within: (_, rounds) => `within its threshold in ${rounds}`,
  "ruled-out": (reason, rounds) =>
    `${rounds} ${reason.rounds === 1 ? "rules" : "rule"} out a change beyond the threshold`,
  "too-few": (reason, rounds) => (reason.rounds < fewestRounds ? `only ${rounds}` : `undecided after ${rounds}`),
  evidence: (_, rounds) => `undecided after ${rounds}`,
  undecided: (_, rounds) => `undecided after ${rounds}`,
};

/** Says how many rounds a decision takes; undefined where there were enough. */
export function roundsNeededText(reason: PairedReason): string | undefined {
  if (reason.code !== "too-few") return undefined;
  const gates = plural(reason.gates, "gate");
  return reason.rounds < fewestRounds
    ? `a pass needs at least ${fewestRounds}, a regression among ${gates} ${reason.need}`
    : `with ${gates} a regression needs at least ${reason.need}`;
}

/** Says how many rounds were left out; empty where none was. */
export function asideText({ setAside = 0 }: PairedReason): string {
  return setAside > 0 ? `; ${plural(setAside, "round")} left out, in which one version was in a slow mode` : "";
}
