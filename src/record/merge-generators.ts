import { UserError } from "../errors.ts";
import { groupBy } from "../stats/group-by.ts";
import { someOf } from "../text/some-of.ts";
import { addRounds } from "./add-rounds.ts";
import { mostApartMs, type RecordGenerators } from "./generators.ts";
import type { NamedRecord, RecordRound, RunRecord } from "./record.ts";

type One = Extract<RecordGenerators, { kind: "one" }>;

/** The record of one of several generators. */
interface GeneratorRecord extends NamedRecord {
  readonly generator: One;
}

const sameRun = {
  expected: "records of all generators of one run",
  fix: "merge the records of one run alone; runs at different times are compared with `mcp-bench compare`",
};

/**
 * The rounds that all generators of a run measured together, added up round by round. Throws UserError on a generator that is
 * missing or there twice, on records of another run, and where they did not measure at the same time.
 */
export function roundsOfAll(records: readonly NamedRecord[]): Pick<RunRecord, "rounds" | "generators"> {
  const ones = records.map(generatorRecord).sort((a, b) => a.generator.index - b.generator.index);
  const [first] = ones;
  if (!first) throw new RangeError("no generator to add");
  for (const other of ones) checkRun(first, other);
  checkIndices(ones);
  const startSpreadMs = checkStarts(ones);
  const clockSpreadMs = checkClocks(ones);
  const { count, startAt } = first.generator;
  const names = ones.map(({ generator }) => `generator ${generator.index}`);
  return {
    rounds: first.record.rounds.map((_, place) =>
      addRounds(
        ones.flatMap(({ record }) => record.rounds[place] ?? []),
        names,
      ),
    ),
    generators: { kind: "all", count, startAt, startSpreadMs, clockSpreadMs },
  };
}

/** Whether a record is that of a generator, and has to be added to others. */
export function isOfGenerator({ record }: NamedRecord): boolean {
  return record.generators?.kind === "one";
}

function generatorRecord({ name, record }: NamedRecord): GeneratorRecord {
  if (record.generators?.kind === "one") return { name, record, generator: record.generators };
  throw new UserError(`${name} is not the record of a generator, and others are`, sameRun);
}

/** What must be the same for the rounds of two generators to be parts of the same rounds. */
const common: readonly { readonly what: string; readonly of: (one: GeneratorRecord) => unknown }[] = [
  { what: "start", of: ({ generator }) => generator.startAt },
  { what: "number of generators", of: ({ generator }) => generator.count },
  { what: "seed", of: ({ record }) => record.seed },
  { what: "benchmarks", of: ({ record }) => record.rows.map(({ id, configHash }) => [id, configHash]) },
  {
    what: "server",
    of: ({ record }) => record.arms.map(({ server }) => server && [server.name, server.version, server.protocol]),
  },
  { what: "number of rounds", of: ({ record }) => record.rounds.length },
  { what: "launches", of: ({ record }) => record.rounds.map(launchesOf) },
];

function launchesOf({ index, launches }: RecordRound) {
  return [index, launches.map(({ arm, purpose }) => [arm, purpose])];
}

function checkRun(first: GeneratorRecord, other: GeneratorRecord): void {
  const broken = common.find(({ of }) => JSON.stringify(of(first)) !== JSON.stringify(of(other)));
  if (!broken) return;
  const values = [first, other].map((one) => [broken.of(one)].flat(2).join(" "));
  throw new UserError(
    `${first.name} and ${other.name} differ in their ${broken.what}: ${values.map((value) => value || "none").join(" and ")}`,
    sameRun,
  );
}

function checkIndices(ones: readonly GeneratorRecord[]): void {
  const byIndex = new Map<number, GeneratorRecord>();
  for (const one of ones) {
    const { index, count } = one.generator;
    const other = byIndex.get(index);
    if (other)
      throw new UserError(`${other.name} and ${one.name} are both of generator ${index} of ${count}`, {
        expected: "one record of each",
        fix: "give each process an index of its own, and name each record once",
      });
    byIndex.set(index, one);
  }
  const count = ones[0]?.generator.count ?? 0;
  const missing = Array.from({ length: count }, (_, place) => String(place + 1)).filter(
    (index) => !byIndex.has(Number(index)),
  );
  if (missing.length > 0)
    throw new UserError(`of ${count} generators ${someOf(missing)} ${missing.length === 1 ? "is" : "are"} missing`, {
      expected: "a record of each: without one, a part of the load is not there",
      fix: "name its record too; where it failed, look at what it printed and run all of them again",
    });
}

/** The most by which two of them began a block apart. Throws UserError where that is too much. */
function checkStarts(ones: readonly GeneratorRecord[]): number {
  const starts = ones.flatMap(({ name, record }) => startsOf(record).map((start) => ({ ...start, name })));
  const all = groupBy(starts, ({ block }) => block);
  let spread = 0;
  for (const [block, begun] of all) {
    const [early, ...later] = begun.toSorted((a, b) => a.ms - b.ms);
    const late = later.at(-1);
    if (!early || !late) continue;
    const apart = late.ms - early.ms;
    if (apart > mostApartMs)
      throw new UserError(`${late.name} began ${block} ${Math.round(apart)} ms after ${early.name}`, {
        expected: `at most ${mostApartMs} ms between the first generator and the last`,
        fix: "run all of them again, on machines that have a core to spare",
      });
    spread = Math.max(spread, apart);
  }
  return spread;
}

function startsOf({ rounds }: RunRecord): { readonly block: string; readonly ms: number }[] {
  return rounds.flatMap(({ index, launches }) =>
    launches.flatMap(({ arm, measurements }) =>
      measurements.flatMap(({ row, blocks }) =>
        blocks.flatMap(({ startMs }, place) =>
          startMs === undefined
            ? []
            : [{ block: `block ${place + 1} of ${JSON.stringify(row)} on ${arm} in round ${index + 1}`, ms: startMs }],
        ),
      ),
    ),
  );
}

/**
 * By how much two clocks are apart at least, seen from that of the server; undefined where one was not compared with it.
 * Throws UserError where that is too much: their starts, each by its own clock, were apart then.
 */
function checkClocks(ones: readonly GeneratorRecord[]): number | undefined {
  const clocks = ones.flatMap(({ name, generator: { clock } }) => (clock ? [{ name, ...clock }] : []));
  const [behind] = clocks.toSorted((a, b) => b.atLeastMs - a.atLeastMs);
  const [ahead] = clocks.toSorted((a, b) => a.atMostMs - b.atMostMs);
  const spread = behind && ahead ? Math.max(0, behind.atLeastMs - ahead.atMostMs) : 0;
  if (spread > mostApartMs)
    throw new UserError(
      `the clocks of ${behind?.name} and ${ahead?.name} are at least ${Math.round(spread)} ms apart, by that of the server`,
      {
        expected: `at most ${mostApartMs} ms`,
        fix: "let NTP set the clocks of all generators, and run them again",
      },
    );
  return clocks.length === ones.length ? spread : undefined;
}
