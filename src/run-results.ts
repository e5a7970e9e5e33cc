import { stat } from "node:fs/promises";
import path from "node:path";
import { mergeRecords } from "./baseline/merge.ts";
import type { RunRecord } from "./baseline/record.ts";
import { UserError } from "./errors.ts";
import { findRecordFiles, readRecordFile } from "./record-file.ts";

export interface Expected {
  /** The commit that was measured, or of which the merge with its base was measured. */
  readonly commit: string;
  /** How many records there have to be, where that is known. */
  readonly count?: number | undefined;
}

/** Of all records together: ten million samples take less than half of it. */
const mostBytes = 128 * 2 ** 20;

/**
 * What other jobs measured, pooled. Their files are hostile: code of the repository ran beside what wrote them. Throws
 * UserError on anything unexpected: names, sizes, schema, another commit, or a missing part.
 */
export async function readResults(directory: string, expected: Expected): Promise<RunRecord> {
  const files = await findRecordFiles(directory).catch((error: UserError) => {
    if (expected.count === undefined) throw error;
    throw incomplete(0, { directory, count: expected.count, cause: error });
  });
  if (expected.count !== undefined && files.length < expected.count)
    throw incomplete(files.length, { directory, count: expected.count });
  await refuseBulk(files, directory);
  const records = [];
  for (const file of files) records.push({ name: path.relative(directory, file), record: await readRecordFile(file) });
  for (const { name, record } of records) {
    const { sha, head } = record.commit ?? {};
    if (sha === expected.commit || head === expected.commit) continue;
    throw new UserError(`the record is of commit ${JSON.stringify(head ?? sha ?? "unknown")}`, {
      where: name,
      expected: `the commit of this event, ${expected.commit}`,
      fix: "give the results of the measuring jobs of the same workflow run",
    });
  }
  return mergeRecords(records);
}

async function refuseBulk(files: readonly string[], directory: string): Promise<void> {
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  if (bytes <= mostBytes) return;
  throw new UserError(`the records have ${bytes} bytes`, {
    where: directory,
    expected: `at most ${mostBytes} bytes together`,
    fix: "measure fewer requests or rounds",
  });
}

function incomplete(
  found: number,
  { directory, count, cause }: { directory: string; count: number; cause?: unknown },
): UserError {
  return new UserError(`${found} of ${count} records are there: a measuring job failed or was cancelled`, {
    where: directory,
    fix: "look at the measuring jobs of this workflow run, and run them again",
    cause,
  });
}
