import type { Finding } from "../../compare/verdict.ts";
import type { Section, Text } from "../block.ts";
import { rowName, type View } from "../view.ts";
import { baseText, changeText, headText, isBudget, isFailing, metricLabel, worstFirst } from "./states.ts";

const shown = 10;

/** What moved but does not fail the check: warnings, then improvements. */
export function changesSection(view: View): Section {
  const { findings } = view.report.comparison;
  const warned = worstFirst(findings.filter((finding) => finding.threshold.level === "warn" && isFailing(finding)));
  const failed = new Set(
    findings.filter((finding) => finding.threshold.level === "fail" && isFailing(finding)).map(key),
  );
  const warnings = warned.filter((finding) => !failed.has(key(finding)));
  const improved = once(worstFirst(findings.filter((finding) => finding.state === "improved")).reverse());
  const items = [...warnings, ...improved].map(line);
  const hidden = items.length - shown;
  const list = hidden > 0 ? [...items.slice(0, shown), [`and ${hidden} more`]] : items;
  return {
    id: "changes",
    title: "Changed, not gated",
    folded: false,
    blocks: list.length > 0 ? [{ kind: "list", items: list }] : [],
  };
}

function line(finding: Finding): Text {
  const sign = finding.state === "improved" ? "🟢 improved: " : "⚠️ warning: ";
  const what: Text = [sign, rowName(finding.row), ` ${metricLabel(finding)} `];
  if (isBudget(finding))
    return [...what, headText(finding), ", over the warning level of ", { prose: finding.threshold.text }];
  const values: Text = [`${changeText(finding)}, `, baseText(finding), " → ", headText(finding)];
  return finding.state === "improved"
    ? [...what, ...values]
    : [...what, ...values, ", warns at ", { prose: finding.threshold.text }];
}

/** A metric with two thresholds has two findings but changed once. */
function once(findings: readonly Finding[]): Finding[] {
  const seen = new Set<string>();
  return findings.filter((finding) => !seen.has(key(finding)) && seen.add(key(finding)));
}

function key(finding: Finding): string {
  return JSON.stringify([finding.row, finding.metric]);
}
