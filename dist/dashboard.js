import { D as metricIds, E as metric, S as plural, d as serverRow, h as count, v as formatValue, y as minute } from "./random.js";
import { a as shortCommit, n as figureOf } from "./view.js";
import { _ as scrollable, a as historiesOf, b as html, f as pageHtml, h as figures, i as changeText, m as Charts, n as howToRead, o as historyFigure, p as sortableTable, y as foreign } from "./row-sections.js";
// src/report/html/dashboard.ts
const chartsShown = 160;
const rowMetrics = [
	"p50",
	"p95",
	"throughput"
];
function renderDashboard(branch) {
	const charts = new Charts();
	const keys = Object.entries(branch.keys).filter(([, entries]) => entries.length > 0).sort((a, b) => newestFirst(a[1], b[1]));
	const perKey = Math.max(4, Math.floor(chartsShown / Math.max(1, keys.length)));
	const sections = keys.map(([, entries], index) => keySection(entries, {
		id: `key-${index + 1}`,
		charts,
		most: perKey
	}));
	const runs = keys.reduce((sum, [, entries]) => sum + entries.length, 0);
	const at = branch.sha === void 0 ? "" : html` at <code>${foreign(shortCommit(branch.sha), 10)}</code>`;
	return pageHtml({
		title: "MCP Bench baseline",
		header: html`<h1>MCP Bench baseline</h1><p>${plural(runs, "stored run")} on ${plural(keys.length, "kind")} of machine${at}. Only runs of one kind of machine are compared with each other.</p>`,
		sections,
		footer: html`<p>Made by mcp-bench from the baseline branch.</p>`,
		charts: charts.specs
	});
}
function newestFirst(a, b) {
	const [one, other] = [a.at(-1)?.createdAt ?? "", b.at(-1)?.createdAt ?? ""];
	return one < other ? 1 : one > other ? -1 : b.length - a.length;
}
function keySection(entries, { id, charts, most }) {
	const latest = entries.at(-1);
	const runs = entries.map(({ commit, createdAt, head }) => ({
		commit,
		createdAt,
		summary: head
	}));
	const rows = latest?.head.rows.map(({ row }) => row) ?? [];
	const server = metricIds.filter((metricId) => metric(metricId).scope === "server");
	const histories = historiesOf(runs, [...rows.flatMap((row) => rowMetrics.map((metricId) => ({
		row,
		metric: metricId
	}))), ...server.map((metricId) => ({
		row: serverRow,
		metric: metricId
	}))]);
	const drawn = worthDrawing(histories);
	const pictures = drawn.slice(0, most).map((history) => charts.figure(historyFigure(history, titleOf(history))));
	const hidden = drawn.length - pictures.length;
	return {
		id,
		title: foreign(latest?.environment.description ?? id, 160),
		body: [
			latest ? latestHtml(latest, entries.length) : void 0,
			html`<h3>Latest figures</h3>`,
			figuresHtml(latest, histories),
			shiftsHtml(histories),
			pictures.length > 0 ? html`<h3>History</h3>${howToRead}` : void 0,
			figures(pictures),
			hidden > 0 ? html`<p>and ${plural(hidden, "more series")} without a chart.</p>` : void 0,
			html`<h3>Newest runs</h3>`,
			runsHtml(entries)
		]
	};
}
function worthDrawing(histories) {
	return histories.filter(({ points }) => points.some(({ value }) => value !== points[0]?.value)).toSorted((a, b) => Number(b.changes.length > 0) - Number(a.changes.length > 0));
}
function titleOf({ row, metric: id }) {
	const { label } = metric(id);
	return row === "(server)" ? html`${label} of the server` : html`${label} of <code>${foreign(row, 80)}</code>`;
}
function latestHtml({ commit, createdAt, status }, entries) {
	return html`<p>Latest of ${plural(entries, "stored run")}: commit <code>${foreign(shortCommit(commit), 10)}</code>, ${minute(createdAt)}, ${status}.</p>`;
}
function figuresHtml(latest, histories) {
	const changed = new Set(histories.filter(({ changes }) => changes.length > 0).map(({ row }) => row));
	const value = (id) => ({
		label: metric(id).label,
		align: "right",
		cell: (row) => formatValue(id, figureOf(row.statistics, id)),
		key: (row) => figureOf(row.statistics, id)
	});
	return sortableTable({
		label: "Latest figures",
		noun: "row",
		columns: [
			{
				label: "Row",
				align: "left",
				cell: ({ row }) => html`<code>${foreign(row, 80)}</code>`,
				key: ({ row }) => row
			},
			...[
				"p50",
				"p95",
				"p99",
				"throughput",
				"error_rate"
			].map(value),
			{
				label: "Level changed",
				align: "left",
				cell: ({ row }) => changed.has(row) ? "yes" : "–"
			}
		],
		items: latest?.head.rows.slice(0, 500) ?? [],
		group: ({ row }) => changed.has(row) ? "changed" : "steady",
		groups: changed.size > 0 ? [["changed", "level changed"], ["steady", "steady"]] : []
	});
}
function shiftsHtml(histories) {
	const shifts = histories.flatMap((history) => history.changes.map((change) => ({
		history,
		change,
		share: Math.abs(change.after / change.before - 1)
	})));
	if (shifts.length === 0) return void 0;
	const items = shifts.sort((a, b) => b.share - a.share).slice(0, 30).map(({ history, change }) => {
		const better = change.after < change.before === (metric(history.metric).better === "less");
		const tone = html`<span class="${better ? "tone-good" : "tone-bad"}">${better ? "better" : "worse"}</span>`;
		return html`<li>${titleOf(history)}: ${tone}, ${changeText(history.metric, {
			points: history.points,
			change
		})}</li>`;
	});
	return html`<h3>Changes of level</h3><ul>${items}</ul>`;
}
function runsHtml(entries) {
	const body = entries.slice(-20).toReversed().map(({ commit, createdAt, status, usable, accepted, head }) => html`<tr><td><code>${foreign(shortCommit(commit), 10)}</code></td><td>${minute(createdAt)}</td><td>${status}</td><td>${usable ? "yes" : "no"}</td><td class="right">${count(head.rounds)}</td><td>${accepted ? html`accepted by ${foreign(accepted.by, 80)}: ${foreign(accepted.reason, 300)}` : ""}</td></tr>\n`);
	const head = [
		"Commit",
		"Measured",
		"Status",
		"Compared with",
		"Rounds",
		"Note"
	].map((label) => html`<th scope="col">${label}</th>`);
	return scrollable("Newest runs", html`<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`);
}
export { renderDashboard };
