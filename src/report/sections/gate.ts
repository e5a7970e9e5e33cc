import type { Finding } from "../../compare/verdict.ts";
import { plural } from "../../metrics/format.ts";
import { groupBy } from "../../stats/group-by.ts";
import type { Block, Section } from "../block.ts";
import {
  baseText,
  changeText,
  headText,
  isBudget,
  limitText,
  metricLabel,
  signedChange,
  stateSign,
  worstFirst,
} from "../finding.ts";
import { states } from "../states.ts";
import { type Column, table } from "../table.ts";
import type { Text } from "../text.ts";
import { rowName, type View } from "../view.ts";

const columns: readonly Column<Finding>[] = [
  { label: "Row", align: "left", cell: whose },
  { label: "Metric", align: "left", cell: metricLabel },
  { label: "Base", align: "right", cell: baseText },
  { label: "Head", align: "right", cell: headText },
  { label: "Change", align: "right", cell: changeText },
  { label: "Verdict", align: "left", cell: stateSign },
  { label: "Fails at", align: "right", cell: (finding) => ({ prose: limitText(finding) }) },
  { label: "Rounds", align: "right", cell: (finding) => String(finding.rounds) },
];

function whose({ row, against }: Finding): Text {
  return against === undefined ? [rowName(row)] : [rowName(row), " against ", { name: against }];
}

const detectable: Column<Finding> = {
  label: "Detectable",
  align: "right",
  cell: (finding) => {
    const { minimumDetectable } = finding;
    return minimumDetectable === undefined ? "–" : `≥ ${signedChange(finding, minimumDetectable).slice(1)}`;
  },
};

const halves: Column<Finding> = {
  label: "1st / 2nd half",
  align: "right",
  cell: (finding) =>
    finding.halves === undefined ? "–" : finding.halves.map((half) => signedChange(finding, half)).join(" / "),
};

/** Gated results with something to compare, worst first. */
function gated(view: View): Finding[] {
  return worstFirst(
    view.report.comparison.findings.filter((finding) => finding.threshold.level === "fail" && !isBudget(finding)),
  );
}

/** Every gated result with what the test found: for whoever asks why. */
export function allGated(view: View): Section {
  const findings = gated(view);
  const compared = findings.filter((finding) => finding.state !== "no-baseline");
  const told = compared.filter(({ state }) => state !== "pass");
  const blocks = compared.length > 0 ? [gatedTable(findings), ...reasons(told)] : [];
  const passing = findings.every(({ state }) => states[state].tone === "good");
  return {
    id: "gated",
    title: `All ${plural(findings.length, "gated result")}${passing ? " pass" : ""}`,
    folded: true,
    blocks,
  };
}

/** Gated results as a table; what the rounds could have detected only where it is known. */
function gatedTable(findings: readonly Finding[]): Block {
  const known = findings.some((finding) => finding.minimumDetectable !== undefined);
  const split = findings.some((finding) => finding.halves !== undefined);
  return table([...columns, ...(split ? [halves] : []), ...(known ? [detectable] : [])], findings);
}

const reasonsShown = 8;

/** Each reason once: many rows usually share a few. */
function reasons(findings: readonly Finding[]): Block[] {
  const groups = [...groupBy(findings, (finding) => finding.reason)].filter(([reason]) => reason !== "");
  if (groups.length === 0) return [];
  const items = groups.slice(0, reasonsShown).map(([reason, same]): Text => {
    const first = same[0];
    const more = same.length > 1 ? ` and ${same.length - 1} more` : "";
    const whose: Text = first ? [rowName(first.row), ` ${metricLabel(first)}${more}: `] : [];
    return [...whose, { prose: reason }];
  });
  const hidden = groups.length - items.length;
  return [{ kind: "list", items: hidden > 0 ? [...items, [`and ${plural(hidden, "further reason")}`]] : items }];
}
