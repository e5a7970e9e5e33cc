import type { Lack, PairedReason, Reason } from "../../decide/verdict.ts";
import { count, percent, plural, signed, significant } from "../../metrics/format.ts";

/** Says why a finding has its state, as one clause. May hold untrusted words. */
export function reasonText(reason: Reason): string {
  if (typeof reason === "string") return reason;
  if (reason.code === "instead") return `${reason.why}; ${reasonText(reason.instead)}`;
  return isPaired(reason) ? pairedText(reason) : lackText(reason);
}

export function isPaired(reason: Reason): reason is PairedReason {
  return typeof reason !== "string" && "rounds" in reason;
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

/** Says what stored runs lack to decide, as one clause. */
export function lackText(lack: Lack): string {
  switch (lack.code) {
    case "few-runs":
      return `${plural(lack.have, "stored run")} ${lack.have === 1 ? "is" : "are"} too few to decide; at least ${lack.need} are needed`;
    case "apart":
      return "two runs measured apart show large changes only";
    case "scatter":
      return `stored runs differ by ${percent(lack.spread)}, too much for any number of them to decide`;
    case "close":
      return lack.need === undefined
        ? `stored runs differ by ${percent(lack.spread)}, and this one is too close to the threshold`
        : `stored runs differ by ${percent(lack.spread)}: it takes about ${lack.need} of them, and there are ${lack.have}`;
    case "machine":
      return `${lack.of === "row" ? "start-up" : "calls"} changed by ${signed(lack.slower)} too: the machine may be another one`;
    case "clock-alone":
      return "CPU time does not confirm it, and a busy machine looks the same";
  }
}
