import type { Finding } from "../../compare/verdict.ts";
import { plural } from "../../metrics/format.ts";
import { groupBy } from "../../stats/group-by.ts";
import type { Block, Section } from "../block.ts";
import {
  baseText,
  changeText,
  headText,
  isBudget,
  isFailing,
  limitText,
  metricLabel,
  signedChange,
  stateSign,
  worstFirst,
} from "../finding.ts";
import { states } from "../states.ts";
import { type Column, table } from "../table.ts";
import type { Text } from "../text.ts";
import { joined } from "../text.ts";
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
export function gated(view: View): Finding[] {
  return worstFirst(
    view.report.comparison.findings.filter((finding) => finding.threshold.level === "fail" && !isBudget(finding)),
  );
}

/** Undecided results in view, beside failing ones and where there are none; the rest are in the full table. */
const undecidedShown = { besideFailing: 5, alone: 15 };

/** What the gate found: every failing result and the undecided ones; only a count when all pass. */
export function gateSection(view: View): Section {
  const findings = gated(view).filter((finding) => finding.state !== "no-baseline");
  const shown = inView(findings);
  const blocks: Block[] = [];
  if (shown.length > 0) blocks.push(gatedTable(shown, { whole: false }), ...reasons(shown));
  // With nothing to show, the title of the full table says that all pass.
  const rest = findings.length - shown.length;
  if (rest > 0 && shown.length > 0) blocks.push({ kind: "paragraph", text: [restText(findings, shown)] });
  return { id: "gate", title: "Gated results", folded: false, blocks };
}

function inView(findings: readonly Finding[]): Finding[] {
  const undecided = findings.filter(({ state }) => state === "inconclusive" || state === "not-comparable");
  const failing = findings.filter(isFailing);
  return [...failing, ...undecided.slice(0, failing.length > 0 ? undecidedShown.besideFailing : undecidedShown.alone)];
}

/** Every gated result, for the details; nothing when the section above shows them all. */
export function allGated(view: View): Section {
  const findings = gated(view);
  const compared = findings.filter((finding) => finding.state !== "no-baseline");
  const more = compared.length > inView(compared).length;
  const blocks = more ? [gatedTable(findings, { whole: true })] : [];
  const passing = findings.every(({ state }) => states[state].tone === "good");
  return {
    id: "gated",
    title: `All ${plural(findings.length, "gated result")}${passing ? " pass" : ""}`,
    folded: true,
    blocks,
  };
}

/** The failing results as one line per row, for a comment with more of them than a table can hold. */
export function failureLines(view: View): Text[] {
  const failures = view.report.comparison.findings.filter(
    (finding) => finding.threshold.level === "fail" && isFailing(finding),
  );
  return [...groupBy(worstFirst(failures), (finding) => finding.row)].map(([row, ofRow]) => {
    const parts = ofRow.map((finding): Text => {
      const change = finding.change ? ` ${changeText(finding).replace(/ \(.*/, "")}` : "";
      return [isBudget(finding) ? `${metricLabel(finding)} over budget` : `${metricLabel(finding)}${change}`];
    });
    return [`${states.regressed.result.icon} `, rowName(row), ": ", ...joined(parts, ", ")];
  });
}

/** Gated results as a table; what the rounds could have detected only where it is known. */
export function gatedTable(findings: readonly Finding[], { whole }: { whole: boolean }): Block {
  const undecided = findings.some(({ state }) => state === "inconclusive");
  const known = findings.some((finding) => finding.minimumDetectable !== undefined);
  const split = findings.some((finding) => finding.halves !== undefined);
  const further = [...(split && whole ? [halves] : []), ...(known && (whole || undecided) ? [detectable] : [])];
  return table([...columns, ...further], findings);
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

function restText(findings: readonly Finding[], shown: readonly Finding[]): string {
  const inView = new Set(shown);
  const others = findings.filter((finding) => !inView.has(finding));
  const passing = others.filter(({ state }) => states[state].tone === "good").length;
  const undecided = others.length - passing;
  const parts = [
    passing > 0 ? `${plural(passing, "other gated result")} ${passing === 1 ? "passes" : "pass"}` : "",
    undecided > 0 ? `${plural(undecided, "more result")} could not be decided` : "",
  ].filter((part) => part !== "");
  return `${parts.join("; ")}.`;
}
