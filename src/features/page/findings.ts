import type { PairedReason } from "../../decide/reason.ts";
import type { Finding } from "../../decide/verdict.ts";
import { count, plural } from "../../metrics/format.ts";
import { metric } from "../../metrics/metric.ts";
import {
  baseText,
  byCpuNote,
  changeText,
  headText,
  limitText,
  metricLabel,
  passesByCpu,
  signOf,
  sizeText,
  stateSign,
  worstFirst,
} from "../../report/finding.ts";
import { capital } from "../../report/news/facts.ts";
import { whose } from "../../report/sections/gate.ts";
import { states } from "../../report/states.ts";
import type { Inline } from "../../report/text.ts";
import { asideText, isPaired, reasonText, roundsNeededText } from "../../report/words/reason.ts";
import { tellingLine } from "../../report/words/telling-line.ts";
import { withIcons } from "./icons.ts";
import { foreign, type Html, html } from "./markup.ts";
import { type SortableColumn, sortableTable } from "./sortable.ts";
import { textHtml } from "./text.ts";

/** Results in the table; those beyond are counted. */
const shown = 500;

/** Every result of the comparison with filter and sort, worst first. `rounds`: of the run. */
export function findingsHtml(all: readonly Finding[], { rounds }: { readonly rounds: number }): Html {
  const findings = worstFirst(all);
  const place = new Map(findings.map((finding, index) => [finding, index]));
  const hidden = findings.length - shown;
  const table = sortableTable({
    label: "Results",
    noun: "result",
    columns: columnsOf(place, rounds),
    items: findings.slice(0, shown),
    group: ({ state }) => state,
    groups: groupsOf(findings.slice(0, shown)),
  });
  const rest =
    hidden > 0 ? html`<p>${plural(hidden, "further result")} are left out; the JSON report holds all.</p>` : undefined;
  const note = findings.some(passesByCpu) ? html`<p class="quiet">${byCpuNote}</p>` : undefined;
  return html`${table}${rest}${note}`;
}

function groupsOf(findings: readonly Finding[]): [string, string][] {
  const present = [...new Set(findings.map(({ state }) => state))];
  const named = present.map((state): [string, string] => [state, capital(states[state].result.words)]);
  // Passes come last.
  return present.length > 1 && present.includes("pass") ? [["!pass", "Not pass"], ...named] : named;
}

function columnsOf(place: ReadonlyMap<Finding, number>, rounds: number): SortableColumn<Finding>[] {
  return [
    { label: "Row", align: "left", cell: (finding) => html`${textHtml(whose(finding))}`, key: ({ row }) => row },
    { label: "Metric", align: "left", cell: metricLabel, key: metricLabel },
    { label: "Base", align: "right", cell: (finding) => inline(baseText(finding)), key: ({ base }) => base },
    { label: "Head", align: "right", cell: (finding) => inline(headText(finding)), key: ({ head }) => head },
    { label: "Change", align: "right", cell: changeText, key: worse },
    { label: "Threshold", align: "left", cell: threshold },
    {
      label: "Verdict",
      align: "left",
      cell: (finding) => verdict(finding, rounds),
      key: (finding) => place.get(finding),
      given: true,
    },
  ];
}

function inline(part: Inline): Html {
  return html`${textHtml([part])}`;
}

/** Sorting by change puts what got worse together, whatever direction is good. */
function worse({ metric: id, change }: Finding): number | undefined {
  if (!change) return undefined;
  return metric(id).better === "less" ? change.estimate : -change.estimate;
}

function threshold(finding: Finding): Html {
  return html`<span>${foreign(limitText(finding), 60)}${finding.threshold.level === "warn" ? " (warns)" : ""}</span>`;
}

function verdict(finding: Finding, ofRun: number): Html {
  const { state } = finding;
  const seen = state === "pass" ? undefined : html`<small class="quiet">${foreign(why(finding, ofRun), 300)}</small>`;
  return html`<span class="tone-${signOf(finding).tone}">${withIcons(stateSign(finding))}</span>${seen}`;
}

/**
 * The reason, without the test's own figures, which the JSON report has; and what as many rounds could have shown of what is open. How
 * many rounds so many gates take stands beside those alone that have fewer than the run: of all it is said once.
 */
function why(finding: Finding, ofRun: number): string {
  const { reason, rounds, state, minimumDetectable, metric: id } = finding;
  const isShort = rounds < ofRun;
  const counted = isShort ? `${count(rounds)} of ${plural(ofRun, "round")}` : plural(rounds, "round");
  const ofRounds = (paired: PairedReason) => {
    const needs = isShort ? roundsNeededText(paired) : undefined;
    return `${counted}${needs === undefined ? "" : `: ${needs}`}${asideText(paired)}`;
  };
  const words = isPaired(reason) && state === "inconclusive" ? ofRounds(reason) : tellingLine(reasonText(finding));
  const told = words === "" ? counted : words;
  if (state !== "inconclusive" || minimumDetectable === undefined) return told;
  return `${told}, which could have shown ${sizeText({ metric: id }, minimumDetectable)}`;
}
