import { stat } from "node:fs/promises";
import path from "node:path";
import { systemName } from "../base/system-name.ts";
import { quoted } from "../base/untrusted.ts";
import { UserError } from "../errors.ts";
import { readArtifactName } from "../record/files/artifact-name.ts";
import { findRecordFiles, notThere, readRecordFile } from "../record/files/record-file.ts";
import { recordName } from "../record/files/result-files.ts";
import { machineClass } from "../record/key.ts";
import { mergeRecords } from "../record/merge.ts";
import type { NamedRecord, RunRecord } from "../record/record.ts";
import { groupBy } from "../stats/group-by.ts";

/** Results of one kind of machine for one server: figures that may stand in one table. */
export interface Part {
  /** Tells it from the other parts; absent where there is one. */
  readonly name?: string;
  readonly record: RunRecord;
  /** Key of the run among several of the commit; absent where there is one. */
  readonly run?: number;
  /** In which attempts of the run its records were measured; undefined where the names do not tell. */
  readonly attempts: readonly (number | undefined)[];
}

export interface Expected {
  readonly commit: string;
  /** Head of the pull request: it, or any merge of it with its base, may have been measured instead. */
  readonly head?: string | undefined;
  /** Exact number of records, where it is known. */
  readonly count?: number | undefined;
  /** The newest attempt of the run that measured: no later one can have measured. */
  readonly attempt?: number | undefined;
}

/** Most bytes of all records together: ten million samples take less than half of it. */
const mostBytes = 128 * 2 ** 20;

/**
 * Pools the results of other jobs by server, kind of machine and run: rounds of different systems are shown side by side.
 * Their files are hostile: code of the repository ran beside what wrote them. Throws UserError on anything unexpected:
 * names, sizes, schema, another commit, or a missing part.
 */
export async function readResults(directory: string, expected: Expected): Promise<Part[]> {
  const files = await findRecordFiles(directory, expected);
  if (expected.count === undefined && files.length === 0) throw notThere(`there is no ${recordName}`, directory);
  if (expected.count !== undefined && files.length < expected.count)
    throw incomplete(files.length, { directory, count: expected.count });
  if (expected.count !== undefined && files.length > expected.count)
    throw new UserError(`${files.length} records are there`, {
      where: directory,
      expected: `${expected.count}, one of each job that measures`,
      fix: "download the artifacts of this key alone, or set the input `records` to the number of jobs that measure",
    });
  await refuseBulk(files, directory);
  const records = [];
  for (const file of files) records.push({ name: path.relative(directory, file), record: await readRecordFile(file) });
  for (const { name, record } of records) {
    const { sha, head } = record.commit ?? {};
    if (sha === expected.commit) continue;
    if (expected.head !== undefined && (sha === expected.head || head === expected.head)) continue;
    const found = expected.head === undefined ? sha : (head ?? sha);
    throw new UserError(`the record is of commit ${quoted(found ?? "unknown")}`, {
      where: name,
      expected: `the commit of this event, ${expected.commit}`,
      fix: "give the results of the measuring jobs of the same workflow run",
    });
  }
  const groups = [...groupBy(records, (one) => JSON.stringify([...fieldsOf(one)])).values()];
  const names = namesOf(groups.map(([first]) => first));
  return groups.map((group, index) => {
    const [name, { run }] = [names[index], artifactOf(group[0])];
    return {
      ...(name ? { name } : {}),
      record: mergeRecords(group),
      ...(run === undefined ? {} : { run }),
      attempts: group.map((one) => artifactOf(one).attempt),
    };
  });
}

/** Returns a note on figures that may be of an earlier attempt: a job that is run again alone measures nothing. */
export function earlierAttempt(parts: readonly Part[], attempt: number): string | undefined {
  if (attempt === 1) return undefined;
  const attempts = parts.flatMap((part) => part.attempts);
  const earlier = attempts.flatMap((one) => (one !== undefined && one < attempt ? one : []));
  const fix = 'to measure again, choose "Re-run all jobs"';
  if (earlier.length > 0) {
    const which = [...new Set(earlier)].sort((a, b) => a - b).join(" and ");
    const share = earlier.length < attempts.length ? ` in ${earlier.length} of ${attempts.length} records` : "";
    return `Attempt ${attempt} of this run judges what attempt ${which} measured${share}: that was not run again; ${fix}.`;
  }
  if (attempts.every((one) => one !== undefined)) return undefined;
  const when = parts.map(({ record }) => record.createdAt.slice(0, 16).replace("T", " ")).sort()[0];
  return `Attempt ${attempt} of this run judges what was measured at ${when} UTC. Where this job alone was run again, that was an earlier attempt; ${fix}.`;
}

function artifactOf({ name }: NamedRecord) {
  return readArtifactName(path.dirname(name));
}

/** The key, the kind of machine and the run, by the name of what they tell. */
function fieldsOf(one: NamedRecord): ReadonlyMap<string, string> {
  const { key, run } = artifactOf(one);
  return new Map([
    ["key", key],
    ...machineClass(one.record).map(({ name, value }) => [name, value] as const),
    ...(run === undefined ? [] : [["run", `run ${run}`] as const]),
  ]);
}

/** A stranger may have named the machine: no sentence is to stand in a heading. */
const longestName = 40;

/** Returns names that distinguish the parts, and no more. */
function namesOf(parts: readonly (NamedRecord | undefined)[]): string[] {
  const fields = parts.map((part) => (part ? fieldsOf(part) : new Map<string, string>()));
  const all = [...new Set(fields.flatMap((own) => [...own.keys()]))];
  const differing = all.filter((name) => new Set(fields.map((own) => own.get(name))).size > 1);
  return fields.map((own) =>
    differing
      .map((name) => (own.get(name) ?? "other").replace(/^\S+/, (word) => systemName(word)).slice(0, longestName))
      .join(", "),
  );
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

function incomplete(found: number, { directory, count }: { directory: string; count: number }): UserError {
  return new UserError(`${found} of ${count} records are there: a measuring job failed or was cancelled`, {
    where: directory,
    fix: 'open the log of the measuring job that failed, which says why; after one that was cancelled choose "Re-run all jobs"',
  });
}
