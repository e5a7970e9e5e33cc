import type { Finding } from "../../compare/verdict.ts";
import type { Section } from "../block.ts";
import {
  baseText,
  changeText,
  headText,
  isBudget,
  isFailing,
  limitText,
  metricLabel,
  signOf,
  worstFirst,
} from "../finding.ts";
import type { Text } from "../text.ts";
import { rowName, type View } from "../view.ts";

const shown = 10;

/** Changes that do not fail the check: warnings, then improvements. */
export function changesSection(view: View): Section {
  const { findings } = view.report.comparison;
  const warned = worstFirst(findings.filter((finding) => finding.threshold.level === "warn" && isFailing(finding)));
  const gates = new Map(findings.filter((one) => one.threshold.level === "fail").map((one) => [key(one), one]));
  const warnings = warned
    .filter((finding) => !isFailing(gates.get(key(finding)) ?? { state: "pass" }))
    .map((finding) => ({ ...finding, ...changeOf(gates.get(key(finding))) }));
  const improved = once(worstFirst(findings.filter((finding) => finding.state === "improved")).reverse());
  const items = [...warnings, ...improved].map(line);
  const hidden = items.length - shown;
  const list = hidden > 0 ? [...items.slice(0, shown), [`and ${hidden} more`]] : items;
  return {
    id: "changes",
    title: "Changed, but not failing",
    folded: false,
    blocks: list.length > 0 ? [{ kind: "list", items: list }] : [],
  };
}

/** The interval that the gate of the same metric shows: the one of the warning is for another threshold. */
function changeOf(gate: Finding | undefined): Pick<Finding, "change"> {
  return gate?.change ? { change: gate.change } : {};
}

function line(finding: Finding): Text {
  const { icon, words } = signOf(finding);
  const what: Text = [`${icon} ${words}: `, rowName(finding.row), ` ${metricLabel(finding)} `];
  if (isBudget(finding))
    return [...what, headText(finding), ", over the warning level of ", { prose: limitText(finding) }];
  const values: Text = [`${changeText(finding)}, `, baseText(finding), " → ", headText(finding)];
  return finding.state === "improved"
    ? [...what, ...values]
    : [...what, ...values, ", warns at ", { prose: limitText(finding) }];
}

/** A metric with two thresholds has two findings but changed once. */
function once(findings: readonly Finding[]): Finding[] {
  const seen = new Set<string>();
  return findings.filter((finding) => !seen.has(key(finding)) && seen.add(key(finding)));
}

function key(finding: Finding): string {
  return JSON.stringify([finding.row, finding.metric]);
}
