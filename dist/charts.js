import { E as metric } from "./random.js";
import { c as clean, d as harmless } from "./view.js";
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
	const seen = new Map();
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
	const scale = scaleOf(input.metric, mostOf(points));
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
function linesChart(input) {
	const scale = scaleOf(input.metric, Math.max(...input.series.flatMap(({ values }) => values)));
	const series = input.series.map(({ label, values }) => ({
		label: harmless(clean(label, seriesLength)),
		values: values.map((value) => value * scale.factor)
	}));
	return draw(input, {
		scale,
		mark: "line",
		x: input.x,
		series
	});
}
const seriesLength = 16;
function barChart(input) {
	const scale = scaleOf(input.metric, mostOf(input.points));
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
	const named = mark === "line" && series.length > 2 ? "" : legend(series);
	const tail = ` ${titleOf(input.metric)} (${scale.unit})${named}`;
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
function mostOf(points) {
	return Math.max(...points.flatMap((point) => [point.head, point.base ?? 0]));
}
function scaleOf(id, most) {
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
export { table as i, lineChart as n, linesChart as r, barChart as t };
