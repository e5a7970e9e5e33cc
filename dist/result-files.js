import { join, resolve } from "node:path";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";

// src/errors.ts
const exitCode = {
	ok: 0,
	regressed: 1,
	usage: 2,
	server: 3,
	internal: 4
};
var UserError = class extends Error {
	exitCode = exitCode.usage;
	explanation;
	constructor(found, explanation = {}) {
		const { where, expected, fix, cause } = explanation;
		const lines = [where ? `${where}: ${found}` : found];
		if (expected) lines.push(`  expected: ${expected}`);
		if (fix) lines.push(`  fix: ${fix}`);
		super(lines.join("\n"), cause === void 0 ? void 0 : { cause });
		this.name = new.target.name;
		this.explanation = explanation;
	}
};
var ConfigError = class extends UserError {};
var ServerError = class extends UserError {
	exitCode = exitCode.server;
};
var BaselineError = class extends UserError {};

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

export { UserError as a, ServerError as i, BaselineError as n, exitCode as o, ConfigError as r, writeResultFiles as t };