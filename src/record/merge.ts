import { canonicalJson } from "../base/json.ts";
import { UserError } from "../errors.ts";
import type { ToolCoverage } from "./coverage.ts";
import { machineClass } from "./key.ts";
import { pooledListing } from "./listing.ts";
import { mostProfiles } from "./profile.ts";
import { mostChangedFiles, type NamedRecord, type RecordArm, type RecordRow, type RunRecord } from "./record.ts";
import { pooledStops } from "./stop.ts";

/**
 * Makes one record of those of several runners: shards, which measured different benchmarks, or replicas, which measured the
 * same ones. Each round stays whole: its arms were measured on one runner, so the ratio of a round holds whatever runner it
 * was, and a decision on paired rounds is valid for the pool. Throws UserError on records that do not belong together: another
 * commit, configuration, harness or kind of machine, benchmarks that overlap in part, or the same round twice.
 */
export function mergeRecords(given: readonly NamedRecord[]): RunRecord {
  if (!given[0]) throw new UserError("there is no record to merge", { expected: "at least one" });
  for (const other of given.slice(1)) checkKin(given[0], other);
  checkRoundsOnce(given);
  const records = inOrder(given);
  const shards = groupByRows(records);
  const all = records.map((each) => each.record);
  const [record = given[0].record] = all;
  return {
    ...record,
    createdAt: all.map(({ createdAt }) => createdAt).sort()[0] ?? record.createdAt,
    environment: { ...record.environment, cpuModel: pooledProcessor(all) },
    arms: record.arms.map((arm) => ({ ...pooledListing(arm, all), ...pooledProgram(arm, all) })),
    // Replicas have the same rows in the same order.
    rows: shards.flatMap(([member]) => member?.record.rows ?? []),
    rounds: all.flatMap(({ rounds }) => rounds).map((round, index) => ({ ...round, index })),
    ...pooledProfiles(all),
    ...pooledChanges(all),
    stop: pooledStops(all.map(({ stop }) => stop)),
    skipped: uniqueBy(
      all.flatMap(({ skipped }) => skipped),
      ({ benchmark }) => benchmark,
    ),
    coverage: pooledCoverage(shards.flatMap(([member]) => member?.record.coverage ?? [])),
    warnings: uniqueBy(
      all.flatMap(({ warnings }) => warnings),
      canonicalJson,
    ),
  };
}

/**
 * Puts records into an order that does not depend on the one they are named in: shards as their rows stand in the
 * configuration, replicas by when they began.
 */
function inOrder(records: readonly NamedRecord[]): readonly NamedRecord[] {
  const compare = (one: RunRecord, other: RunRecord): number => {
    const [[row], [otherRow]] = [one.rows, other.rows];
    return (
      (row?.line ?? 0) - (otherRow?.line ?? 0) ||
      compareTexts(row?.id ?? "", otherRow?.id ?? "") ||
      compareTexts(one.createdAt, other.createdAt) ||
      compareTexts(canonicalJson(one), canonicalJson(other))
    );
  };
  return records.toSorted((one, other) => compare(one.record, other.record));
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

/** Shards call tools of their own. They exist only for benchmarks that are configured. */
function pooledCoverage([first, ...others]: readonly ToolCoverage[]): RunRecord["coverage"] {
  if (!first || others.length === 0) return first;
  const { tools } = first;
  const measured = Math.min(
    tools,
    [first, ...others].reduce((sum, one) => sum + one.measured, 0),
  );
  return { tools, measured, leftOut: tools > measured ? [{ code: "not-configured", tools: tools - measured }] : [] };
}

/** Both arms of a row and kind from the one record that has them first: launches of different machines are not compared. */
function pooledProfiles(all: readonly RunRecord[]): Pick<RunRecord, "profiles"> {
  const owner = new Map<string, RunRecord>();
  const profiles = all.flatMap((record) =>
    (record.profiles ?? []).filter(({ row, kind }) => {
      const key = JSON.stringify([row, kind]);
      if (!owner.has(key)) owner.set(key, record);
      return owner.get(key) === record;
    }),
  );
  return profiles.length > 0 ? { profiles: profiles.slice(0, mostProfiles) } : {};
}

/** Facts that must be equal for the rounds of two records to be pooled. */
const poolingConditions: readonly { readonly what: string; readonly of: (record: RunRecord) => unknown }[] = [
  { what: "commit", of: ({ commit }) => commit?.sha },
  { what: "scale: one is a quick run", of: ({ quick }) => quick },
  { what: "harness", of: ({ harness }) => harness },
  { what: "server configuration", of: ({ serverHash }) => serverHash },
  { what: "thresholds of the server", of: ({ serverThresholds }) => serverThresholds },
  {
    what: "base, head or variants",
    of: ({ arms }) => arms.map(({ id, side, variant, commit, transport }) => [id, side, variant, commit, transport]),
  },
  { what: "kind of machine", of: (record) => Array.from(machineClass(record), ({ value }) => value).join(", ") },
  { what: "way of reading resources", of: ({ resourceMethod }) => resourceMethod },
];

function checkKin(first: NamedRecord, other: NamedRecord): void {
  const broken = poolingConditions.find(({ of }) => !isSame(of(first.record), of(other.record)));
  if (!broken) return;
  const values = [first, other].map(({ record }) => broken.of(record));
  const shown = values.every((value) => typeof value === "string") ? `: ${values.join(" and ")}` : "";
  throw new UserError(`${first.name} and ${other.name} differ in their ${broken.what}${shown}`, {
    expected: "records of one commit, one configuration and one kind of machine",
    fix: "merge only records of the same workflow run; compare different ones with `mcp-bench compare`",
  });
}

/** A round that counts twice is evidence out of nothing. Real rounds are never alike: they hold times to the nanosecond. */
function checkRoundsOnce(records: readonly NamedRecord[]): void {
  const seen = new Map<string, string>();
  for (const { name, record } of records) {
    const rounds = record.rounds.filter(({ launches }) => launches.some(({ measurements }) => measurements.length > 0));
    const texts = rounds.map(({ launches }) => JSON.stringify(launches));
    const [other] = texts.flatMap((text) => seen.get(text) ?? []);
    if (other !== undefined)
      throw new UserError(`${other} and ${name} hold the same round`, {
        expected: "records of different runs",
        fix: "name every record once, and leave out those that are in a merged one already",
      });
    for (const text of texts) seen.set(text, name);
  }
}

/** Records with the same rows together. Rows of different groups must not overlap. */
function groupByRows(records: readonly NamedRecord[]): NamedRecord[][] {
  const groups: NamedRecord[][] = [];
  for (const each of records) {
    const kin = groups.find(([member]) => member && sameRows(member.record.rows, each.record.rows));
    if (kin) kin.push(each);
    else groups.push([each]);
  }
  const owner = new Map<string, string>();
  for (const { name, record } of groups.flatMap(([member]) => member ?? [])) {
    for (const { id } of record.rows) {
      const before = owner.get(id);
      if (before !== undefined)
        throw new UserError(
          `${before} and ${name} both hold ${JSON.stringify(id)}, but are not replicas of each other`,
          {
            expected: "shards without a common benchmark, or replicas with all benchmarks in common, configured alike",
            fix: "give each job its own `shard`, such as 1/3, 2/3 and 3/3",
          },
        );
      owner.set(id, name);
    }
  }
  return groups;
}

/** One runner whose programs are in doubt leaves the pool in doubt. */
function pooledProgram({ id, program }: RecordArm, records: readonly RunRecord[]): Pick<RecordArm, "program"> {
  const all = records.flatMap(({ arms }) => arms.find((arm) => arm.id === id)?.program ?? []);
  const chosen = all.find(({ doubt }) => doubt !== undefined) ?? program;
  return chosen ? { program: chosen } : {};
}

function pooledChanges(records: readonly RunRecord[]): Pick<RunRecord, "changedInBase"> {
  const files = [...new Set(records.flatMap(({ changedInBase = [] }) => changedInBase))];
  return files.length > 0 ? { changedInBase: files.slice(0, mostChangedFiles) } : {};
}

function sameRows(one: readonly RecordRow[], other: readonly RecordRow[]): boolean {
  const comparable = (rows: readonly RecordRow[]) => rows.map(({ line: _line, ...row }) => row);
  return isSame(comparable(one), comparable(other));
}

/** Machines of one class may differ in their processor; the pool is then of neither. */
function pooledProcessor(records: readonly RunRecord[]): string {
  const models = new Set(records.map(({ environment }) => environment.cpuModel));
  return [...models].sort().join(" + ");
}

function isSame(one: unknown, other: unknown): boolean {
  return canonicalJson(one) === canonicalJson(other);
}

function uniqueBy<Item>(items: readonly Item[], key: (item: Item) => string): Item[] {
  return [...new Map(items.map((item) => [key(item), item])).values()];
}
