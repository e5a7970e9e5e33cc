import { i as UserError } from "./errors.js";
import { join, resolve } from "node:path";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";

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

// src/publish/result-files.ts
async function writeResultFiles(directory, files) {
	const folder = resolve(directory);
	await explained(folder, () => mkdir(folder, { recursive: true }));
	const paths = Object.entries(files).map(async ([name, content]) => {
		const path = join(folder, name);
		const unfinished = `${path}.${process.pid}.tmp`;
		await explained(path, async () => {
			try {
				await writeFile(unfinished, content);
				await rename(unfinished, path);
			} catch (error) {
				await rm(unfinished, { force: true });
				throw error;
			}
		});
		return [name, path];
	});
	return Object.fromEntries(await Promise.all(paths));
}
const causes = {
	ENOSPC: {
		found: "the disk is full",
		fix: "free space, or choose another directory with `results`"
	},
	EDQUOT: {
		found: "the disk quota is used up",
		fix: "free space, or choose another directory with `results`"
	},
	EACCES: {
		found: "writing is not permitted",
		fix: "choose another directory with `results`"
	},
	EROFS: {
		found: "the file system is read-only",
		fix: "choose another directory with `results`"
	},
	ENOTDIR: {
		found: "a file stands where a directory is needed",
		fix: "choose another directory with `results`"
	},
	EEXIST: {
		found: "a file stands where a directory is needed",
		fix: "choose another directory with `results`"
	}
};
async function explained(path, work) {
	try {
		return await work();
	} catch (cause) {
		const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
		const known = causes[code];
		const found = known?.found ?? (cause instanceof Error ? cause.message : String(cause));
		throw new UserError(`the results cannot be written: ${found}`, {
			where: path,
			...known && { fix: known.fix },
			cause
		});
	}
}

export { quarantine as i, plainLine as n, plainText as r, writeResultFiles as t };