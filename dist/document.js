import { h as metric } from "./random.js";
import { C as shortCommit, E as clean, S as rowName, T as groupBy, _ as signed, a as isBudget, b as figureOf, c as stateSign, d as count, f as duration, g as plural, h as minute, i as headText, l as worstFirst, m as formatValue, n as changeText, o as isFailing, p as factor, r as changeUnit, s as metricLabel, t as baseText, u as bytes, v as significant, x as measured, y as failuresOf } from "./states.js";

// src/report/load-text.ts
function loadText(load) {
	const over = load.sessions === void 0 ? "" : ` over ${plural(load.sessions, "session")}`;
	const pause = "delayMs" in load && load.delayMs ? `, ${duration(load.delayMs)} apart` : "";
	return `${paceText(load)}${over}${pause}`;
}
function paceText(load) {
	switch (load.kind) {
		case "closed": return `${count(load.concurrency)} in flight`;
		case "open": return `${significant(load.ratePerSecond)}/s`;
		case "batch": return `${batchText(load)} of ${count(load.size)}`;
	}
}
function batchText({ dispatch }) {
	if (dispatch.kind === "waves") return `batches in waves of ${count(dispatch.size)},`;
	return dispatch.kind === "burst" ? "bursts" : "sequences";
}
function extentText({ requests, durationMs }) {
	return requests === void 0 ? duration(durationMs ?? 0) : count(requests);
}

// src/report/table.ts
function table(columns, rows) {
	return {
		kind: "table",
		labels: columns.map((column) => column.label),
		align: columns.map((column) => column.align),
		rows: rows.map((row) => columns.map((column) => {
			const cell = column.cell(row);
			return isText(cell) ? cell : [cell];
		}))
	};
}
function isText(cell) {
	return Array.isArray(cell);
}

// src/report/sections/budgets.ts
const columns$4 = [
	{
		label: "Budget of",
		align: "left",
		cell: ({ name, worst, members }) => members > 1 ? [
			name,
			" (worst: ",
			rowName(worst.row),
			")"
		] : name
	},
	{
		label: "Metric",
		align: "left",
		cell: ({ worst }) => metricLabel(worst)
	},
	{
		label: "Target",
		align: "right",
		cell: ({ worst }) => [metric(worst.metric).better === "less" ? "≤ " : "≥ ", { prose: bound(worst) }]
	},
	{
		label: "Achieved",
		align: "right",
		cell: ({ worst }) => headText(worst)
	},
	{
		label: "Factor",
		align: "right",
		cell: ({ worst }) => factorText(worst)
	},
	{
		label: "Status",
		align: "left",
		cell: ({ worst }) => status(worst)
	}
];
function budgetsSection(view, { missedOnly } = { missedOnly: false }) {
	const budgets = budgetsOf(view);
	const missing = budgets.filter(({ worst }) => isFailing(worst));
	const missed = missing.length;
	const shown = missedOnly ? missing : budgets;
	const title = missed > 0 ? `Budgets: ${missed} of ${budgets.length} missed` : `${plural(budgets.length, "budget")} kept`;
	const unknown = budgets.some(({ worst }) => worst.state !== "pass" && worst.state !== "improved");
	return {
		id: "budgets",
		title: missed === 0 && unknown ? plural(budgets.length, "budget") : title,
		folded: missed === 0,
		blocks: shown.length > 0 ? [table(columns$4, shown)] : []
	};
}
function budgetsOf(view) {
	const groupOf = new Map(view.rows.map(({ row }) => [row.id, row.group]));
	const findings = worstFirst(view.report.comparison.findings.filter(isBudget)).sort((a, b) => Number(isFailing(b)) - Number(isFailing(a)) || ratio(a) - ratio(b));
	return [...groupBy(findings, ({ row, metric: id, threshold }) => JSON.stringify([
		groupOf.get(row) ?? `row ${row}`,
		id,
		threshold.level,
		threshold.text
	])).values()].flatMap((members) => {
		const worst = members[0];
		if (!worst) return [];
		const group = groupOf.get(worst.row);
		return [{
			name: group === void 0 ? rowName(worst.row) : { name: group },
			worst,
			members: members.length
		}];
	});
}
function ratio({ metric: id, threshold: { limit }, head }) {
	if (limit.kind !== "absolute" || head === void 0) return NaN;
	if (limit.value === head) return 1;
	return metric(id).better === "less" ? limit.value / head : head / limit.value;
}
function status({ state, threshold }) {
	if (state === "errored") return "💥 errors";
	if (isFailing({ state })) return threshold.level === "warn" ? "⚠️ missed (warning)" : "❌ missed";
	return state === "pass" || state === "improved" ? "✅ kept" : `❔ ${state}`;
}
function factorText(finding) {
	const times = ratio(finding);
	if (!Number.isFinite(times) || times <= 0) return "–";
	return times >= 1 ? `${factor(times)} better` : `${factor(1 / times)} worse`;
}
function bound({ threshold }) {
	return threshold.text.replace(/^[<>]=?\s*/, "") || "–";
}

// src/report/sections/changes.ts
const shown$2 = 10;
function changesSection(view) {
	const { findings } = view.report.comparison;
	const warned = worstFirst(findings.filter((finding) => finding.threshold.level === "warn" && isFailing(finding)));
	const failed = new Set(findings.filter((finding) => finding.threshold.level === "fail" && isFailing(finding)).map(key));
	const warnings = warned.filter((finding) => !failed.has(key(finding)));
	const improved = once(worstFirst(findings.filter((finding) => finding.state === "improved")).reverse());
	const items = [...warnings, ...improved].map(line);
	const hidden = items.length - shown$2;
	const list = hidden > 0 ? [...items.slice(0, shown$2), [`and ${hidden} more`]] : items;
	return {
		id: "changes",
		title: "Changed, not gated",
		folded: false,
		blocks: list.length > 0 ? [{
			kind: "list",
			items: list
		}] : []
	};
}
function line(finding) {
	const what = [
		finding.state === "improved" ? "🟢 improved: " : "⚠️ warning: ",
		rowName(finding.row),
		` ${metricLabel(finding)} `
	];
	if (isBudget(finding)) return [
		...what,
		headText(finding),
		", over the warning level of ",
		{ prose: finding.threshold.text }
	];
	const values = [
		`${changeText(finding)}, `,
		baseText(finding),
		" → ",
		headText(finding)
	];
	return finding.state === "improved" ? [...what, ...values] : [
		...what,
		...values,
		", warns at ",
		{ prose: finding.threshold.text }
	];
}
function once(findings) {
	const seen = /* @__PURE__ */ new Set();
	return findings.filter((finding) => !seen.has(key(finding)) && seen.add(key(finding)));
}
function key(finding) {
	return JSON.stringify([finding.row, finding.metric]);
}

// src/report/mermaid.ts
const palette = [
	{
		hex: "#1f77b4",
		name: "blue",
		square: "🟦"
	},
	{
		hex: "#ff7f0e",
		name: "orange",
		square: "🟧"
	},
	{
		hex: "#2ca02c",
		name: "green",
		square: "🟩"
	},
	{
		hex: "#d62728",
		name: "red",
		square: "🟥"
	},
	{
		hex: "#9467bd",
		name: "purple",
		square: "🟪"
	},
	{
		hex: "#8c564b",
		name: "brown",
		square: "🟫"
	}
];
const titleLength = 72;
function xyChart(chart) {
	const { x, y, series, mark } = chart;
	if (x.categories.length === 0 || series.length === 0) throw new RangeError(`the chart "${chart.title}" has no points`);
	const pair = palette.slice(0, 2).map(({ hex }) => hex);
	const colours = series.length < 2 ? pair : series.map((one, index) => colourOf(one, index)?.hex);
	const label = x.label ? `${quoted(x.label, 40)} ` : "";
	return [
		`%%{init: {'themeVariables': {'xyChart': {'plotColorPalette': '${colours.join(",")}'}}}}%%`,
		chart.horizontal ? "xychart-beta horizontal" : "xychart-beta",
		`title ${quoted(chart.title, 72)}`,
		`x-axis ${label}[${distinct(x.categories).join(", ")}]`,
		`y-axis ${quoted(y.label, 20)} 0 --> ${plain(upperBound(series.flatMap(({ values }) => values)))}`,
		...series.map((one) => `${mark} [${one.values.map((value) => plain(value)).join(", ")}]`)
	].join("\n");
}
function legend(series) {
	if (series.length < 2) return "";
	return ` (${series.map((one, index) => `${one.label} ${colourOf(one, index)?.name ?? ""}`).join(", ")})`;
}
function squares(series) {
	return series.length < 2 ? "" : series.map((one, index) => `${colourOf(one, index)?.square ?? ""} ${one.label}`).join(" · ");
}
function colourOf(series, index) {
	return palette[series.colour ?? index];
}
const roundSteps = [
	1,
	1.2,
	1.5,
	2,
	2.5,
	3,
	3.5,
	4,
	5,
	6,
	8,
	10
];
function upperBound(values) {
	const most = Math.max(0, ...values) * 1.02;
	if (most === 0) return 1;
	const power = 10 ** Math.floor(Math.log10(most));
	return (roundSteps.find((candidate) => candidate * power >= most) ?? 10) * power;
}
function plain(value) {
	if (!Number.isFinite(value)) throw new RangeError(`${value} cannot be drawn`);
	if (Math.abs(value) < 1e-9) return "0";
	const digits = Math.min(12, Math.max(0, 3 - Math.floor(Math.log10(Math.abs(value)))));
	const text = value.toFixed(digits);
	return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}
function distinct(categories) {
	const seen = /* @__PURE__ */ new Map();
	return categories.map((value) => {
		const text = typeof value === "number" ? plain(value) : quoted(value, 24);
		const times = (seen.get(text) ?? 0) + 1;
		seen.set(text, times);
		return times === 1 ? text : quoted(`${text.replaceAll("\"", "")} ${times}`, 30);
	});
}
function quoted(text, max) {
	const safe = text.slice(0, max * 8).replace(/["`]/g, "'").replace(/[^\p{L}\p{M}\p{N} .,:()+\-_/@=%?!*'&~^…·µ–−→×|]/gu, " ").replace(/%+/g, "%").replace(/\s+/g, " ").trim();
	const characters = [...safe];
	return `"${(characters.length > max ? `${characters.slice(0, max - 1).join("")}…` : safe) || "–"}"`;
}

// src/report/charts.ts
function lineChart(input) {
	const { points } = input;
	const paired = points.every((point) => point.base !== void 0);
	const scale = scaleOf(input.metric, points);
	const head = {
		label: "head",
		values: points.map((point) => point.head * scale.factor)
	};
	const base = {
		label: "base",
		values: points.map((point) => (point.base ?? 0) * scale.factor)
	};
	return draw(input, {
		scale,
		mark: "line",
		x: points.map((point) => point.x),
		series: paired ? [base, head] : [head]
	});
}
function barChart(input) {
	const scale = scaleOf(input.metric, input.points);
	const points = input.points.map(({ head, base = head }) => ({
		head: head * scale.factor,
		base: base * scale.factor
	}));
	const x = input.points.map((point) => clean(String(point.x), 24));
	if (input.points.every(({ base }) => base === void 0)) return draw(input, {
		scale,
		mark: "bar",
		x,
		series: [{
			label: "head",
			values: points.map(({ head }) => head)
		}]
	});
	return draw(input, {
		scale,
		mark: "bar",
		x,
		series: [
			{
				label: "slower",
				colour: 1,
				values: points.map(({ head, base }) => head > base ? head : 0)
			},
			{
				label: "faster",
				colour: 2,
				values: points.map(({ head, base }) => head < base ? base : 0)
			},
			{
				label: "both",
				colour: 0,
				values: points.map(({ head, base }) => Math.min(head, base))
			}
		]
	});
}
function draw(input, { scale, mark, x, series }) {
	const tail = ` ${titleOf(input.metric)} (${scale.unit})${legend(series)}`;
	return {
		kind: "chart",
		mermaid: xyChart({
			title: `${clean(input.name, 72 - tail.length)}${tail}`,
			mark,
			horizontal: mark === "bar",
			x: {
				label: input.xLabel,
				categories: x
			},
			y: { label: scale.unit },
			series
		}),
		legend: squares(series),
		notes: input.notes
	};
}
function scaleOf(id, points) {
	const most = Math.max(...points.flatMap((point) => [point.head, point.base ?? 0]));
	switch (metric(id).unit) {
		case "ms":
			if (most < 1) return {
				unit: "µs",
				factor: 1e3
			};
			return most < 1e4 ? {
				unit: "ms",
				factor: 1
			} : {
				unit: "s",
				factor: .001
			};
		case "bytes": return most < 1e6 ? {
			unit: "KB",
			factor: .001
		} : {
			unit: "MB",
			factor: 1e-6
		};
		case "per-second": return {
			unit: "req/s",
			factor: 1
		};
		case "ratio": return {
			unit: "%",
			factor: 100
		};
		default: return {
			unit: metric(id).label,
			factor: 1
		};
	}
}
function titleOf(id) {
	return metric(id).quantile === void 0 ? metric(id).label : `latency ${metric(id).label}`;
}

// src/report/block.ts
function joined(texts, separator) {
	return texts.flatMap((text, index) => index === 0 ? text : [separator, ...text]);
}

// src/report/sweep.ts
function sweepsOf(view) {
	const swept = view.rows.flatMap((row) => row.row.sweep ? [{
		...row,
		x: row.row.sweep.value,
		sweep: row.row.sweep
	}] : []);
	return [...groupBy(swept, (row) => JSON.stringify([row.row.benchmark, row.sweep.field])).values()].flatMap((rows) => {
		const first = rows[0];
		if (!first || rows.length < 2) return [];
		const sorted = rows.toSorted((a, b) => a.x - b.x || attempted(a) - attempted(b));
		return [{
			benchmark: first.row.benchmark,
			field: first.sweep.field,
			rows: sorted
		}];
	});
}
function attempted({ head, base }) {
	return head?.attempted ?? base?.attempted ?? 0;
}
function drawnRows(sweep) {
	const errored = sweep.rows.filter((row) => failuresOf(row.head) + failuresOf(row.base) > 0);
	const clean = sweep.rows.filter((row) => !errored.includes(row));
	const rows = [...groupBy(clean, (row) => row.x).values()].flatMap((same) => same.at(-1) ?? []);
	const doubled = clean.filter((row) => !rows.includes(row));
	const notes = [];
	if (errored.length > 0) notes.push(["Left out because of errors: ", ...names(errored)]);
	if (doubled.length > 0) notes.push(["Left out for a row with more requests at the same x: ", ...names(doubled)]);
	return {
		rows,
		notes
	};
}
function names(rows) {
	const shown = rows.slice(0, 5).map((row) => [{ name: row.row.id }]);
	const text = joined(shown, ", ");
	return rows.length > 5 ? [...text, ` and ${rows.length - 5} more`] : text;
}

// src/report/sections/charts.ts
const barsShown = 12;
const sweepMetrics = [
	"throughput",
	"p50",
	"p99"
];
function chartSections(view, { inView, folded }) {
	const charts = [...sweepCharts(view), ...benchmarkChart(view)];
	const further = charts.slice(inView, inView + folded);
	const lost = charts.length - inView - further.length;
	const note = lost > 0 ? [{
		kind: "paragraph",
		text: [`${plural(lost, "further chart")} left out; the tables hold the figures.`]
	}] : [];
	const quiet = view.report.verdict.status === "pass";
	return [{
		id: "charts",
		title: quiet ? plural(Math.min(charts.length, inView), "chart") : "Charts",
		folded: quiet,
		blocks: charts.slice(0, inView)
	}, {
		id: "more-charts",
		title: plural(further.length, "more chart"),
		folded: true,
		blocks: further.length > 0 ? [...further, ...note] : []
	}];
}
function sweepCharts(view) {
	return sweepsOf(view).toSorted((a, b) => failing(b.rows) - failing(a.rows)).flatMap((sweep) => {
		const drawn = drawnRows(sweep);
		return sweepMetrics.flatMap((id) => sweepChart(sweep, drawn, id));
	});
}
function sweepChart(sweep, drawn, id) {
	const paired = drawn.rows.some((row) => row.base);
	const points = drawn.rows.flatMap((row) => {
		const [head, base] = [figureOf(row.head?.statistics, id), figureOf(row.base?.statistics, id)];
		return head === void 0 || paired && base === void 0 ? [] : [{
			x: row.x,
			head,
			base
		}];
	});
	if (points.length < 2) return [];
	const missing = drawn.rows.length - points.length;
	const few = drawn.rows.filter((row) => measured(row.head?.statistics, id)?.insufficient);
	const notes = [...drawn.notes];
	if (missing > 0) notes.push([`Left out without a value in both arms: ${plural(missing, "row")}`]);
	if (few.length > 0) notes.push([`Too few samples for a trustworthy value at ${few.map(({ x }) => x).join(", ")}`]);
	return [lineChart({
		name: sweep.benchmark,
		metric: id,
		xLabel: sweep.field,
		points,
		notes
	})];
}
function benchmarkChart(view) {
	const swept = new Set(sweepsOf(view).flatMap(({ rows }) => rows.map(({ row }) => row.id)));
	const single = view.rows.filter(({ row }) => !swept.has(row.id));
	const clean = single.filter((row) => failuresOf(row.head) + failuresOf(row.base) === 0);
	const candidates = clean.toSorted((a, b) => failing([b]) - failing([a])).flatMap((row) => {
		const head = figureOf(row.head?.statistics, "p50");
		return head === void 0 ? [] : [{
			x: row.row.id,
			head,
			base: figureOf(row.base?.statistics, "p50")
		}];
	});
	if (candidates.length < 2) return [];
	const notes = candidates.some(({ base }) => base !== void 0) ? [["Blue is what base and head share, the other colours are what head adds or saves"]] : [];
	if (single.length > clean.length) notes.push([`Left out because of errors: ${plural(single.length - clean.length, "row")}`]);
	if (candidates.length > barsShown) notes.push([`${plural(candidates.length - barsShown, "further row")} left out`]);
	return [barChart({
		name: "Benchmarks",
		metric: "p50",
		xLabel: "",
		points: candidates.slice(0, barsShown),
		notes
	})];
}
function historySection(view, most) {
	const rows = view.rows.toSorted((a, b) => failing([b]) - failing([a]));
	const runs = view.report.history.slice(-29).map(({ summary }, index, all) => ({
		ago: all.length - index,
		rows: new Map(summary.rows.map((row) => [row.row, row]))
	}));
	const charts = rows.flatMap((row) => {
		const earlier = runs.flatMap(({ ago, rows: stored }) => {
			const summary = stored.get(row.row.id);
			const head = figureOf(summary?.statistics, "p50");
			const comparable = summary?.configHash === row.row.configHash && failuresOf(summary) === 0;
			return head !== void 0 && comparable ? [{
				x: ago,
				head
			}] : [];
		});
		const now = failuresOf(row.head) === 0 ? figureOf(row.head?.statistics, "p50") : void 0;
		const points = now === void 0 ? earlier : [...earlier, {
			x: 0,
			head: now
		}];
		if (points.length < 2 || earlier.length === 0) return [];
		return [{
			row,
			points
		}];
	});
	const drawn = charts.slice(0, most).map(({ row, points }) => lineChart({
		name: `${row.row.id} over ${points.length} runs:`,
		metric: "p50",
		xLabel: "runs ago (0: this run)",
		points,
		notes: []
	}));
	const hidden = charts.length - drawn.length;
	const note = hidden > 0 ? [{
		kind: "paragraph",
		text: [`and ${plural(hidden, "more row")}.`]
	}] : [];
	return {
		id: "history",
		title: `History of ${plural(drawn.length, "row")}`,
		folded: true,
		blocks: drawn.length > 0 ? [...drawn, ...note] : []
	};
}
function failing(rows) {
	return rows.flatMap(({ findings }) => findings).filter(isFailing).length;
}

// src/report/sections/context.ts
const columns$3 = [{
	label: "What",
	align: "left",
	cell: ({ name }) => name
}, {
	label: "Value",
	align: "left",
	cell: ({ text }) => text
}];
function environmentSection({ report }) {
	const { record } = report;
	const { environment: env } = record;
	const facts = [
		{
			name: "System",
			text: [{ prose: `${env.os} ${env.osVersion} ${env.arch}` }]
		},
		{
			name: "CPU",
			text: [{ prose: env.cpuModel }, `, ${plural(env.cores, "core")}`]
		},
		{
			name: "Memory",
			text: [bytes(env.memoryBytes)]
		},
		...optional("Runner image", [env.runnerImage, env.runnerImageVersion].filter((part) => part !== void 0).join(" ")),
		...optional("Runner key", env.runnerKey),
		{
			name: "Runtime",
			text: [{ prose: env.runtime }]
		},
		...record.arms.map((arm) => {
			const { server } = arm;
			const identity = server ? [
				{ name: `${server.name} ${server.version}` },
				", protocol ",
				{ prose: server.protocol },
				", "
			] : [];
			const at = arm.commit ? [", commit ", { name: shortCommit(arm.commit) }] : [];
			return {
				name: `Server (${arm.side})`,
				text: [
					...identity,
					arm.transport,
					...at
				]
			};
		}),
		...optional("Measures", record.command),
		{
			name: "Harness",
			text: [{ prose: record.harness }, `, seed ${record.seed.toString(16)}`]
		},
		{
			name: "Measured at",
			text: [minute(record.createdAt)]
		},
		{
			name: "Rounds",
			text: [
				count(report.head.rounds),
				", ended because ",
				{ prose: record.stopReason }
			]
		},
		...Object.entries(env.custom).map(([name, text]) => ({
			name: { prose: name },
			text: [{ prose: text }]
		}))
	];
	return {
		id: "environment",
		title: "Environment",
		folded: true,
		blocks: [table(columns$3, facts)]
	};
}
function optional(name, text) {
	return text ? [{
		name,
		text: [{ name: text }]
	}] : [];
}
const shown$1 = 30;
const toldElsewhere = ["errors", "launch-failed"];
const spoken = [
	"contaminated",
	"errored",
	"not-comparable"
];
function notesSection({ report }) {
	const { record, comparison, verdict } = report;
	const items = [
		...record.skipped.map((one) => [
			"Skipped ",
			{ name: one.benchmark },
			": ",
			{ prose: one.reason }
		]),
		...comparison.warnings.filter(({ code }) => !toldElsewhere.includes(code)).map((one) => one.row === void 0 ? [{ prose: one.message }] : [
			rowName(one.row),
			": ",
			{ prose: one.message }
		]),
		...record.warnings.map((message) => [{ prose: message }])
	];
	const hidden = items.length - shown$1;
	const list = hidden > 0 ? [...items.slice(0, shown$1), [`and ${hidden} more`]] : items;
	return {
		id: "notes",
		title: record.skipped.length > 0 ? `Warnings and skipped benchmarks (${items.length})` : `Warnings (${items.length})`,
		folded: !spoken.includes(verdict.status),
		blocks: list.length > 0 ? [{
			kind: "list",
			items: list
		}] : []
	};
}
function reproduceSection({ report }) {
	return {
		id: "reproduce",
		title: "How to reproduce",
		folded: true,
		blocks: report.reproduce === "" ? [] : [{
			kind: "command",
			text: report.reproduce
		}]
	};
}
function howToReadSection({ report }) {
	return {
		id: "how-to-read",
		title: "How to read this",
		folded: true,
		blocks: [{
			kind: "list",
			items: [
				["A round is one fresh launch of the server. Each value is the median over rounds of the round's own figure; ", "requests of one launch are never taken as independent evidence."],
				["A change is shown with the interval it lies in, given the spread between rounds; ", "≈ marks a change that the rounds cannot tell from none."],
				[
					"A result fails only when the change lies beyond its threshold ",
					report.comparison.reference.kind === "paired" ? "and the rounds rule out that nothing changed" : "and beyond what stored runs of the same machine class vary by",
					"; it passes only when a change as large as the threshold is ruled out; else it is inconclusive."
				],
				["Only calls that ended well enter latency; throughput is their number divided by wall-clock time."],
				["A percentile marked insufficient rests on too few samples to be trusted."],
				["Outliers are counted as `beyond one standard deviation;beyond 1.5 interquartile ranges`; ", "the number in parentheses after a value is its ratio to the best of the table."]
			]
		}]
	};
}

// src/report/sections/errors.ts
const columns$2 = [
	{
		label: "Row",
		align: "left",
		cell: ({ row }) => ({ name: row })
	},
	{
		label: "Arm",
		align: "left",
		cell: ({ arm }) => arm
	},
	{
		label: "Kind",
		align: "left",
		cell: ({ kind }) => ({ prose: kind })
	},
	{
		label: "Calls",
		align: "right",
		cell: (line) => `${count(line.count)} of ${count(line.attempted)}`
	},
	{
		label: "Share",
		align: "right",
		cell: (line) => formatValue("error_rate", line.count / line.attempted)
	}
];
const shown = {
	kinds: 20,
	samples: 10,
	launches: 5
};
function errorsSection(view) {
	const kinds = kindsOf(view);
	const launches = failedLaunches(view);
	const blocks = [];
	if (launches.length > 0) blocks.push({
		kind: "list",
		items: launches
	});
	if (kinds.length > 0) blocks.push(table(columns$2, kinds.slice(0, shown.kinds)));
	if (kinds.length > shown.kinds) blocks.push({
		kind: "paragraph",
		text: [`and ${count(kinds.length - shown.kinds)} more lines.`]
	});
	const samples = samplesOf(view);
	if (samples.length > 0) blocks.push({
		kind: "list",
		items: samples
	});
	return {
		id: "errors",
		title: "Errors",
		folded: !(kinds.some(({ arm }) => arm === "head") || launches.length > 0),
		blocks
	};
}
function kindsOf({ rows }) {
	return rows.flatMap(({ row, base, head }) => Object.entries({
		head,
		base
	}).flatMap(([arm, summary]) => Object.entries(summary?.failures ?? {}).map(([kind, amount]) => ({
		row: row.id,
		arm,
		kind,
		count: amount,
		attempted: summary?.attempted ?? 0
	})))).sort((a, b) => b.count / b.attempted - a.count / a.attempted);
}
function samplesOf({ report }) {
	const samples = report.record.rounds.flatMap((round) => round.launches).filter((launch) => launch.arm === report.head.arm).flatMap((launch) => launch.measurements.flatMap(({ row, errors }) => errors.map((error) => ({
		row,
		...error
	}))));
	return [...groupBy(samples, ({ row, kind, message }) => JSON.stringify([
		row,
		kind,
		message
	])).values()].flatMap((same) => {
		const first = same[0];
		return first ? [{
			...first,
			count: same.reduce((sum, sample) => sum + sample.count, 0)
		}] : [];
	}).sort((a, b) => b.count - a.count).slice(0, shown.samples).map((sample) => [
		{ name: sample.row },
		` ${count(sample.count)} × `,
		{ prose: `${sample.kind}: ${sample.message}` }
	]);
}
function failedLaunches({ report }) {
	const failed = report.record.rounds.flatMap(({ index, launches }) => launches.flatMap((launch) => launch.failure === void 0 ? [] : [{
		round: index + 1,
		arm: launch.arm,
		failure: launch.failure
	}]));
	return [...groupBy(failed, ({ arm, failure }) => JSON.stringify([arm, failure])).values()].flatMap((same) => {
		const first = same[0];
		if (!first) return [];
		return [[
			{ strong: plural(same.length, "launch") },
			" of ",
			{ name: first.arm },
			" failed: ",
			{ prose: first.failure }
		]];
	}).slice(0, shown.launches);
}

// src/report/sections/gate.ts
const columns$1 = [
	{
		label: "Row",
		align: "left",
		cell: (finding) => rowName(finding.row)
	},
	{
		label: "Metric",
		align: "left",
		cell: metricLabel
	},
	{
		label: "Base",
		align: "right",
		cell: baseText
	},
	{
		label: "Head",
		align: "right",
		cell: headText
	},
	{
		label: "Change",
		align: "right",
		cell: changeText
	},
	{
		label: "Fails at",
		align: "right",
		cell: (finding) => ({ prose: finding.threshold.text })
	},
	{
		label: "Verdict",
		align: "left",
		cell: stateSign
	},
	{
		label: "Rounds",
		align: "right",
		cell: (finding) => String(finding.rounds)
	}
];
const detectable = {
	label: "Detectable",
	align: "right",
	cell: ({ minimumDetectable }) => minimumDetectable === void 0 ? "–" : `≥ ${signed(minimumDetectable).slice(1)}`
};
const halves = {
	label: "1st / 2nd half",
	align: "right",
	cell: (finding) => finding.halves === void 0 ? "–" : finding.halves.map((half) => signed(half, changeUnit(finding))).join(" / ")
};
function gated(view) {
	return worstFirst(view.report.comparison.findings.filter((finding) => finding.threshold.level === "fail" && !isBudget(finding)));
}
const undecidedShown = 15;
function gateSection(view) {
	const findings = gated(view).filter((finding) => finding.state !== "no-baseline");
	const shown = inView(findings);
	const blocks = [];
	if (shown.length > 0) blocks.push(gatedTable(shown, { whole: false }), ...reasons(shown));
	if (findings.length - shown.length > 0 && shown.length > 0) blocks.push({
		kind: "paragraph",
		text: [restText(findings, shown)]
	});
	return {
		id: "gate",
		title: "Gated results",
		folded: false,
		blocks
	};
}
function inView(findings) {
	const undecided = findings.filter(({ state }) => state === "inconclusive" || state === "not-comparable");
	return [...findings.filter(isFailing), ...undecided.slice(0, undecidedShown)];
}
function allGated(view) {
	const findings = gated(view);
	const compared = findings.filter((finding) => finding.state !== "no-baseline");
	const blocks = compared.length > inView(compared).length ? [gatedTable(findings, { whole: true })] : [];
	const passing = findings.every(({ state }) => state === "pass" || state === "improved");
	return {
		id: "gated",
		title: `All ${plural(findings.length, "gated result")}${passing ? " pass" : ""}`,
		folded: true,
		blocks
	};
}
function failureLines(view) {
	const failures = view.report.comparison.findings.filter((finding) => finding.threshold.level === "fail" && isFailing(finding));
	return [...groupBy(worstFirst(failures), (finding) => finding.row)].map(([row, ofRow]) => {
		const parts = ofRow.map((finding) => {
			const change = finding.change ? ` ${changeText(finding).replace(/ \(.*/, "")}` : "";
			return [isBudget(finding) ? `${metricLabel(finding)} over budget` : `${metricLabel(finding)}${change}`];
		});
		return [
			"❌ ",
			rowName(row),
			": ",
			...joined(parts, ", ")
		];
	});
}
function gatedTable(findings, { whole }) {
	const undecided = findings.some(({ state }) => state === "inconclusive");
	const known = findings.some((finding) => finding.minimumDetectable !== void 0);
	const further = [...findings.some((finding) => finding.halves !== void 0) && whole ? [halves] : [], ...known && (whole || undecided) ? [detectable] : []];
	return table([...columns$1, ...further], findings);
}
const reasonsShown = 8;
function reasons(findings) {
	const groups = [...groupBy(findings, (finding) => finding.reason)].filter(([reason]) => reason !== "");
	if (groups.length === 0) return [];
	const items = groups.slice(0, reasonsShown).map(([reason, same]) => {
		const first = same[0];
		const more = same.length > 1 ? ` and ${same.length - 1} more` : "";
		return [...first ? [rowName(first.row), ` ${metricLabel(first)}${more}: `] : [], { prose: reason }];
	});
	const hidden = groups.length - items.length;
	return [{
		kind: "list",
		items: hidden > 0 ? [...items, [`and ${plural(hidden, "further reason")}`]] : items
	}];
}
function restText(findings, shown) {
	const inView = new Set(shown);
	const others = findings.filter((finding) => !inView.has(finding));
	const passing = others.filter(({ state }) => state === "pass" || state === "improved").length;
	const undecided = others.length - passing;
	return `${[passing > 0 ? `${plural(passing, "other gated result")} ${passing === 1 ? "passes" : "pass"}` : "", undecided > 0 ? `${plural(undecided, "more result")} could not be decided` : ""].filter((part) => part !== "").join("; ")}.`;
}

// src/report/sections/headline.ts
const statusSigns = {
	pass: {
		icon: "✅",
		words: "no regression found"
	},
	regressed: {
		icon: "❌",
		words: "regression"
	},
	"over-budget": {
		icon: "❌",
		words: "over budget"
	},
	inconclusive: {
		icon: "⚠️",
		words: "inconclusive"
	},
	contaminated: {
		icon: "⚠️",
		words: "the runner was too unsteady to judge"
	},
	"not-comparable": {
		icon: "⚠️",
		words: "nothing comparable to compare with"
	},
	"no-baseline": {
		icon: "⚠️",
		words: "no baseline yet, nothing was compared"
	},
	errored: {
		icon: "💥",
		words: "the benchmark did not work"
	}
};
const loud = [
	"no-baseline",
	"not-comparable",
	"contaminated",
	"inconclusive"
];
function headline(view) {
	const { report } = view;
	const { verdict } = report;
	const { icon, words } = statusSigns[verdict.status];
	const sentence = [{
		prose: verdict.sentence,
		names: namesIn(view)
	}];
	const blocks = [{
		kind: loud.includes(verdict.status) ? "alert" : "paragraph",
		text: sentence
	}, {
		kind: "paragraph",
		text: [...comparedWith(report.comparison.reference), ...scope(view)]
	}];
	return {
		id: "headline",
		title: `${icon} ${words}`,
		folded: false,
		blocks
	};
}
function namesIn({ report }) {
	const rows = [...groupBy(report.comparison.findings, ({ state }) => state).values()].flatMap((findings) => worstFirst(findings).slice(0, 3).map(({ row }) => row));
	return [...report.verdict.regressed, ...report.verdict.improved].slice(0, 6).map(({ row }) => row).concat(rows);
}
function comparedWith(reference) {
	const at = "commit" in reference && reference.commit ? [" ", { name: shortCommit(reference.commit) }] : [];
	switch (reference.kind) {
		case "none": return [
			"Nothing to compare with: ",
			{ prose: reference.reason },
			". "
		];
		case "paired": return [
			"Compared with base",
			...at,
			", measured in turns on the same runner. "
		];
		case "stored": return [
			"Compared with the stored baseline",
			...at,
			` of ${minute(reference.createdAt)} (${plural(reference.entries, "run")}). `
		];
		case "record": return [
			"Compared with the record",
			...at,
			` of ${minute(reference.createdAt)}. `
		];
	}
}
function scope({ report, rows }) {
	const { record, head } = report;
	const commit = record.commit ? [
		"Head ",
		{ name: shortCommit(record.commit.sha) },
		record.commit.dirty ? " with local changes" : "",
		": "
	] : [];
	const { os, arch, cpuModel, cores } = record.environment;
	return [
		...commit,
		`${plural(rows.length, "benchmark row")} in ${plural(head.rounds, "round")} on `,
		{ prose: `${os} ${arch}, ${cpuModel}` },
		` (${plural(cores, "core")}).`
	];
}

// src/report/sections/rates.ts
const columns = [
	{
		label: "Row",
		align: "left",
		cell: ({ view }) => ({ name: view.row.id })
	},
	{
		label: "Arm",
		align: "left",
		cell: ({ arm }) => arm
	},
	...[
		"requested_rate",
		"achieved_rate",
		"throughput",
		"p50",
		"p99"
	].map((id) => ({
		label: {
			requested_rate: "requested",
			achieved_rate: "achieved",
			throughput: "ok",
			p50: "p50",
			p99: "p99"
		}[id],
		align: "right",
		cell: ({ summary }) => formatValue(id, figureOf(summary.statistics, id))
	})),
	{
		label: "not sent",
		align: "right",
		cell: ({ summary }) => count(summary.failures.dropped ?? 0)
	}
];
function ratesSection({ rows }) {
	const lines = rows.flatMap((view) => {
		if (view.row.load.kind !== "open") return [];
		return ["base", "head"].flatMap((arm) => {
			const summary = view[arm];
			return summary ? [{
				view,
				arm,
				summary
			}] : [];
		});
	});
	return {
		id: "rates",
		title: `Requested and achieved rate of ${plural(new Set(lines.map(({ view }) => view.row.id)).size, "row")}`,
		folded: true,
		blocks: lines.length > 0 ? [{
			kind: "paragraph",
			text: ["Requests left at a fixed rate; latency counts from when each was due, so a stall is in every one it held up."]
		}, table(columns, lines)] : []
	};
}

// src/report/sections/server.ts
const groups = [
	{
		title: "Phases",
		ids: [
			"startup",
			"handshake",
			"first_list",
			"shutdown"
		]
	},
	{
		title: "Resources of the process tree",
		ids: [
			"idle_rss",
			"peak_rss",
			"idle_cpu",
			"threads",
			"open_files"
		]
	},
	{
		title: "Context cost: what a client sends to its model",
		ids: ["tools_list_bytes", "instructions_bytes"]
	}
];
function serverSection(view) {
	const { head, base, record } = view.report;
	const columns = [
		{
			label: "Metric",
			align: "left",
			cell: (id) => metric(id).label
		},
		...base ? [{
			label: "Base",
			align: "right",
			cell: (id) => formatValue(id, figureOf(base.server, id))
		}] : [],
		{
			label: "Head",
			align: "right",
			cell: (id) => formatValue(id, figureOf(head.server, id))
		},
		...base ? [{
			label: "Change",
			align: "right",
			cell: (id) => change(view, id)
		}] : []
	];
	const blocks = groups.flatMap(({ title, ids }) => {
		const present = ids.filter((id) => figureOf(head.server, id) !== void 0 || figureOf(base?.server, id) !== void 0);
		if (present.length === 0) return [];
		const method = title.startsWith("Resources") ? [
			" (",
			{ prose: record.resourceMethod },
			")"
		] : [];
		return [{
			kind: "paragraph",
			text: [{ strong: title }, ...method]
		}, table(columns, present)];
	});
	const left = leftovers(view);
	if (left !== "") blocks.push({
		kind: "paragraph",
		text: [left]
	});
	return {
		id: "server",
		title: "Start-up, memory and context cost",
		folded: true,
		blocks
	};
}
function leftovers({ report }) {
	const launches = report.record.rounds.flatMap((round) => round.launches).filter(({ arm }) => arm === report.head.arm);
	const killed = launches.filter((launch) => launch.killed).length;
	const orphans = launches.reduce((sum, launch) => sum + launch.orphans, 0);
	const parts = [killed > 0 ? `${killed} of ${plural(launches.length, "launch")} of head had to be killed` : "", orphans > 0 ? `head left ${plural(orphans, "process")} behind` : ""].filter((part) => part !== "");
	return parts.length > 0 ? `⚠️ Shut-down: ${parts.join("; ")}.` : "";
}
function change({ report }, id) {
	const [head, base] = [figureOf(report.head.server, id), figureOf(report.base?.server, id)];
	return head === void 0 || base === void 0 || base === 0 ? "–" : signed(head / base - 1);
}

// src/report/sections/statistics.ts
const spread = [
	"min",
	"max",
	"mean",
	"stddev",
	"p50",
	"iqr"
];
const tails = [
	"p75",
	"p90",
	"p95",
	"p99",
	"p999"
];
function statisticsSection(view, keep = () => true) {
	const rows = view.rows.filter(keep);
	const blocks = [...groupBy(rows, ({ row }) => row.group)].flatMap(([group, members]) => {
		const lines = members.flatMap(linesOf);
		if (lines.length === 0) return [];
		return [
			...group === void 0 ? [] : [{
				kind: "paragraph",
				text: [{ name: group }]
			}],
			table(timingColumns(lines), lines),
			table(tailColumns, lines)
		];
	});
	return {
		id: "statistics",
		title: `Every statistic${rows.length < view.rows.length ? ` of ${plural(rows.length, "row")} that did not pass` : ""}`,
		folded: true,
		blocks
	};
}
function measuredSection(view, most) {
	const rows = view.rows.flatMap((row) => linesOf(row).filter(({ arm }) => arm === "head"));
	const shown = rows.slice(0, most);
	const columns = [
		nameColumn,
		...[
			"p50",
			"p95",
			"p99",
			"throughput"
		].map(valueColumn),
		failedColumn,
		roundsColumn
	];
	const blocks = shown.length > 0 ? [table(columns, shown)] : [];
	const hidden = rows.length - shown.length;
	if (hidden > 0) blocks.push({
		kind: "paragraph",
		text: [`and ${plural(hidden, "more row")} in the details.`]
	});
	return {
		id: "measured",
		title: "Measured now",
		folded: false,
		blocks
	};
}
function linesOf(view) {
	return [...view.base ? [{
		view,
		arm: "base",
		summary: view.base
	}] : [], ...view.head ? [{
		view,
		arm: "head",
		summary: view.head
	}] : []];
}
const nameColumn = {
	label: "Row",
	align: "left",
	cell: ({ view }) => ({ name: view.row.id })
};
const armColumn = {
	label: "Arm",
	align: "left",
	cell: ({ arm }) => arm
};
const failedColumn = {
	label: "Errors",
	align: "right",
	cell: ({ summary }) => `${count(failuresOf(summary))} of ${count(summary.attempted)}`
};
const roundsColumn = {
	label: "Rounds",
	align: "right",
	cell: ({ summary }) => String(Math.max(0, ...Object.values(summary.statistics).map(roundsOf)))
};
function roundsOf(statistic) {
	return statistic?.state === "measured" ? statistic.rounds.length : 0;
}
function valueColumn(id) {
	return {
		label: metric(id).label,
		align: "right",
		cell: ({ summary }) => valueText(summary, id)
	};
}
function valueText(summary, id) {
	const statistic = measured(summary.statistics, id);
	const need = statistic?.insufficient?.need;
	const text = formatValue(id, statistic?.value);
	return [need === void 0 ? text : `${text} insufficient (needs ${count(need)})`];
}
function timingColumns(lines) {
	const ratioColumn = (id, label) => {
		const values = lines.map(({ summary }) => figureOf(summary.statistics, id)).filter((value) => value !== void 0);
		const best = metric(id).better === "less" ? Math.min(...values) : Math.max(...values);
		const cell = ({ summary }) => {
			const value = figureOf(summary.statistics, id);
			if (value === void 0) return "–";
			return best > 0 ? `${formatValue(id, value)} (${factor(value / best).replace("x", "")})` : formatValue(id, value);
		};
		return {
			label,
			align: "right",
			cell
		};
	};
	return [
		nameColumn,
		armColumn,
		...spread.map((id) => ratioColumn(id, id === "p50" ? "median" : metric(id).label)),
		{
			label: "Outliers",
			align: "right",
			cell: ({ summary: { outliers } }) => outliers ? `${count(outliers.beyondOneSigma)};${count(outliers.beyondFences)}` : "–"
		},
		ratioColumn("throughput", "ops"),
		...lines.some(({ summary }) => measured(summary.statistics, "items_throughput")) ? [ratioColumn("items_throughput", "items")] : [],
		roundsColumn,
		{
			label: "Iterations",
			align: "right",
			cell: ({ view }) => extentText(view.row.load)
		}
	];
}
const tailColumns = [
	nameColumn,
	armColumn,
	...tails.map(valueColumn),
	{
		label: "p99 pooled",
		align: "right",
		cell: ({ summary }) => formatValue("p99", measured(summary.statistics, "p99")?.pooled)
	},
	valueColumn("mad"),
	valueColumn("cpu_per_call"),
	valueColumn("request_bytes"),
	valueColumn("response_bytes"),
	failedColumn
];

// src/report/sections/sweeps.ts
function sweepsSection(view) {
	const sweeps = sweepsOf(view);
	const blocks = sweeps.flatMap((sweep) => [{
		kind: "paragraph",
		text: sentence(sweep)
	}, table(columnsOf(sweep), sweep.rows)]);
	return {
		id: "sweeps",
		title: `${plural(sweeps.length, "sweep")}: speed-up and scaling`,
		folded: true,
		blocks
	};
}
function columnsOf(sweep) {
	const both = sweep.rows.some((row) => row.base);
	const first = sweep.rows[0];
	const pair = (id, label) => [...both ? [{
		label: `${label} base`,
		align: "right",
		cell: (row) => formatValue(id, figureOf(row.base?.statistics, id))
	}] : [], {
		label: both ? `${label} head` : label,
		align: "right",
		cell: (row) => formatValue(id, figureOf(row.head?.statistics, id))
	}];
	const speedups = [
		...both ? [{
			label: "against base",
			align: "right",
			cell: (row) => ratioText(againstBase(row))
		}] : [],
		{
			label: "against first",
			align: "right",
			cell: (row) => ratioText(againstFirst(row, first))
		},
		...scales.includes(sweep.field) ? [{
			label: "efficiency",
			align: "right",
			cell: (row) => shareText(efficiency(row, first))
		}] : []
	];
	return [
		{
			label: sweep.field === "concurrency" ? sweep.field : "value",
			align: "right",
			cell: ({ x }) => String(x)
		},
		{
			label: "requests",
			align: "right",
			cell: ({ row }) => extentText(row.load)
		},
		{
			label: "errors",
			align: "right",
			cell: (row) => count(failuresOf(row.head))
		},
		...pair("throughput", "throughput"),
		...speedups,
		...pair("p50", "p50"),
		...pair("p99", "p99"),
		{
			label: "note",
			align: "left",
			cell: (row) => note(row)
		}
	];
}
function ratioText(ratio) {
	return ratio === void 0 ? "–" : factor(ratio);
}
function shareText(share) {
	return share === void 0 ? "–" : `${significant(share * 100)}%`;
}
function note(row) {
	const kinds = ["base", "head"].flatMap((arm) => Object.keys(row[arm]?.failures ?? {}).map((kind) => [{ prose: kind }, ` (${arm})`]));
	const warnings = row.warnings.filter(({ code }) => code !== "errors").map((warning) => [{ prose: warning.message }]);
	return [...kinds, ...warnings].flatMap((text, index) => index === 0 ? text : ["; ", ...text]);
}
function againstBase(row) {
	return divided(figureOf(row.head?.statistics, "throughput"), figureOf(row.base?.statistics, "throughput"));
}
function againstFirst(row, first) {
	return divided(figureOf(row.head?.statistics, "throughput"), figureOf(first?.head?.statistics, "throughput"));
}
const scales = ["concurrency", "sessions"];
function efficiency(row, first) {
	const growth = againstFirst(row, first);
	return growth === void 0 || !first ? void 0 : divided(growth * first.x, row.x);
}
function divided(value, by) {
	return value !== void 0 && by !== void 0 && by > 0 ? value / by : void 0;
}
const noticeable = .05;
function sentence(sweep) {
	const usable = sweep.rows.filter((row) => failuresOf(row.head) + failuresOf(row.base) === 0);
	const what = [
		{ name: sweep.benchmark },
		" over ",
		{ prose: sweep.field },
		": "
	];
	const parts = [sweep.field === "rate" ? heldRate(sweep.rows) : scaling(usable), ...ranges(usable)].filter((part) => part !== "");
	return parts.length === 0 ? [...what, "no row without errors to compare."] : [...what, `${parts.join("; ")}.`];
}
function heldRate(rows) {
	const isHeld = ({ head, x }) => (figureOf(head?.statistics, "throughput") ?? 0) >= .95 * x;
	const broken = rows.findIndex((row) => !isHeld(row));
	const held = rows.slice(0, broken === -1 ? rows.length : broken).at(-1);
	return held ? `the rate is held up to ${held.x}/s` : "no rate is held";
}
function scaling(rows) {
	const [first] = rows;
	const ratios = rows.flatMap((row) => {
		const ratio = againstFirst(row, first);
		return ratio === void 0 ? [] : [{
			x: row.x,
			ratio
		}];
	});
	const best = ratios.reduce((most, one) => one.ratio > most.ratio ? one : most, ratios[0] ?? {
		x: 0,
		ratio: 0
	});
	if (!first || ratios.length < 2) return "";
	if (best.ratio < 1.05) return `throughput does not grow beyond ${first.x}`;
	return `throughput grows ${factor(best.ratio)} from ${first.x} to ${best.x}`;
}
function ranges(rows) {
	const stretches = [];
	for (const row of rows) {
		const ratio = againstBase(row);
		if (ratio === void 0) continue;
		const direction = ratio > 1.05 ? "faster" : ratio < .95 ? "slower" : "unchanged";
		const last = stretches.at(-1);
		if (last?.direction === direction) {
			last.xs.push(row.x);
			last.ratios.push(ratio);
		} else stretches.push({
			direction,
			xs: [row.x],
			ratios: [ratio]
		});
	}
	return stretches.map(({ direction, xs, ratios }) => {
		const at = xs.length === 1 ? `at ${xs[0]}` : `at ${xs[0]} … ${xs.at(-1)}`;
		const [low, high] = [factor(Math.min(...ratios)), factor(Math.max(...ratios))];
		const times = low === high ? low : `${low} to ${high}`;
		return direction === "unchanged" ? `within ${noticeable * 100}% of base ${at}` : `${direction} than base ${at} (${times})`;
	});
}

// src/report/document.ts
function sectionsOf(view, extent) {
	const filled = [
		headline(view),
		gateSection(view),
		changesSection(view),
		budgetsSection(view),
		errorsSection(view),
		...view.report.base ? [] : [measuredSection(view, extent.measured)],
		...chartSections(view, extent.charts),
		allGated(view),
		sweepsSection(view),
		ratesSection(view),
		statisticsSection(view),
		serverSection(view),
		historySection(view, extent.history),
		notesSection(view),
		environmentSection(view),
		reproduceSection(view),
		howToReadSection(view)
	].filter((section) => section.blocks.length > 0);
	return [...filled.filter(({ folded }) => !folded), ...filled.filter(({ folded }) => folded)];
}

export { gated as a, sweepsOf as c, failureLines as i, budgetsSection as l, statisticsSection as n, gatedTable as o, headline as r, drawnRows as s, sectionsOf as t, loadText as u };