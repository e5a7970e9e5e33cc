import { flawOfMessage } from "../../base/json-depth.ts";
import { quoted } from "../../base/untrusted.ts";
import { BaselineError } from "../../errors.ts";
import { keyPattern } from "../../record/key.ts";
import { type Entry, parseEntry, restoreHint } from "./entry.ts";

/**
 * Layout of the branch:
 *
 *     README.md                       the latest figures, for a person
 *     badge.svg                       how the newest run went
 *     mcp-bench.json                  marks the branch as ours; what the README needs of every key
 *     <key>/2026-11.json              the entries of one month, one per line
 *
 * Earlier versions also wrote `<key>/records/`, full records, which stay as they are.
 */
export const markerPath = "mcp-bench.json";
export const readmePath = "README.md";
export const badgePath = "badge.svg";

export interface TreeFile {
  readonly path: string;
  readonly oid: string;
}

const maximumFiles = 20_000;

/** Largest file of the branch that is written and read. */
export const mostFileBytes = 64 * 2 ** 20;

/**
 * Reads the output of `git ls-tree -r -z --full-tree`. Throws BaselineError on anything but plain files under harmless
 * names: a symlink, a submodule or a path that leaves the branch has no business there.
 */
export function parseTree(listing: string, describe: (path: string) => string): TreeFile[] {
  const lines = listing.split("\0").filter((line) => line !== "");
  if (lines.length > maximumFiles)
    throw new BaselineError(`${lines.length} files on the branch`, {
      where: describe(markerPath),
      expected: `at most ${maximumFiles}`,
      fix: "check that the name of the branch (input baseline-branch, or --branch) is that of the one mcp-bench writes",
    });
  return lines.map((line) => {
    const [, mode = "", oid = "", path = ""] = /^(\S+) \S+ (\S+)\t(.*)$/s.exec(line) ?? [];
    const shown = JSON.stringify(path);
    const where = describe(shown.slice(1, -1));
    const fix = "remove it from the branch; nothing was overwritten";
    if (mode === "120000") throw new BaselineError("a symbolic link is planted on the branch", { where, fix });
    if (mode === "160000") throw new BaselineError("a submodule is planted on the branch", { where, fix });
    if (mode !== "100644" && mode !== "100755")
      throw new BaselineError(`unexpected file mode ${quoted(mode)} on the branch`, { where, fix });
    if (!isHarmless(path)) throw new BaselineError("a path leaves the branch or hides in it", { where, fix });
    return { path, oid };
  });
}

function isHarmless(path: string): boolean {
  const control = [...path].some((character) => character < " " || character === "\u007f" || character === "\\");
  const parts = path.split("/");
  return !control && parts.every((part) => part !== "" && part !== "." && part !== ".." && !/^\.git$/i.test(part));
}

export function shardPath({ key, createdAt }: Pick<Entry, "key" | "createdAt">): string {
  return `${key}/${createdAt.slice(0, 7)}.json`;
}

/** The key whose entries a file holds, if it is a month file. */
export function shardKey(path: string): string | undefined {
  const match = /^([^/]+)\/\d{4}-\d{2}\.json$/.exec(path);
  return match?.[1] !== undefined && keyPattern.test(match[1]) ? match[1] : undefined;
}

/** A month file's text: a JSON array with one entry per line, so that a change is a line in every diff. */
export function printShard(entries: readonly Entry[]): string {
  return `[\n${entries.map((entry) => JSON.stringify(entry)).join(",\n")}\n]\n`;
}

/** Reads a month file. Throws BaselineError naming the file for anything but valid entries of that very key and month. */
export function parseShard(text: string, { path, where }: { path: string; where: string }): Entry[] {
  const list = parseJson(text, where);
  if (!Array.isArray(list)) throw new BaselineError("not a list of entries", { where, fix: restoreHint });
  const entries = list.map((value, index) => parseEntry(value, `${where}, entry ${index + 1}`));
  const runs = new Set<string>();
  for (const entry of entries) {
    const run = `${entry.commit} ${entry.run ?? ""}`;
    if (shardPath(entry) !== path || runs.has(run))
      throw new BaselineError(`entry of commit ${entry.commit.slice(0, 12)} is twice there or in the wrong file`, {
        where,
        fix: restoreHint,
      });
    runs.add(run);
  }
  return entries;
}

/** JSON.parse with an error a person can act on. */
export function parseJson(text: string, where: string): unknown {
  if (/^(<{7}|={7}|>{7})( |$)/m.test(text))
    throw new BaselineError("the file holds conflict markers of a failed merge", { where, fix: restoreHint });
  const flaw = flawOfMessage(text);
  if (flaw !== undefined) throw new BaselineError(`the file is ${flaw}`, { where, fix: restoreHint });
  try {
    return JSON.parse(text);
  } catch (cause) {
    const problem = text.trim() === "" ? "the file is empty" : "not valid JSON (corrupt or cut off)";
    throw new BaselineError(problem, { where, fix: restoreHint, cause });
  }
}
