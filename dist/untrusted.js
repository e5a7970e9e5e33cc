// src/publish/untrusted.ts
const maxLineLength = 2e3;
function plainLine(text) {
	const visible = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => character === "	" ? "	" : "�");
	return (visible.length > maxLineLength ? `${visible.slice(0, maxLineLength)}…` : visible).replaceAll("##[", "# #[").replace(/^(\s*)::/, "$1: :");
}
function plainText(text) {
	return linesOf(text).map(plainLine).join("\n");
}
function quarantine(text, { token, maxLines = 200 }) {
	if (!/^[\w-]{16,}$/.test(token)) throw new RangeError("the token must be 16 or more letters, digits and dashes");
	const all = linesOf(text);
	if (all.at(-1) === "") all.pop();
	const shown = all.slice(-maxLines);
	const omitted = all.length > shown.length ? [`| (${all.length - shown.length} earlier lines left out)`] : [];
	return [
		`::stop-commands::${token}`,
		...omitted,
		...shown.map((line) => `| ${plainLine(line)}`),
		`::${token}::`
	];
}
function linesOf(text) {
	return text.split(/\r\n|\r|\n/);
}
export { plainText as n, quarantine as r, plainLine as t };
