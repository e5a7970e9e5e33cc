import { C as signed, E as metric, S as plural, _ as factor, g as duration, h as count, m as bytes, v as formatValue, w as significant, y as minute } from "./random.js";
import { a as shortCommit, d as harmless, i as rowName, n as figureOf, r as measured, s as groupBy, t as failuresOf } from "./view.js";
import { i as table, n as lineChart, r as linesChart, t as barChart } from "./charts.js";
import { a as isBudget, c as stateSign, i as headText, l as worstFirst, n as changeText, o as isFailing, r as changeUnit, s as metricLabel, t as baseText } from "./states.js";
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
	const failed = new Set(findings.filter((finding) => finding.threshold.level === "fail" && isFailing(finding)).map(key$1));
	const warnings = warned.filter((finding) => !failed.has(key$1(finding)));
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
	const seen = new Set();
	return findings.filter((finding) => !seen.has(key$1(finding)) && seen.add(key$1(finding)));
}
function key$1(finding) {
	return JSON.stringify([finding.row, finding.metric]);
}
// src/report/block.ts
function joined(texts, separator) {
	return texts.flatMap((text, index) => index === 0 ? text : [separator, ...text]);
}
// src/report/sweep.ts
function sweepsOf(view) {
	const swept = view.rows.flatMap((row) => row.row.sweep && row.row.variant === void 0 ? [{
		...row,
		x: row.row.sweep.value,
		sweep: row.row.sweep
	}] : []);
	return [...groupBy(swept, (row) => JSON.stringify([
		row.row.benchmark,
		row.sweep.field,
		row.sweep.within
	])).values()].flatMap((rows) => {
		const first = rows[0];
		if (!first || rows.length < 2) return [];
		const sorted = rows.toSorted((a, b) => a.x - b.x || attempted(a) - attempted(b));
		const { field, within } = first.sweep;
		return [{
			benchmark: first.row.benchmark,
			field,
			...within === void 0 ? {} : { within },
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
	const text = joined(rows.slice(0, 5).map((row) => [{ name: row.row.id }]), ", ");
	return rows.length > 5 ? [...text, ` and ${rows.length - 5} more`] : text;
}
// src/report/variants.ts
function variantTables(view) {
	const lines = [...groupBy(view.rows.filter(({ row }) => row.variant !== void 0), ({ row }) => row.key)].flatMap(([key = "", rows]) => lineOf(key, rows));
	return [...groupBy(lines, ({ any: { row } }) => JSON.stringify(row.sweep ? [
		row.benchmark,
		row.sweep.field,
		row.sweep.within
	] : ["", row.group])).values()].map((members) => tableOf(view, members));
}
function lineOf(key, rows) {
	const [any] = rows;
	if (!any) return [];
	return [{
		key,
		on: new Map(rows.map((row) => [row.row.variant ?? "", row])),
		any,
		...any.row.sweep ? { x: any.row.sweep.value } : {}
	}];
}
function tableOf({ report }, members) {
	const present = new Set(members.flatMap(({ on }) => [...on.keys()]));
	const heads = report.record.arms.filter(({ side, variant = "" }) => side === "head" && present.has(variant));
	const references = heads.flatMap(({ variant = "", reference }) => reference !== void 0 && present.has(reference) ? [[variant, reference]] : []);
	const [first] = members;
	const { sweep, group, benchmark } = first?.any.row ?? {};
	const { field, within } = sweep ?? {};
	return {
		...field === void 0 || benchmark === void 0 ? {} : { sweep: {
			benchmark,
			field,
			...within === void 0 ? {} : { within }
		} },
		...group === void 0 ? {} : { group },
		variants: heads.flatMap(({ variant }) => variant ?? []),
		references: new Map(references),
		lines: members.toSorted((a, b) => (a.x ?? 0) - (b.x ?? 0) || attempted(a.any) - attempted(b.any))
	};
}
function drawnLines({ lines }) {
	const failing = (line) => [...line.on.values()].some(({ head }) => failuresOf(head) > 0);
	const errored = lines.filter(failing);
	const clean = lines.filter((line) => !errored.includes(line));
	const drawn = [...groupBy(clean, ({ x }) => x).values()].flatMap((same) => same.at(-1) ?? []);
	const doubled = clean.filter((line) => !drawn.includes(line));
	const names = (left) => left.flatMap(({ key }, index) => index === 0 ? [{ name: key }] : [", ", { name: key }]);
	return {
		lines: drawn,
		notes: [...errored.length > 0 ? [["Left out because of errors: ", ...names(errored)]] : [], ...doubled.length > 0 ? [["Left out for a row with more requests at the same x: ", ...names(doubled)]] : []]
	};
}
// src/report/sections/charts.ts
const barsShown = 12;
const sweepMetrics = [
	"throughput",
	"p50",
	"p99"
];
function chartSections(view, { inView, folded }) {
	const charts = [
		...variantCharts(view),
		...sweepCharts(view),
		...benchmarkChart(view)
	];
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
const seriesShown = 6;
function variantCharts(view) {
	return variantTables(view).flatMap((one) => {
		const { sweep } = one;
		const drawn = drawnLines(one);
		return sweep === void 0 ? [] : sweepMetrics.flatMap((id) => variantChart({
			...one,
			sweep
		}, drawn, id));
	});
}
function variantChart({ sweep, variants }, { lines, notes }, id) {
	const figure = (line, variant) => figureOf(line.on.get(variant)?.head?.statistics, id);
	const shown = variants.slice(0, seriesShown).filter((variant) => lines.some((line) => figure(line, variant) !== void 0));
	const whole = lines.filter((line) => shown.every((variant) => figure(line, variant) !== void 0));
	if (whole.length < 2 || shown.length === 0) return [];
	const more = [...notes];
	if (variants.length > seriesShown) more.push([`${plural(variants.length - seriesShown, "further variant")} left out; the tables hold the figures`]);
	const few = whole.filter((line) => shown.some((variant) => measured(line.on.get(variant)?.head?.statistics, id)?.insufficient));
	if (few.length > 0) more.push([`Too few samples for a trustworthy value at ${few.map(({ x }) => x).join(", ")}`]);
	return [linesChart({
		name: [sweep.benchmark, sweep.within].filter((part) => part !== void 0).join(" "),
		metric: id,
		xLabel: sweep.field,
		x: whole.map(({ x = 0 }) => x),
		series: shown.map((variant) => ({
			label: variant,
			values: whole.map((line) => figure(line, variant) ?? 0)
		})),
		notes: more
	})];
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
	const name = [sweep.benchmark, sweep.within].filter((part) => part !== void 0).join(" ");
	return [lineChart({
		name,
		metric: id,
		xLabel: sweep.field,
		points,
		notes
	})];
}
function benchmarkChart(view) {
	const swept = new Set(sweepsOf(view).flatMap(({ rows }) => rows.map(({ row }) => row.id)));
	const single = view.rows.filter(({ row }) => !swept.has(row.id) && !(row.sweep && row.variant !== void 0));
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
				name: { prose: `Server (${arm.variant === void 0 ? arm.side : `${arm.side}, ${arm.variant}`})` },
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
			text: [{ prose: record.harness }, `, seed ${record.seed}`]
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
		})),
		...record.arms.filter(({ side }) => side === "head").flatMap(({ variant, environment = {} }) => Object.entries(environment).map(([name, text]) => ({
			name: { prose: `${name} (${variant})` },
			text: [{ prose: text }]
		})))
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
	const paired = report.comparison.reference.kind === "paired";
	return {
		id: "how-to-read",
		title: "How to read this",
		folded: true,
		blocks: [{
			kind: "list",
			items: [
				["A round is one fresh launch of the server. Each value is the median over rounds of the round's own figure; ", "requests of one launch are never taken as independent evidence."],
				["A change is shown with the interval it lies in, given the spread between rounds; ", "≈ marks a change that the rounds cannot tell from none."],
				...paired ? [["Base and head are medians over all rounds; the change is estimated from the ratios within each round, ", "where both saw the same machine, so the three need not agree to the digit."]] : [],
				[
					"A result fails only when the change lies beyond its threshold ",
					paired ? "and the rounds rule out that nothing changed" : "and beyond what stored runs of the same machine class vary by",
					"; it passes only when a change as large as the threshold is ruled out; else it is inconclusive."
				],
				["Only calls that ended well enter latency; throughput is their number divided by wall-clock time."],
				["A percentile marked insufficient rests on too few samples to be trusted."]
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
	const heads = new Set(report.record.arms.filter(({ side }) => side === "head").map(({ id }) => id));
	const samples = report.record.rounds.flatMap((round) => round.launches).filter((launch) => heads.has(launch.arm)).flatMap((launch) => launch.measurements.flatMap(({ row, errors }) => errors.map((error) => ({
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
		cell: whose
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
function whose({ row, against }) {
	return against === void 0 ? [rowName(row)] : [
		rowName(row),
		" against ",
		{ name: against }
	];
}
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
	const blocks = [
		{
			kind: loud.includes(verdict.status) ? "alert" : "paragraph",
			text: sentence
		},
		{
			kind: "paragraph",
			text: [...comparedWith(report.comparison.reference), ...scope(view)]
		},
		...untrustedNote(view)
	];
	return {
		id: "headline",
		title: `${icon} ${words}`,
		folded: false,
		blocks
	};
}
function untrustedNote({ report: { untrusted } }) {
	if (!untrusted) return [];
	return [{
		kind: "alert",
		text: [
			"Measured by untrusted code: the figures come from a job that ran the code of this pull request. ",
			"The thresholds do not: they are ",
			{ prose: untrusted.thresholds },
			"."
		]
	}];
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
	const columns = [{
		label: "Metric",
		align: "left",
		cell: (id) => metric(id).label
	}, ...serversOf(head, base).flatMap(columnsOf$1)];
	const blocks = groups.flatMap(({ title, ids }) => {
		const present = ids.filter((id) => serversOf(head, base).some((server) => figureOf(server.head, id) !== void 0 || figureOf(server.base, id) !== void 0));
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
function serversOf(head, base) {
	if (!head.servers) return [{
		head: head.server,
		base: base?.server
	}];
	return Object.entries(head.servers).map(([variant, server]) => ({
		variant,
		head: server,
		base: base?.servers?.[variant]
	}));
}
function columnsOf$1({ variant, head, base }) {
	const of = variant === void 0 ? "" : ` (${harmless(variant)})`;
	const value = (label, server) => ({
		label: `${label}${of}`,
		align: "right",
		cell: (id) => formatValue(id, figureOf(server, id))
	});
	if (!base) return [value("Head", head ?? {})];
	const change = {
		label: `Change${of}`,
		align: "right",
		cell: (id) => changeOf(figureOf(head, id), figureOf(base, id))
	};
	return [
		value("Base", base),
		value("Head", head ?? {}),
		change
	];
}
function changeOf(head, base) {
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
			table(tailColumns, lines),
			...trimmedTable(lines)
		];
	});
	return {
		id: "statistics",
		title: `Every statistic${rows.length < view.rows.length ? ` of ${plural(rows.length, "row")} that did not pass` : ""}`,
		folded: true,
		blocks: blocks.length > 0 ? [...blocks, key] : []
	};
}
const key = {
	kind: "paragraph",
	text: [
		"In parentheses: the ratio to the best of the table. Outliers: calls beyond one standard deviation; ",
		"beyond 1.5 interquartile ranges. A percentile is the median of the rounds' own; p99 pooled is that of all calls ",
		"of all rounds together, which one slow round can raise alone."
	]
};
function trimmedTable(lines) {
	const trimmed = lines.filter(({ summary }) => summary.trimmed);
	if (trimmed.length === 0) return [];
	const column = (id) => ({
		label: id === "p50" ? "median" : metric(id).label,
		align: "right",
		cell: ({ summary }) => formatValue(id, figureOf(summary.trimmed?.statistics, id))
	});
	return [{
		kind: "paragraph",
		text: ["Without samples beyond three standard deviations of their round:"]
	}, table([
		nameColumn,
		armColumn,
		{
			label: "Removed",
			align: "right",
			cell: ({ summary }) => count(summary.trimmed?.removed ?? 0)
		},
		...[
			"mean",
			"stddev",
			"p50",
			"p95",
			"p99",
			"max"
		].map(column)
	], trimmed)];
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
// src/report/stretches.ts
const noticeable = .05;
function stretches(points, than) {
	const found = [];
	for (const { x, ratio } of points) {
		const direction = ratio > 1.05 ? "faster" : ratio < .95 ? "slower" : "unchanged";
		const last = found.at(-1);
		if (last?.direction === direction) {
			last.xs.push(x);
			last.ratios.push(ratio);
		} else found.push({
			direction,
			xs: [x],
			ratios: [ratio]
		});
	}
	return found.map(({ direction, xs, ratios }) => {
		const at = xs.length === 1 ? `at ${xs[0]}` : `at ${xs[0]} … ${xs.at(-1)}`;
		const [low, high] = [factor(Math.min(...ratios)), factor(Math.max(...ratios))];
		const times = low === high ? low : `${low} to ${high}`;
		return direction === "unchanged" ? `within ${noticeable * 100}% of ${than} ${at}` : `${direction} than ${than} ${at} (${times})`;
	});
}
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
	return [
		...row.row.note === void 0 ? [] : [[{ prose: row.row.note }]],
		...kinds,
		...warnings
	].flatMap((text, index) => index === 0 ? text : ["; ", ...text]);
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
function sentence(sweep) {
	const usable = sweep.rows.filter((row) => failuresOf(row.head) + failuresOf(row.base) === 0);
	const within = sweep.within === void 0 ? [] : [" with ", { prose: sweep.within }];
	const what = [
		{ name: sweep.benchmark },
		...within,
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
	return stretches(rows.flatMap((row) => {
		const ratio = againstBase(row);
		return ratio === void 0 ? [] : [{
			x: row.x,
			ratio
		}];
	}), "base");
}
// src/report/sections/variants.ts
function variantsSection(view) {
	const blocks = variantTables(view).flatMap((one) => [
		{
			kind: "paragraph",
			text: heading(one)
		},
		table([...leading(one), ...throughputColumns(one)], one.lines),
		table([
			...leading(one),
			...latencyColumns(one),
			noteColumn
		], one.lines)
	]);
	return {
		id: "variants",
		title: "Variants side by side",
		folded: view.report.base !== void 0,
		blocks
	};
}
function heading(one) {
	if (!one.sweep) return one.group === void 0 ? [{ strong: "Benchmarks" }] : [{ name: one.group }];
	const { benchmark, field, within } = one.sweep;
	const what = [
		{ name: benchmark },
		...within ? [" with ", { prose: within }] : [],
		" over ",
		{ prose: field }
	];
	const sentences = [...one.references].map(([variant, reference]) => {
		const points = one.lines.flatMap((line) => {
			const ratio = clean(line, [variant, reference]) ? speedUp(line, {
				variant,
				reference
			}) : void 0;
			return line.x === void 0 || ratio === void 0 ? [] : [{
				x: line.x,
				ratio
			}];
		});
		return [{ prose: `${variant} is ${(points.length === 0 ? ["no row without errors to compare"] : stretches(points, reference)).join("; ")}.` }];
	});
	return sentences.length === 0 ? [...what, "."] : [
		...what,
		": ",
		...joined(sentences, " ")
	];
}
function clean({ on }, variants) {
	return variants.every((variant) => failuresOf(on.get(variant)?.head) === 0);
}
function leading({ sweep, lines }) {
	const first = sweep ? {
		label: harmless(sweep.field),
		align: "right",
		cell: ({ x }) => String(x)
	} : {
		label: "Row",
		align: "left",
		cell: ({ key }) => ({ name: key })
	};
	if (!(new Set(lines.map(({ any }) => extentText(any.row.load))).size > 1)) return [first];
	return [first, {
		label: "requests",
		align: "right",
		cell: ({ any }) => extentText(any.row.load)
	}];
}
function throughputColumns({ variants, references, lines }) {
	const failing = lines.some(({ on }) => [...on.values()].some(({ head }) => failuresOf(head) > 0));
	const errors = variants.map((variant) => ({
		label: `err (${harmless(variant)})`,
		align: "right",
		cell: ({ on }) => {
			const one = on.get(variant);
			return one ? count(failuresOf(one.head)) : "–";
		}
	}));
	const speedUps = [...references].map(([variant, reference]) => ({
		label: references.size === 1 ? "speedup" : `speedup (${harmless(variant)} / ${harmless(reference)})`,
		align: "right",
		cell: (line) => {
			const ratio = speedUp(line, {
				variant,
				reference
			});
			return ratio === void 0 ? "–" : factor(ratio);
		}
	}));
	return [
		...failing ? errors : [],
		...figures("throughput", variants),
		...speedUps
	];
}
function latencyColumns({ variants, references }) {
	const overheads = [...references].map(([variant, reference]) => ({
		label: references.size === 1 ? "p50 overhead" : `p50 overhead (${harmless(variant)} / ${harmless(reference)})`,
		align: "right",
		cell: ({ on }) => overhead(figure(on.get(variant), "p50"), figure(on.get(reference), "p50"))
	}));
	return [
		...figures("p50", variants),
		...overheads,
		...figures("p99", variants)
	];
}
function figures(id, variants) {
	return variants.map((variant) => ({
		label: `${id} (${harmless(variant)})`,
		align: "right",
		cell: ({ on }) => formatValue(id, figure(on.get(variant), id))
	}));
}
function figure(view, id) {
	return figureOf(view?.head?.statistics, id);
}
function speedUp({ on }, { variant, reference }) {
	const [own, other] = [figure(on.get(variant), "throughput"), figure(on.get(reference), "throughput")];
	return own === void 0 || other === void 0 || other === 0 ? void 0 : own / other;
}
function overhead(own, other) {
	if (own === void 0 || other === void 0 || other === 0) return "–";
	return `${own >= other ? "+" : "−"}${duration(Math.abs(own - other))} (${signed(own / other - 1)})`;
}
const noteColumn = {
	label: "note",
	align: "left",
	cell: ({ any, on }) => {
		const own = any.row.note === void 0 ? [] : [[{ prose: any.row.note }]];
		const found = [...on].flatMap(([variant, { head, warnings }]) => [...Object.entries(head?.failures ?? {}).map(([kind, amount]) => [{ prose: `${count(amount)} × ${kind} (${variant})` }]), ...warnings.filter(({ code }) => code !== "errors").map(({ message }) => [{ prose: `${message.split(":")[0]} (${variant})` }])]);
		return joined([...own, ...found], "; ");
	}
};
// src/report/document.ts
function sectionsOf(view, extent) {
	const hasVariants = view.rows.some(({ row }) => row.variant !== void 0);
	const filled = [
		headline(view),
		gateSection(view),
		changesSection(view),
		budgetsSection(view),
		errorsSection(view),
		variantsSection(view),
		...view.report.base || hasVariants ? [] : [measuredSection(view, extent.measured)],
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
