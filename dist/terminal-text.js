import { i as metric, n as serverRow } from "./result-files.js";

// src/report/escape.ts
const nameLength = 80;
const messageLength = 500;
const terminalSequence = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g;
const blank = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu;
const invisible = /[\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const stackedMarks = /(\p{M}{4})\p{M}+/gu;
function clean(text, max) {
	const visible = text.slice(0, max * 8).replace(terminalSequence, "").replace(invisible, "").replace(blank, " ").replace(stackedMarks, "$1").trim();
	const characters = [...visible];
	return characters.length > max || text.length > max * 8 ? `${characters.slice(0, max - 1).join("")}…` : visible;
}
function code(text, place = {}) {
	const visible = clean(text, place.max ?? 80);
	if (visible === "") return "–";
	const longest = Math.max(0, ...(visible.match(/`+/g) ?? []).map((run) => run.length));
	const fence = "`".repeat(longest + 1);
	const pad = /^`|`$/.test(visible) ? " " : "";
	const span = `${fence}${pad}${visible}${pad}${fence}`;
	return place.table ? span.replace(/\\\|/g, "\\¦").replace(/\|/g, "\\|") : span;
}
function prose(text, place = {}) {
	const max = place.max ?? 500;
	return merged(tokensOf(clean(text, max), namePattern(place.names ?? []))).map((token) => token.live ? code(token.text, {
		...place,
		max
	}) : entities(token.text)).join("");
}
function proseBlock(text, place = {}) {
	return prose(text, place).replace(/^(\d*)([-+=.)])/, "$1\\$2");
}
function fenced(text, language) {
	const lines = text.split(/\r\n|\r|\n/).map((line) => line.replace(terminalSequence, "").replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, " ").replace(invisible, ""));
	const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
	const fence = "`".repeat(longest + 1);
	return [
		`${fence}${language}`,
		...lines,
		fence
	].join("\n");
}
function tokensOf(visible, names) {
	return visible.split(/(`[^`]+`|"[^"]+")/).flatMap((part, index) => index % 2 === 0 ? named(part, names) : quoted$1(part));
}
function quoted$1(part) {
	const inner = part.slice(1, -1);
	if (part.startsWith("`")) return [{
		text: inner,
		live: true
	}];
	if (inner.split(" ").every(isPlain)) return [plain$1(part)];
	return [
		plain$1("\""),
		{
			text: inner,
			live: true
		},
		plain$1("\"")
	];
}
function named(part, names) {
	if (!names) return part.split(/(\s+)/).flatMap(wordTokens);
	return part.split(names).flatMap((piece, index) => index % 2 === 0 ? named(piece, void 0) : [{
		text: piece,
		live: true
	}]);
}
function namePattern(names) {
	const known = [...new Set(names.map((name) => clean(name, 500)))].filter((name) => name !== "");
	if (known.length === 0) return void 0;
	known.sort((a, b) => b.length - a.length);
	const literal = known.map((name) => name.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"));
	return new RegExp(`(?<![\\p{L}\\p{N}_])(${literal.join("|")})(?![\\p{L}\\p{N}_])`, "u");
}
function wordTokens(word) {
	if (isPlain(word)) return [plain$1(word)];
	const [, before = "", core = "", after = ""] = /^([("'“‘]*)(.*?)((?:[)"'”’.,;!?]|(?<!:.*):)*)$/u.exec(word) ?? [];
	return core === "" ? [{
		text: word,
		live: true
	}] : [
		plain$1(before),
		{
			text: core,
			live: true
		},
		plain$1(after)
	];
}
function plain$1(text) {
	return {
		text,
		live: false
	};
}
function merged(tokens) {
	const result = [];
	for (const token of tokens.filter(({ text }) => text !== "")) {
		const last = result.at(-1);
		const beforeLast = result.at(-2);
		if (token.live && last?.live) result.splice(-1, 1, {
			text: last.text + token.text,
			live: true
		});
		else if (token.live && last && beforeLast?.live && last.text.trim() === "") result.splice(-2, 2, {
			text: beforeLast.text + last.text + token.text,
			live: true
		});
		else result.push(token);
	}
	return result;
}
const plainCharacters = /^[\p{L}\p{M}\p{N}\s.,;:()'"“”‘’%+−–—±≈≥≤×·…→?!/=<>&-]*$/u;
const live = /:\/\/|www\.|:[\w+-]+:|[0-9a-f]{7,}|gh-\d/i;
function isPlain(word) {
	return plainCharacters.test(word) && !live.test(word);
}
function entities(word) {
	return word.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
}

// src/report/group.ts
function groupBy(items, key) {
	const groups = /* @__PURE__ */ new Map();
	for (const item of items) {
		const group = groups.get(key(item));
		if (group) group.push(item);
		else groups.set(key(item), [item]);
	}
	return groups;
}

// src/report/view.ts
function viewOf(report) {
	const head = byRow(report.head.rows);
	const base = byRow(report.base?.rows ?? []);
	const findings = groupBy(report.comparison.findings, (finding) => finding.row);
	const warnings = groupBy(report.comparison.warnings, (warning) => warning.row ?? "");
	return {
		report,
		rows: report.record.rows.map((row) => {
			const headRow = head.get(row.id);
			const baseRow = base.get(row.id);
			return {
				row,
				...headRow && { head: headRow },
				...baseRow && { base: baseRow },
				findings: findings.get(row.id) ?? [],
				warnings: warnings.get(row.id) ?? []
			};
		})
	};
}
function byRow(rows) {
	return new Map(rows.map((row) => [row.row, row]));
}
function measured(statistics, id) {
	const statistic = statistics?.[id];
	return statistic?.state === "measured" ? statistic : void 0;
}
function figureOf(statistics, id) {
	return measured(statistics, id)?.value;
}
function failuresOf(summary) {
	return Object.values(summary?.failures ?? {}).reduce((sum, amount) => sum + amount, 0);
}
function rowName(id) {
	return id === "(server)" ? "server" : { name: id };
}
function shortCommit(commit) {
	return commit.slice(0, 10);
}

// src/report/format.ts
const nothing = "–";
const noBreak = "\xA0";
function formatValue(id, value) {
	if (value === void 0 || !writable(value)) return "–";
	const { unit, kind } = metric(id);
	switch (unit) {
		case "ms": return duration(value);
		case "bytes": return kind === "exact" ? `${grouped(value, Number.isInteger(value) ? 0 : 1)}${"\xA0"}B` : bytes(value);
		case "ratio": return `${significant(value * 100)}%`;
		case "per-second": return `${significant(value)}/s`;
		case "count":
		case "tokens": return significant(value);
	}
}
function duration(milliseconds) {
	const size = rounded(Math.abs(milliseconds));
	if (size === 0) return `0${"\xA0"}ms`;
	if (size < 1) return `${significant(milliseconds * 1e3)}${"\xA0"}µs`;
	if (size < 1e3) return `${significant(milliseconds)}${"\xA0"}ms`;
	return `${significant(milliseconds / 1e3)}${"\xA0"}s`;
}
const byteUnits = [
	"B",
	"KB",
	"MB",
	"GB",
	"TB"
];
function bytes(value) {
	const size = rounded(Math.abs(value));
	const power = Math.min(byteUnits.length - 1, size < 1 ? 0 : Math.floor(Math.log10(size) / 3));
	const scaled = value / 1e3 ** power;
	return `${power === 0 ? grouped(scaled, 0) : significant(scaled)}${"\xA0"}${byteUnits[power]}`;
}
function significant(value) {
	if (!writable(value)) return "–";
	const size = rounded(Math.abs(value));
	if (size < 1e-6) return "0";
	return grouped(value, Math.min(6, Math.max(0, 2 - Math.floor(Math.log10(size)))));
}
function count(value) {
	return writable(value) ? grouped(value, 0) : "–";
}
function signed(share, unit = "%") {
	if (!writable(share)) return "–";
	const percent = Math.abs(share * 100);
	const text = grouped(percent, percent >= 99.95 ? 0 : percent < .095 && percent > 0 ? 2 : 1);
	const written = unit === "%" ? unit : `${"\xA0"}${unit}`;
	if (Number(text.replace(/,/g, "")) === 0) return `0${written}`;
	return `${share < 0 ? "−" : "+"}${text}${written}`;
}
function factor(value) {
	return writable(value) ? `${value >= 100 ? grouped(value, 0) : value.toFixed(2)}x` : "–";
}
function minute(iso) {
	const parts = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/.exec(iso);
	return parts ? `${parts[1]} ${parts[2]} UTC` : "–";
}
function plural(amount, noun) {
	if (amount === 1) return `1 ${noun}`;
	return `${count(amount)} ${noun}${/(?:ch|s)$/.test(noun) ? "es" : "s"}`;
}
function writable(value) {
	return Number.isFinite(value) && Math.abs(value) < 0x38d7ea4c68000;
}
function rounded(value) {
	return Number(value.toPrecision(3));
}
function grouped(value, digits) {
	const [whole = "", decimals] = value.toFixed(digits).split(".");
	const withGroups = whole.replace(/\B(?=(\d{3})+$)/g, ",");
	return decimals ? `${withGroups}.${decimals}` : withGroups;
}

// src/report/exports/json.ts
const reportVersion = 1;
function renderJson(report) {
	const { record, head, base, comparison, verdict, reproduce } = report;
	const { status, failed, sentence } = verdict;
	const document = {
		schema: reportVersion,
		kind: "mcp-bench-report",
		status,
		failed,
		sentence,
		harness: record.harness,
		createdAt: record.createdAt,
		commit: record.commit,
		environment: record.environment,
		reference: comparison.reference,
		findings: comparison.findings,
		warnings: [...comparison.warnings, ...record.warnings.map((message) => ({
			code: "run",
			message
		}))],
		skipped: record.skipped,
		head,
		base,
		reproduce
	};
	return `${JSON.stringify(document, null, 2)}\n`;
}

// src/report/sections/states.ts
const order = [
	"errored",
	"regressed",
	"over-budget",
	"inconclusive",
	"not-comparable",
	"no-baseline",
	"improved",
	"pass"
];
const signs = {
	errored: "💥 errors",
	regressed: "❌ regressed",
	"over-budget": "❌ over budget",
	inconclusive: "❔ inconclusive",
	"not-comparable": "➖ not comparable",
	"no-baseline": "➖ no baseline",
	improved: "🟢 improved",
	pass: "✅ pass"
};
const failing$1 = [
	"errored",
	"regressed",
	"over-budget"
];
function isFailing({ state }) {
	return failing$1.includes(state);
}
function isBudget(finding) {
	return finding.threshold.limit.kind === "absolute";
}
function worstFirst(findings) {
	return findings.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state) || badness(b) - badness(a));
}
function badness(finding) {
	const estimate = finding.change?.estimate ?? 0;
	return metric(finding.metric).better === "less" ? estimate : -estimate;
}
function stateSign(finding) {
	return (finding.threshold.level === "warn" && isFailing(finding) ? "⚠️ warning" : signs[finding.state]).replace(" ", "\xA0");
}
function changeText(finding) {
	const { change } = finding;
	if (!change || !Number.isFinite(change.estimate)) return "–";
	const unit = changeUnit(finding);
	const { estimate, low, high } = change;
	if (low === void 0 || high === void 0) return signed(estimate, unit);
	return `${low < 0 && high > 0 ? `≈${"\xA0"}` : ""}${signed(estimate, unit)} (${bare(low)}${"\xA0"}…${"\xA0"}${bare(high)})`;
}
function changeUnit({ metric: id }) {
	return metric(id).unit === "ratio" ? "pp" : "%";
}
function bare(share) {
	return signed(share).replace("%", "");
}
function baseText(finding) {
	return formatValue(finding.metric, finding.base);
}
function headText(finding) {
	return formatValue(finding.metric, finding.head);
}
function metricLabel(finding) {
	return metric(finding.metric).label;
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
const columns$3 = [
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
		blocks: shown.length > 0 ? [table(columns$3, shown)] : []
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
		const sorted = rows.toSorted((a, b) => a.x - b.x || a.row.load.requests - b.row.load.requests);
		return [{
			benchmark: first.row.benchmark,
			field: first.sweep.field,
			rows: sorted
		}];
	});
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
const columns$2 = [{
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
		blocks: [table(columns$2, facts)]
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
const columns$1 = [
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
	if (kinds.length > 0) blocks.push(table(columns$1, kinds.slice(0, shown.kinds)));
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
const columns = [
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
	return table([...columns, ...further], findings);
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
		roundsColumn,
		{
			label: "Iterations",
			align: "right",
			cell: ({ view }) => count(view.row.load.requests)
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
	const speedups = [...both ? [{
		label: "against base",
		align: "right",
		cell: (row) => ratioText(againstBase(row))
	}] : [], {
		label: "against first",
		align: "right",
		cell: (row) => ratioText(againstFirst(row, first))
	}];
	return [
		{
			label: sweep.field === "concurrency" ? sweep.field : "value",
			align: "right",
			cell: ({ x }) => String(x)
		},
		{
			label: "requests",
			align: "right",
			cell: ({ row }) => count(row.load.requests)
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
	const parts = [scaling(usable), ...ranges(usable)].filter((part) => part !== "");
	return parts.length === 0 ? [...what, "no row without errors to compare."] : [...what, `${parts.join("; ")}.`];
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

// src/report/fit.ts
const separator = "\n\n";
function fitWithin(parts, steps, budget) {
	const texts = new Map(parts.filter(({ text }) => text !== "").map(({ id, text }) => [id, text]));
	const sizes = new Map([...texts].map(([id, text]) => [id, sizeOf(text)]));
	let total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
	const leftOut = [];
	for (const step of steps) {
		if (total + sizeOf(budget.closing(leftOut)) <= budget.bytes) break;
		const before = sizes.get(step.part);
		if (before === void 0) continue;
		const closing = sizeOf(budget.closing([...leftOut, step.leavesOut]));
		const text = step.shorter(budget.bytes - closing - (total - before) - 2);
		const after = text === "" ? 0 : sizeOf(text);
		if (after >= before) continue;
		if (text === "") {
			texts.delete(step.part);
			sizes.delete(step.part);
		} else {
			texts.set(step.part, text);
			sizes.set(step.part, after);
		}
		total += after - before;
		leftOut.push(step.leavesOut);
	}
	return `${[...texts.values(), budget.closing(leftOut)].filter((text) => text !== "").join(separator)}\n`;
}
function linesWithin(lines, room, more) {
	const reserve = sizeOf(more(lines.length));
	const kept = [];
	let left = room - reserve;
	for (const line of lines) {
		left -= sizeOf(line);
		if (left < 0) break;
		kept.push(line);
	}
	const hidden = lines.length - kept.length;
	return [...kept, ...hidden > 0 ? [more(hidden)] : []].join("\n");
}
const encoder = new TextEncoder();
function sizeOf(text) {
	return encoder.encode(text).length + 2;
}

// node_modules/markdown-table/index.js
function defaultStringLength(value) {
	return value.length;
}
function markdownTable(table, options) {
	const settings = options || {};
	const align = (settings.align || []).concat();
	const stringLength = settings.stringLength || defaultStringLength;
	const alignments = [];
	const cellMatrix = [];
	const sizeMatrix = [];
	const longestCellByColumn = [];
	let mostCellsPerRow = 0;
	let rowIndex = -1;
	while (++rowIndex < table.length) {
		const row = [];
		const sizes = [];
		let columnIndex = -1;
		if (table[rowIndex].length > mostCellsPerRow) mostCellsPerRow = table[rowIndex].length;
		while (++columnIndex < table[rowIndex].length) {
			const cell = serialize(table[rowIndex][columnIndex]);
			if (settings.alignDelimiters !== false) {
				const size = stringLength(cell);
				sizes[columnIndex] = size;
				if (longestCellByColumn[columnIndex] === void 0 || size > longestCellByColumn[columnIndex]) longestCellByColumn[columnIndex] = size;
			}
			row.push(cell);
		}
		cellMatrix[rowIndex] = row;
		sizeMatrix[rowIndex] = sizes;
	}
	let columnIndex = -1;
	if (typeof align === "object" && "length" in align) while (++columnIndex < mostCellsPerRow) alignments[columnIndex] = toAlignment(align[columnIndex]);
	else {
		const code = toAlignment(align);
		while (++columnIndex < mostCellsPerRow) alignments[columnIndex] = code;
	}
	columnIndex = -1;
	const row = [];
	const sizes = [];
	while (++columnIndex < mostCellsPerRow) {
		const code = alignments[columnIndex];
		let before = "";
		let after = "";
		if (code === 99) {
			before = ":";
			after = ":";
		} else if (code === 108) before = ":";
		else if (code === 114) after = ":";
		let size = settings.alignDelimiters === false ? 1 : Math.max(1, longestCellByColumn[columnIndex] - before.length - after.length);
		const cell = before + "-".repeat(size) + after;
		if (settings.alignDelimiters !== false) {
			size = before.length + size + after.length;
			if (size > longestCellByColumn[columnIndex]) longestCellByColumn[columnIndex] = size;
			sizes[columnIndex] = size;
		}
		row[columnIndex] = cell;
	}
	cellMatrix.splice(1, 0, row);
	sizeMatrix.splice(1, 0, sizes);
	rowIndex = -1;
	const lines = [];
	while (++rowIndex < cellMatrix.length) {
		const row = cellMatrix[rowIndex];
		const sizes = sizeMatrix[rowIndex];
		const cellsInRow = settings.fillRows === false ? Math.max(1, cellMatrix[rowIndex === 1 ? 0 : rowIndex].length) : mostCellsPerRow;
		columnIndex = -1;
		const line = [];
		while (++columnIndex < cellsInRow) {
			const cell = row[columnIndex] || "";
			let before = "";
			let after = "";
			if (settings.alignDelimiters !== false) {
				const size = longestCellByColumn[columnIndex] - (sizes[columnIndex] || 0);
				const code = alignments[columnIndex];
				if (code === 114) before = " ".repeat(size);
				else if (code === 99) {
					const half = size / 2;
					if (size % 2) {
						before = " ".repeat(half + .5);
						after = " ".repeat(half - .5);
					} else {
						before = " ".repeat(half);
						after = before;
					}
				} else after = " ".repeat(size);
			}
			if (settings.delimiterStart !== false && !columnIndex) line.push("|");
			if (settings.padding !== false && !(settings.alignDelimiters === false && cell === "") && (settings.delimiterStart !== false || columnIndex)) line.push(" ");
			if (settings.alignDelimiters !== false) line.push(before);
			line.push(cell);
			if (settings.alignDelimiters !== false) line.push(after);
			if (settings.padding !== false) line.push(" ");
			if (settings.delimiterEnd !== false || columnIndex !== cellsInRow - 1) line.push("|");
		}
		lines.push(settings.delimiterEnd === false ? line.join("").replace(/ +$/, "") : line.join(""));
	}
	return lines.join("\n");
}
function serialize(value) {
	return value === null || value === void 0 ? "" : String(value);
}
function toAlignment(value) {
	const code = typeof value === "string" ? value.codePointAt(0) : 0;
	return code === 67 || code === 99 ? 99 : code === 76 || code === 108 ? 108 : code === 82 || code === 114 ? 114 : 0;
}

// src/report/markdown-block.ts
function markdownSection(section) {
	const body = section.blocks.map(markdownBlock).join("\n\n");
	if (body === "") return "";
	if (section.folded) return `<details><summary>${section.title}</summary>\n\n${body}\n\n</details>`;
	return `### ${section.title}\n\n${body}`;
}
function markdownBlock(block) {
	switch (block.kind) {
		case "paragraph": return markdownText(block.text);
		case "alert": return `> [!WARNING]\n> ${markdownText(block.text)}`;
		case "list": return block.items.map((item) => `- ${markdownText(item)}`).join("\n");
		case "command": return fenced(block.text, "sh");
		case "table": return tableText(block);
		case "chart": return chartText(block);
	}
}
function markdownText(text) {
	return text.map((part, index) => inline(part, { start: index === 0 })).join("");
}
function tableText({ labels, align, rows }) {
	const place = { table: true };
	const cells = rows.map((row) => row.map((text) => text.map((part) => inline(part, place)).join("")));
	return markdownTable([labels, ...cells], {
		align,
		alignDelimiters: false
	});
}
function chartText({ mermaid, legend, notes }) {
	const caption = [[legend], ...notes].map((text) => text.map((part) => inline(part)).join("")).filter((text) => text !== "");
	return [fenced(mermaid, "mermaid"), caption.join(". ")].filter((text) => text !== "").join("\n\n");
}
function inline(part, place = {}) {
	if (typeof part === "string") return part;
	if ("strong" in part) return `**${part.strong}**`;
	if ("name" in part) return code(part.name, place);
	if ("prose" in part) {
		const where = {
			...place,
			names: part.names ?? []
		};
		return place.start ? proseBlock(part.prose, where) : prose(part.prose, where);
	}
	return /^https?:\/\/[^\s()<>[\]"]+$/.test(part.url) ? `[${part.link}](${part.url})` : part.link;
}

// src/report/markdown.ts
const commentBytes = 6e4;
const summaryBytes = 1047552;
function renderComment(report) {
	return render(report, {
		bytes: commentBytes,
		extent: {
			charts: {
				inView: 6,
				folded: 12
			},
			history: 6,
			measured: 15
		},
		elsewhere: "The job summary and the result files hold more."
	});
}
function renderSummary(report) {
	return render(report, {
		bytes: summaryBytes,
		extent: {
			charts: {
				inView: 12,
				folded: 24
			},
			history: 30,
			measured: 60
		},
		elsewhere: "The result files hold everything."
	});
}
function render(report, { bytes, extent, elsewhere }) {
	const view = viewOf(report);
	const parts = sectionsOf(view, extent).map((section) => ({
		id: section.id,
		text: textOf(section, report)
	}));
	const closing = (leftOut) => {
		const run = report.runUrl === void 0 ? "" : markdownText([{
			link: "Workflow run",
			url: report.runUrl
		}]);
		return [leftOut.length === 0 ? "" : `Left out for lack of space: ${leftOut.join(", ")}. ${elsewhere}`, run].filter((text) => text !== "").join(" ");
	};
	return fitWithin(parts, stepsOf(view), {
		bytes,
		closing
	});
}
function textOf(section, report) {
	const body = section.blocks.map(markdownBlock).join("\n\n");
	if (section.id === "headline") return `## ${headingOf(section, report)}\n\n${body}`;
	return section.id === "gate" ? body : markdownSection(section);
}
function headingOf(section, report) {
	const [icon, ...words] = section.title.split(" ");
	return `${icon} ${prose(report.title)}: ${words.join(" ")}`;
}
function stepsOf(view) {
	const drop = (part, leavesOut) => ({
		part,
		leavesOut,
		shorter: () => ""
	});
	const notPassing = new Set(view.report.comparison.findings.filter(isFailing).map((finding) => finding.row));
	return [
		drop("history", "history charts"),
		drop("more-charts", "further charts"),
		{
			part: "statistics",
			leavesOut: "statistics of rows that did not fail",
			shorter: () => markdownSection(statisticsSection(view, ({ row }) => notPassing.has(row.id)))
		},
		drop("gated", "gated results that pass"),
		drop("sweeps", "sweep tables"),
		{
			part: "budgets",
			leavesOut: "budgets that are kept",
			shorter: () => markdownSection(budgetsSection(view, { missedOnly: true }))
		},
		drop("statistics", "all statistics"),
		drop("charts", "charts"),
		drop("notes", "warnings"),
		drop("measured", "the table of measured values"),
		drop("reproduce", "the command to reproduce"),
		drop("environment", "the environment"),
		drop("errors", "samples of errors"),
		drop("server", "start-up, memory and context cost"),
		{
			part: "gate",
			leavesOut: "figures of failing results",
			shorter: (room) => shortFailures(view, room)
		},
		drop("budgets", "the table of budgets"),
		drop("changes", "warnings of single rows")
	];
}
function shortFailures(view, room) {
	const lines = failureLines(view).map((line) => `- ${markdownText(line)}`);
	return linesWithin(lines, room, (hidden) => `- and ${plural(hidden, "more row")} with failing results`);
}

// src/report/terminal-text.ts
const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;
function displayWidth(text) {
	let width = 0;
	for (const character of text) width += /\p{M}/u.test(character) ? 0 : wide.test(character) ? 2 : 1;
	return width;
}
function terminalSafe(text, max) {
	return clean(text, max).replace(/##\[/g, "# #[").replace(/::(?=[\w-]+[^:]*::)/g, ": :");
}
function truncated(text, width) {
	if (displayWidth(text) <= width) return text;
	let kept = "";
	for (const character of text) {
		if (displayWidth(kept) + displayWidth(character) > width - 1) break;
		kept += character;
	}
	return `${kept}…`;
}
function wrapped(text, { width, indent }) {
	const lines = [""];
	for (const word of text.split(" ")) {
		const last = lines.at(-1) ?? "";
		const longer = last === "" ? word : `${last} ${word}`;
		if (last !== "" && displayWidth(longer) > width - indent.length) lines.push(word);
		else lines[lines.length - 1] = longer;
	}
	return lines.join(`\n${indent}`);
}

export { fenced as C, clean as S, plural as _, renderComment as a, viewOf as b, gated as c, isBudget as d, isFailing as f, formatValue as g, renderJson as h, wrapped as i, gatedTable as l, worstFirst as m, terminalSafe as n, renderSummary as o, metricLabel as p, truncated as r, sectionsOf as s, displayWidth as t, changeText as u, significant as v, groupBy as x, measured as y };