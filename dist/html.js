import { C as signed, D as metricIds, E as metric, S as plural, h as count, r as median, v as formatValue, y as minute } from "./random.js";
import { c as sweepsOf, r as headline, s as drawnRows, t as sectionsOf } from "./document.js";
import { c as clean, i as rowName, n as figureOf, o as viewOf, r as measured } from "./view.js";
import { b as html, c as fromZero, d as armsOf, f as pageHtml, g as blocksHtml, h as figures, l as scaleOf, m as Charts, p as sortableTable, r as rowSection, s as around, t as historySections, u as scaled, v as textHtml, y as foreign } from "./row-sections.js";
import { c as stateSign, i as headText, l as worstFirst, n as changeText, o as isFailing, r as changeUnit, s as metricLabel, t as baseText } from "./states.js";
// src/report/html/interval.ts
const width = 100;
const middle = width / 2;
function intervalPicture({ change, threshold: { limit }, threshold }) {
	if (!change || !Number.isFinite(change.estimate) || limit.kind === "absolute") return "";
	const bound = (limit.kind === "relative" ? limit.change : limit.points) * (threshold.text.startsWith("-") ? -1 : 1);
	const reach = Math.max(Math.abs(bound) * 1.6, Math.abs(change.estimate) * 1.15, .02);
	const x = (share) => Number((middle + Math.min(1, Math.max(-1, share / reach)) * 45).toFixed(1));
	const { estimate, low = estimate, high = estimate } = change;
	return html`<svg class="interval" viewBox="0 0 ${width} 16" width="${width}" height="16" aria-hidden="true"><path class="axis" d="M${middle} 1V15"/><path class="limit" d="M${x(bound)} 1V15"/><path class="span" d="M${x(low)} 8H${x(high)}"/><circle cx="${x(estimate)}" cy="8" r="3.5"/></svg>`;
}
// src/report/html/findings.ts
const shown = 500;
function findingsHtml(all) {
	const findings = worstFirst(all);
	const place = new Map(findings.map((finding, index) => [finding, index]));
	const hidden = findings.length - shown;
	const table = sortableTable({
		label: "Results",
		noun: "result",
		columns: columnsOf(place),
		items: findings.slice(0, shown),
		group: ({ state }) => state,
		groups: groupsOf(findings.slice(0, shown))
	});
	const rest = hidden > 0 ? html`<p>${plural(hidden, "further result")} that stand no worse than these are left out here; the JSON report holds all.</p>` : void 0;
	return html`${table}${rest}`;
}
const stateNames = {
	errored: "Errors",
	regressed: "Regressed",
	"over-budget": "Over budget",
	inconclusive: "Inconclusive",
	"not-comparable": "Not comparable",
	"no-baseline": "No baseline",
	improved: "Improved",
	pass: "Pass"
};
function groupsOf(findings) {
	return [...new Set(findings.map(({ state }) => state))].map((state) => [state, stateNames[state]]);
}
function columnsOf(place) {
	return [
		{
			label: "Row",
			align: "left",
			cell: ({ row }) => inline(rowName(row)),
			key: ({ row }) => row
		},
		{
			label: "Metric",
			align: "left",
			cell: metricLabel,
			key: metricLabel
		},
		{
			label: "Base",
			align: "right",
			cell: (finding) => inline(baseText(finding)),
			key: ({ base }) => base
		},
		{
			label: "Head",
			align: "right",
			cell: (finding) => inline(headText(finding)),
			key: ({ head }) => head
		},
		{
			label: "Change",
			align: "right",
			cell: changeText,
			key: worse
		},
		{
			label: "Interval",
			align: "left",
			cell: intervalPicture
		},
		{
			label: "Threshold",
			align: "left",
			cell: threshold
		},
		{
			label: "Verdict",
			align: "left",
			cell: verdict,
			key: (finding) => place.get(finding),
			given: true
		},
		{
			label: "Rounds",
			align: "right",
			cell: ({ rounds }) => count(rounds),
			key: ({ rounds }) => rounds
		},
		{
			label: "Detectable",
			align: "right",
			cell: (finding) => detectable(finding),
			key: ({ minimumDetectable }) => minimumDetectable
		}
	];
}
function inline(part) {
	return html`${textHtml([part])}`;
}
function worse({ metric: id, change }) {
	if (!change) return void 0;
	return metric(id).better === "less" ? change.estimate : -change.estimate;
}
function threshold({ threshold: { text, level } }) {
	return html`${foreign(text, 60)}${level === "warn" ? " (warns)" : ""}`;
}
function verdict(finding) {
	const why = finding.reason === "" || finding.state === "pass" ? void 0 : html`<small class="quiet">${foreign(finding.reason, 300)}</small>`;
	return html`<span class="${tone(finding)}">${stateSign(finding)}</span>${why}`;
}
function detectable(finding) {
	const { minimumDetectable } = finding;
	return minimumDetectable === void 0 ? "–" : `≥ ${signed(minimumDetectable, changeUnit(finding)).slice(1)}`;
}
function tone(finding) {
	if (isFailing(finding)) return finding.threshold.level === "warn" ? "tone-unsure" : "tone-bad";
	if (finding.state === "pass" || finding.state === "improved") return "tone-good";
	return "tone-unsure";
}
// src/report/html/resource-figures.ts
function resourceFigures(report) {
	return metricIds.filter((id) => metric(id).scope === "server" && metric(id).kind === "noisy").flatMap((id) => overRounds(report, id));
}
function overRounds(report, id) {
	const arms = armsOf(report);
	const { rounds } = report.record;
	const perArm = ["base", "head"].flatMap((side) => {
		const arm = arms[side];
		const values = rounds.map(({ launches }) => {
			const known = launches.filter((launch) => launch.arm === arm).flatMap((launch) => launch.metrics[id] ?? []).filter(Number.isFinite);
			return known.length > 0 ? median(known) : void 0;
		});
		return arm !== void 0 && values.filter((value) => value !== void 0).length > 1 ? [{
			side,
			values
		}] : [];
	});
	if (perArm.length === 0) return [];
	const scale = scaleOf(id, Math.max(...perArm.flatMap(({ values }) => values.map((value) => value ?? 0))));
	const series = perArm.map(({ side, values }) => ({
		label: side,
		colour: side,
		shape: "line",
		values: values.map((value) => scaled(value, scale))
	}));
	const { label } = metric(id);
	const medians = perArm.map(({ side }) => `${side} ${formatValue(id, figureOf(report[side]?.server, id))}`);
	return [{
		title: `${label} of each round`,
		summary: `${label} over ${plural(rounds.length, "round")}. Median: ${medians.join(", ")}.`,
		spec: {
			x: rounds.map(({ index }) => index + 1),
			xTexts: rounds.map(({ index }) => String(index + 1)),
			xLabel: "round",
			yLabel: scale.unit === "" ? label : `${label} (${scale.unit})`,
			unit: scale.unit,
			y: around(series.flatMap(({ values }) => values)),
			series
		}
	}];
}
// src/report/html/sweep-figures.ts
function sweepFigures(sweep) {
	return [
		"throughput",
		"p50",
		"p99"
	].flatMap((id) => sweepFigure(sweep, id));
}
function sweepFigure(sweep, id) {
	const drawn = drawnRows(sweep);
	const rows = drawn.rows.map((row) => ({
		x: row.x,
		base: figureOf(row.base?.statistics, id),
		head: figureOf(row.head?.statistics, id)
	}));
	const most = Math.max(...rows.flatMap(({ base = 0, head = 0 }) => [base, head]));
	const scale = scaleOf(id, most);
	const series = ["base", "head"].flatMap((arm) => {
		const values = rows.map((row) => scaled(row[arm], scale));
		return values.every((value) => value === null) ? [] : [{
			label: arm,
			colour: arm,
			shape: "line",
			values
		}];
	});
	if (rows.length < 2 || series.length === 0) return [];
	const few = drawn.rows.filter((row) => measured(row.head?.statistics, id)?.insufficient).map(({ x }) => x);
	const notes = drawn.notes.map((note) => html`${textHtml(note)}`);
	const { label } = metric(id);
	const ends = [rows[0], rows.at(-1)].map((row) => row ? `${formatValue(id, row.head)} at ${row.x}` : "");
	return [{
		title: html`${label} of ${foreign(sweep.benchmark, 80)}`,
		summary: `${label} over ${rows.length} swept values: head ${ends.join(", ")}.`,
		notes: few.length > 0 ? [...notes, `Too few samples for a trustworthy value at ${few.join(", ")}.`] : notes,
		spec: {
			x: rows.map((_, index) => index),
			xTexts: rows.map(({ x }) => String(x)),
			xLabel: sweep.field,
			yLabel: `${label} (${scale.unit})`,
			unit: scale.unit,
			y: fromZero(series.flatMap(({ values }) => values)),
			series
		}
	}];
}
// src/report/html.ts
const rowsShown = 100;
const replaced = [
	"headline",
	"gate",
	"gated"
];
const folded = ["statistics", "how-to-read"];
function renderHtml(report) {
	const view = viewOf(report);
	const charts = new Charts();
	const texts = textSections(view, charts);
	const sections = [
		...results(judged(report)),
		...texts.filter(({ late }) => !late),
		...historySections(view, charts),
		...rowSection(view, charts),
		...texts.filter(({ late }) => late)
	];
	return pageHtml({
		title: `${clean(headline(view).title, 80)} – ${clean(report.title, 80)}`,
		header: header(view),
		sections,
		footer: footer(report),
		charts: charts.specs
	});
}
function header(view) {
	const { report } = view;
	const [sentence, ...rest] = headline(view).blocks;
	const words = sentence?.kind === "alert" || sentence?.kind === "paragraph" ? textHtml(sentence.text) : [];
	return html`<h1>${foreign(report.title, 120)}</h1>
<div class="verdict ${toneOf(report)}"><p class="status">${headline(view).title}</p><p class="sentence">${words}</p></div>
${blocksHtml({
		...headline(view),
		blocks: rest
	})}
${tally(judged(report))}`;
}
function judged({ comparison }) {
	return comparison.findings.filter(({ state }) => state !== "no-baseline");
}
function toneOf({ verdict: { status } }) {
	if (status === "pass") return "good";
	return status === "regressed" || status === "over-budget" || status === "errored" ? "bad" : "unsure";
}
function tally(findings) {
	const passing = findings.filter(({ state }) => state === "pass").length;
	const improved = findings.filter(({ state }) => state === "improved").length;
	const failing = findings.filter(isFailing).length;
	const open = findings.length - passing - improved - failing;
	const items = [
		[
			failing,
			"failing",
			"bad"
		],
		[
			open,
			"undecided",
			"unsure"
		],
		[
			improved,
			"improved",
			"good"
		],
		[
			passing,
			"pass",
			"good"
		]
	].filter(([amount]) => amount > 0).map(([amount, words, tone]) => html`<li class="${tone}"><b>${amount}</b> ${words}</li>`);
	return items.length === 0 ? html`` : html`<ul class="tally">${items}</ul>`;
}
function results(findings) {
	return findings.length === 0 ? [] : [{
		id: "results",
		title: "Results",
		body: findingsHtml(findings)
	}];
}
function textSections(view, charts) {
	const extent = {
		charts: {
			inView: 0,
			folded: 0
		},
		history: 0,
		measured: rowsShown
	};
	const cut = {
		...view,
		rows: view.rows.slice(0, rowsShown)
	};
	const sections = sectionsOf(view, extent);
	const short = sectionsOf(cut, extent).find(({ id }) => id === "statistics");
	return sections.filter(({ id }) => !replaced.includes(id)).map((section) => {
		const { id, title } = section;
		const text = id === "statistics" && short ? statistics(short, view) : blocksHtml(section);
		const pictures = picturesOf(view, id).map((figure) => charts.figure(figure));
		return {
			id,
			title,
			folded: folded.includes(id),
			late: section.folded,
			body: [figures(pictures), text]
		};
	});
}
function picturesOf(view, section) {
	if (section === "sweeps") return sweepsOf(view).flatMap(sweepFigures);
	return section === "server" ? resourceFigures(view.report) : [];
}
function statistics(section, { rows }) {
	const hidden = rows.length - rowsShown;
	const rest = hidden > 0 ? [html`<p>and ${plural(hidden, "more row")}; the JSON report holds all.</p>`] : [];
	return [...blocksHtml(section), ...rest];
}
function footer({ record, runUrl }) {
	const run = runUrl === void 0 ? [] : textHtml([
		" ",
		{
			link: "Workflow run",
			url: runUrl
		},
		"."
	]);
	return html`<p>Made by ${foreign(record.harness, 60)}, measured at ${foreign(minute(record.createdAt), 40)}.${run}</p>`;
}
export { renderHtml as t };
