import { lstat, readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { type RunRecord, recordSchema, recordVersion } from "./baseline/record.ts";
import { ConfigError } from "./errors.ts";

/** Name of a record among the result files. */
export const recordName = "record.json";

const maximumBytes = 256 * 1024 * 1024;

const mostRecords = 64;

/**
 * The records in a directory of results: `record.json` in it, or in each of its folders, as artifacts of several jobs are
 * downloaded. Links are not followed. Throws ConfigError when there is none or there are more than 64.
 */
export async function findRecordFiles(directory: string): Promise<string[]> {
  const isFile = async (file: string) => (await lstat(file).catch(() => undefined))?.isFile() === true;
  const own = path.join(directory, recordName);
  if (await isFile(own)) return [own];
  const entries = await readdir(directory, { withFileTypes: true }).catch(() => []);
  const folders = entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => path.join(directory, name, recordName));
  const files: string[] = [];
  for (const file of folders.sort()) if (await isFile(file)) files.push(file);
  if (files.length > 0 && files.length <= mostRecords) return files;
  throw new ConfigError(files.length === 0 ? `there is no ${recordName}` : `there are ${files.length} records`, {
    where: directory,
    expected: `${recordName} here or in folders below, at most ${mostRecords}`,
    fix: "download the artifacts of the measuring jobs of this workflow run into this directory",
  });
}

/** Reads and validates a run's record. Throws ConfigError that names the file and what is wrong with it. */
export async function readRecordFile(file: string): Promise<RunRecord> {
  const fail = (found: string, expected?: string, cause?: unknown) =>
    new ConfigError(found, { where: file, expected: expected ?? "a record written by `mcp-bench run --json`", cause });
  let text: string;
  try {
    const { size } = await stat(file);
    if (size > maximumBytes) throw fail(`the file has ${size} bytes`, `at most ${maximumBytes} bytes`);
    text = await readFile(file, "utf8");
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw fail(
      error instanceof Error && "code" in error && error.code === "ENOENT"
        ? "there is no such file"
        : `cannot be read: ${error instanceof Error ? error.message : error}`,
      undefined,
      error,
    );
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw fail("the file is not JSON", undefined, error);
  }
  const version = typeof value === "object" && value !== null && "schema" in value ? value.schema : undefined;
  if (typeof version === "number" && version > recordVersion)
    throw fail(`the record has version ${version}`, `version ${recordVersion} or older; update mcp-bench to read it`);
  const result = recordSchema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw fail(`not a record: ${issue?.path.join(".") || "the document"}: ${issue?.message}`);
}
