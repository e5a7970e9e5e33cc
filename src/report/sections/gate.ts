import type { Finding } from "../../decide/verdict.ts";
import { nothing, plural } from "../../metrics/format.ts";
import type { MetricId } from "../../metrics/metric.ts";
import { groupBy } from "../../stats/group-by.ts";
import { type Block, list, type Section } from "../block.ts";
import { type Column, filled, left, right, table } from "../columns.ts";
import {
  baseText,
  changeText,
  headText,
  isBudget,
  limitText,
  metricLabel,
  passesByCpu,
  signedChange,
  sizeText,
  stateSign,
  worstFirst,
} from "../finding.ts";
import { rowName, type View } from "../report.ts";
import { states } from "../states.ts";
import type { Text } from "../text.ts";
import { reasonText } from "../words/reason.ts";
import { tellingLine } from "../words/telling-line.ts";

/** Results that stand in one line: one, or the guards of a row that pass. */
type Line = [Finding, ...Finding[]];

const columns: readonly Column<Line>[] = [
  left("Row", ([first]) => whose(first)),
  left("Metric", (line) => line.map(metricLabel).join(", ")),
  right("Base", ofOne(baseText)),
  right("Head", ofOne(headText)),
  right("Change", (line) => (line.length === 1 ? changeText(line[0]) : line.map(shortChange).join(", "))),
  left("Verdict", ([first]) => stateSign(first)),
  right("Fails at", (line) => ({ prose: line.map(limitText).join(", ") })),
  right("Rounds", ([first]) => String(first.rounds)),
];

/** The row of a result, with the reference that it is compared with where that is not base. */
export function whose({ row, against }: Pick<Finding, "row" | "against">): Text {
  return against === undefined ? [rowName(row)] : [rowName(row), " against ", { name: against }];
}

/** Nothing of several, whose figures are their changes. */
function ofOne<Cell>(cell: (finding: Finding) => Cell): (line: Line) => Cell | string {
  return (line) => (line.length === 1 ? cell(line[0]) : nothing);
}

function shortChange(one: Finding): string {
  return one.change ? signedChange(one, one.change.estimate) : nothing;
}

const further: readonly Column<Line>[] = [
  right(
    "Minimum detectable",
    ofOne((one) => (one.minimumDetectable === undefined ? nothing : `≥ ${sizeText(one, one.minimumDetectable)}`)),
  ),
];

export function allGated(view: View): Section {
  const findings = worstFirst(
    view.report.comparison.findings.filter((finding) => finding.threshold.level === "fail" && !isBudget(finding)),
  );
  const compared = findings.filter((finding) => finding.state !== "no-baseline");
  const isPassing = findings.every(({ state }) => states[state].tone === "good");
  const lines = linesOf(findings);
  const gates = table([...columns, ...filled(further, lines)], lines);
  return {
    id: "gated",
    title: `All ${plural(findings.length, "gate")}${isPassing ? " pass" : ""}`,
    fold: "All results",
    blocks: compared.length > 0 ? [gates, ...reasons(compared.filter(({ state }) => state !== "pass"))] : [],
    marksByCpu: findings.some(passesByCpu),
  };
}

const guards: readonly MetricId[] = ["slow_calls", "stalls", "cpu_to_p50", "slow_mode"];

/** Every result in a line of its own, but for the guards of a row that pass. */
function linesOf(findings: readonly Finding[]): Line[] {
  const together = ({ row, against, metric, state }: Finding) =>
    state === "pass" && guards.includes(metric) ? JSON.stringify([row, against]) : undefined;
  return [...groupBy(findings, (finding) => together(finding) ?? finding).values()];
}

const reasonsShown = 8;

/** Each reason once: many rows usually share a few. */
function reasons(findings: readonly Finding[]): Block[] {
  const groups = [...groupBy(findings, reasonText)].filter(([reason]) => reason !== "");
  const items = groups.map(([reason, [first, ...others]]): Text => {
    const more = others.length > 0 ? ` and ${others.length} more` : "";
    return [rowName(first.row), ` ${metricLabel(first)}${more}: `, { prose: tellingLine(reason) }];
  });
  return list(items, reasonsShown, (hidden) => `and ${plural(hidden, "further reason")}`);
}
