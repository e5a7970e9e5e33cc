import { p as serverVariant } from "./random.js";
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
export { shortCommit as a, clean as c, harmless as d, prose as f, rowName as i, code as l, figureOf as n, viewOf as o, proseBlock as p, measured as r, groupBy as s, failuresOf as t, fenced as u };
