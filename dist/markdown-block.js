import { f as prose, l as code, p as proseBlock, u as fenced } from "./view.js";
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
	return markdownTable([labels, ...rows.map((row) => row.map((text) => text.map((part) => inline(part, place)).join("")))], {
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
export { markdownSection as n, markdownText as r, markdownBlock as t };
