import { S as plural } from "./random.js";
import { c as clean, f as prose, o as viewOf } from "./view.js";
import { i as failureLines, l as budgetsSection, n as statisticsSection, t as sectionsOf } from "./document.js";
import { o as isFailing } from "./states.js";
import { n as markdownSection, r as markdownText, t as markdownBlock } from "./markdown-block.js";
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
	return linesWithin(failureLines(view).map((line) => `- ${markdownText(line)}`), room, (hidden) => `- and ${plural(hidden, "more row")} with failing results`);
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
export { renderComment as a, wrapped as i, terminalSafe as n, renderSummary as o, truncated as r, renderJson as s, displayWidth as t };
