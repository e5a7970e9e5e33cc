import { h as metric, p as serverVariant } from "./random.js";
const terminalSequence = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\-_])/g;
const blank = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu;
const invisible = /[\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const stackedMarks = /(\p{M}{4})\p{M}+/gu;
function clean(text, max) {
	const visible = text.slice(0, max * 8).replace(terminalSequence, "").replace(invisible, "").replace(blank, " ").replace(stackedMarks, "$1").trim();
	const characters = [...visible];
	return characters.length > max || text.length > max * 8 ? `${characters.slice(0, max - 1).join("")}…` : visible;
}
function harmless(text) {
	return text.replace(/[^\p{L}\p{N} .=_-]/gu, " ").replace(/\s+/g, " ").trim();
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
	return visible.split(/(`[^`]+`|"[^"]+")/).flatMap((part, index) => index % 2 === 0 ? named(part, names) : quoted(part));
}
function quoted(part) {
	const inner = part.slice(1, -1);
	if (part.startsWith("`")) return [{
		text: inner,
		live: true
	}];
	if (inner.split(" ").every(isPlain)) return [plain(part)];
	return [
		plain("\""),
		{
			text: inner,
			live: true
		},
		plain("\"")
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
	if (isPlain(word)) return [plain(word)];
	const [, before = "", core = "", after = ""] = /^([("'“‘]*)(.*?)((?:[)"'”’.,;!?]|(?<!:.*):)*)$/u.exec(word) ?? [];
	return core === "" ? [{
		text: word,
		live: true
	}] : [
		plain(before),
		{
			text: core,
			live: true
		},
		plain(after)
	];
}
function plain(text) {
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
	const groups = new Map();
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
	const variant = serverVariant(id);
	if (variant !== void 0) return { name: `server [${variant}]` };
	return id === "(server)" ? "server" : { name: id };
}
function shortCommit(commit) {
	return commit.slice(0, 10);
}
function formatValue(id, value) {
	if (value === void 0 || !writable(value)) return "–";
	const { unit, kind } = metric(id);
	switch (unit) {
		case "ms": return duration(value);
		case "bytes": return kind === "exact" ? `${grouped(value, Number.isInteger(value) ? 0 : 1)} B` : bytes(value);
		case "ratio": return `${significant(value * 100)}%`;
		case "per-second": return `${significant(value)}/s`;
		case "count":
		case "tokens": return significant(value);
	}
}
function duration(milliseconds) {
	const size = rounded(Math.abs(milliseconds));
	if (size === 0) return `0 ms`;
	if (size < 1) return `${significant(milliseconds * 1e3)} µs`;
	if (size < 1e3) return `${significant(milliseconds)} ms`;
	return `${significant(milliseconds / 1e3)} s`;
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
	return `${power === 0 ? grouped(scaled, 0) : significant(scaled)} ${byteUnits[power]}`;
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
	const written = unit === "%" ? unit : ` ${unit}`;
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
export { proseBlock as S, clean as _, formatValue as a, harmless as b, signed as c, figureOf as d, measured as f, groupBy as g, viewOf as h, factor as i, significant as l, shortCommit as m, count as n, minute as o, rowName as p, duration as r, plural as s, bytes as t, failuresOf as u, code as v, prose as x, fenced as y };
