import { type Html, html } from "../../base/markup.ts";
import type { PairedReason } from "../../decide/reason.ts";
import type { Finding } from "../../decide/verdict.ts";
import { count, percent, plural } from "../../metrics/format.ts";
import { metric } from "../../metrics/metric.ts";
import {
  baseText,
  byCpuNote,
  changeText,
  headText,
  isBudget,
  limitText,
  metricLabel,
  passesByCpu,
  signOf,
  sizeText,
  stateSign,
  withoutRepeats,
  worstFirst,
} from "../../report/finding.ts";
import { capital } from "../../report/news/facts.ts";
import type { Report } from "../../report/report.ts";
import { rowName } from "../../report/report.ts";
import { whose } from "../../report/sections/gate.ts";
import { states } from "../../report/states.ts";
import type { Inline } from "../../report/text.ts";
import { asideText, isPaired, reasonText, roundsNeededText } from "../../report/words/reason.ts";
import { tellingLine } from "../../report/words/telling-line.ts";
import { foreign } from "./markup.ts";
import type { PageSection } from "./page.ts";
import { type SortableColumn, sortableTable } from "./sortable.ts";
import { textHtml, withIcons } from "./text.ts";

/** Results in the table, and rows of the figure; those beyond are counted. */
const resultsShown = 500;
const rowsShown = 40;

/** Shows the results of the comparison, with the figure of their changes. */
export function resultsSection(report: Report): PageSection[] {
  const findings = judged(report);
  const body = [forestHtml(findings), findingsHtml(findings, report.head)];
  return findings.length === 0 ? [] : [{ id: "results", title: "Results", body }];
}

/** Results without a baseline are left to the verdict. */
export function judged({ comparison }: Report): Finding[] {
  return withoutRepeats(comparison.findings.filter(({ state }) => state !== "no-baseline"));
}

/** Every result of the comparison with filter and sort, worst first. `rounds`: of the run. */
function findingsHtml(all: readonly Finding[], { rounds }: { readonly rounds: number }): Html {
  const findings = worstFirst(all);
  const place = new Map(findings.map((finding, index) => [finding, index]));
  const hidden = findings.length - resultsShown;
  const table = sortableTable({
    label: "Results",
    noun: "result",
    columns: columnsOf(place, rounds),
    items: findings.slice(0, resultsShown),
    group: ({ state }) => state,
    groups: groupsOf(findings.slice(0, resultsShown)),
  });
  const further = html`<p>${plural(hidden, "further result")} ${hidden === 1 ? "is" : "are"} left out; the JSON report holds all.</p>`;
  const note = findings.some(passesByCpu) ? html`<p class="quiet">${byCpuNote}</p>` : undefined;
  return html`${table}${hidden > 0 ? further : undefined}${note}`;
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
 * The reason, without the test's own figures, which the JSON report has; and what as many rounds could have shown of what is
 * open. How many rounds so many gates take stands beside those alone that have fewer than the run: of all it is said once.
 */
function why(finding: Finding, ofRun: number): string {
  const { reason, rounds, state, minimumDetectable } = finding;
  const isShort = rounds < ofRun;
  const counted = isShort ? `${count(rounds)} of ${plural(ofRun, "round")}` : plural(rounds, "round");
  const ofRounds = (paired: PairedReason) => {
    const needs = isShort ? roundsNeededText(paired) : undefined;
    return `${counted}${needs === undefined ? "" : `: ${needs}`}${asideText(paired)}`;
  };
  const words = isPaired(reason) && state === "inconclusive" ? ofRounds(reason) : tellingLine(reasonText(finding));
  const told = words === "" ? counted : words;
  if (state !== "inconclusive" || minimumDetectable === undefined) return told;
  const shown = sizeText(finding, minimumDetectable);
  return isPaired(reason) ? `${told}, which could have shown ${shown}` : `${told}; ${shown} could have been shown`;
}

/** Half widths of the axis: the first that holds every interval, or the last, at which intervals are cut. */
const reaches = [0.05, 0.1, 0.2, 0.5, 1];

/** The change of p50 in every row with its interval, on one axis: to the right is slower. */
function forestHtml(findings: readonly Finding[]): Html | undefined {
  const isGate = (one: Finding) => one.metric === "p50" && one.threshold.level === "fail" && !isBudget(one);
  const gates = findings.filter((one) => isGate(one) && one.change && one.against === undefined);
  const rows = worstFirst(gates).toSorted((a, b) => (b.change?.estimate ?? 0) - (a.change?.estimate ?? 0));
  if (rows.length === 0) return undefined;
  const furthest = Math.max(...rows.flatMap((one) => [ends(one).low, ends(one).high].map(Math.abs)));
  const reach = reaches.find((one) => one >= furthest) ?? 1;
  const hidden = rows.length - rowsShown;
  const rest = hidden > 0 ? html`<p>and ${plural(hidden, "more row")}.</p>` : undefined;
  const lines = rows.slice(0, rowsShown).map((one) => {
    const name = html`<span class="name">${textHtml([rowName(one.row)])}</span>`;
    const change = html`<span class="change tone-${signOf(one).tone}">${changeText(one)}</span>`;
    return html`<li>${name}${picture(one, reach)}${change}</li>`;
  });
  return html`<figure class="forest"><figcaption><b>Change of p50 with its interval</b> <span class="note">Right of the line is slower; dashed is the threshold.</span></figcaption>
<ul>${lines}<li class="axis" aria-hidden="true"><span class="name"></span><span class="ticks"><span>−${percent(reach)}</span><span>0</span><span>+${percent(reach)}</span></span><span class="change"></span></li></ul>${rest}</figure>`;
}

function ends({ change }: Finding): { estimate: number; low: number; high: number } {
  const { estimate = 0, low = estimate, high = estimate } = change ?? {};
  return { estimate, low, high };
}

function picture(finding: Finding, reach: number): Html {
  const x = (share: number) => Number((100 + 100 * Math.min(1, Math.max(-1, share / reach))).toFixed(1));
  const { estimate, low, high } = ends(finding);
  const { limit } = finding.threshold;
  const bound = limit.kind === "relative" ? limit.change : 0;
  const dashed = bound > 0 && bound <= reach ? html`<path class="limit" d="M${x(bound)} 1V19"/>` : undefined;
  return html`<svg class="tone-${signOf(finding).tone}" viewBox="0 0 200 20" preserveAspectRatio="none" aria-hidden="true"><path class="axis" d="M100 0V20"/>${dashed}<path class="span" d="M${x(low)} 10H${x(high)}"/><path class="estimate" d="M${x(estimate)} 4V16"/></svg>`;
}
