import { i as UserError } from "./errors.js";
import { join, resolve } from "node:path";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
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
export { writeResultFiles as t };
