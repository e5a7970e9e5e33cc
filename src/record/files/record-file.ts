import type { Dirent } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { hasMoreValuesThan, isDeeperThan } from "../../base/json-depth.ts";
import { refusal } from "../../base/refusal.ts";
import { quoted } from "../../base/untrusted.ts";
import { ConfigError, messageOf } from "../../errors.ts";
import { contradictionIn } from "../contradiction.ts";
import { type RunRecord, recordSchema, recordVersion } from "../record.ts";
import { lastAttempts } from "./artifact-name.ts";
import { readLimited, readStart } from "./limited-read.ts";
import { profilesName, recordName } from "./result-files.ts";

const maximumBytes = 256 * 1024 * 1024;

const mostRecords = 64;

/** A record has ten. */
const deepest = 32;

/** One of a thousand rows, twelve rounds and two arms has a million: what is measured is packed into texts. */
const mostValues = 10_000_000;

const writtenByUs = "a record written by `mcp-bench run --json`";

/** Jobs with their earlier attempts. */
const mostFolders = 256;

/**
 * The records in a directory of results: `record.json` in it, or in each of its folders, as artifacts of several jobs are
 * downloaded; of a job that was run again the last one. Throws ConfigError when there are more than 64, and on links, any
 * other file and deeper folders but that of raw profiles, which nobody reads: what was measured is all that another job
 * takes over.
 */
export async function findRecordFiles(
  directory: string,
  { attempt }: { readonly attempt?: number | undefined } = {},
): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  refuseUnknown(
    entries.filter((entry) => !entry.isDirectory()),
    directory,
  );
  if (entries.some(({ name }) => name === recordName)) return [path.join(directory, recordName)];
  if (folders.length > mostFolders) throw notThere(`there are ${folders.length} folders`, directory);
  const files: string[] = [];
  for (const folder of lastAttempts(folders.sort(), attempt)) {
    const inside = path.join(directory, folder);
    const own = await readdir(inside, { withFileTypes: true });
    refuseUnknown(own, inside);
    if (own.some(({ name }) => name === recordName)) files.push(path.join(inside, recordName));
  }
  if (files.length > mostRecords) throw notThere(`there are ${files.length} records`, directory);
  return files;
}

export function notThere(found: string, where: string): ConfigError {
  return new ConfigError(found, {
    where,
    expected: `${recordName} here or in folders below, at most ${mostRecords}`,
    fix: "download the artifacts of the measuring jobs of this workflow run into this directory",
  });
}

function refuseUnknown(entries: readonly Dirent[], directory: string): void {
  const unknown = entries.find(
    (entry) => !(entry.isFile() && entry.name === recordName) && !(entry.isDirectory() && entry.name === profilesName),
  );
  if (!unknown) return;
  throw new ConfigError(`${quoted(unknown.name)} is not a record`, {
    where: directory,
    expected: `plain files named ${recordName}, in this directory or one below`,
    fix: `upload nothing but ${recordName} from the job that measures: \`path: …/${recordName}\``,
  });
}

/**
 * Reads and validates a run's record; `-` is standard input, which may take its time, and any other pipe is given up once
 * nothing has arrived for `silenceMs`. Throws ConfigError that names the file and what is wrong with it.
 */
export async function readRecordFile(
  file: string,
  { silenceMs }: { readonly silenceMs?: number } = {},
): Promise<RunRecord> {
  const fail = (found: string, expected?: string, cause?: unknown) =>
    new ConfigError(found, { where: file, expected: expected ?? writtenByUs, cause });
  let text: string;
  try {
    const { size } = file === "-" ? { size: 0 } : await stat(file);
    if (size > maximumBytes) throw fail(`the file has ${size} bytes`, `at most ${maximumBytes} bytes`);
    const bytes = await (file === "-"
      ? readStart(process.stdin, maximumBytes)
      : readLimited(file, { mostBytes: maximumBytes, silenceMs }));
    if (bytes.length > maximumBytes) throw fail("the file does not end", `at most ${maximumBytes} bytes`);
    text = new TextDecoder().decode(bytes);
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw fail(
      error instanceof Error && "code" in error && error.code === "ENOENT"
        ? "there is no such file"
        : `cannot be read: ${messageOf(error)}`,
      undefined,
      error,
    );
  }
  if (isDeeperThan(text, deepest)) throw fail("the file is nested too deep", `at most ${deepest} levels`);
  if (hasMoreValuesThan(text, mostValues))
    throw fail("the file is made of too many values", `at most ${mostValues} of them`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw fail("the file is not JSON", undefined, error);
  }
  return readRecord(value, file);
}

/** The record that a value of JSON is. Throws ConfigError that names `where` and what is wrong with it. */
export function readRecord(value: unknown, where: string): RunRecord {
  const fail = (found: string, expected = writtenByUs) => new ConfigError(found, { where, expected });
  const version = typeof value === "object" && value !== null && "schema" in value ? value.schema : undefined;
  if (typeof version !== "number") throw fail("not a record: it does not name its version, `schema`");
  if (version !== recordVersion)
    throw new ConfigError(`the record has version ${version}`, {
      where,
      expected: `version ${recordVersion}`,
      fix:
        version > recordVersion ? "update mcp-bench to the version that wrote it" : "measure again with this version",
    });
  const result = recordSchema.safeParse(value);
  const contradiction = result.data && contradictionIn(result.data);
  if (contradiction !== undefined) throw fail(`not a record: ${contradiction}`);
  if (result.success) return result.data;
  throw fail(`not a record: ${refusal(result.error)}`);
}
