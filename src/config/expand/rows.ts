import { ConfigError } from "../../errors.ts";
import { digest } from "../../host/digest.ts";
import type { Row } from "../../plan/plan.ts";
import type { Load } from "../../plan/workload.ts";
import type { Json } from "../../text/json.ts";
import { type BenchmarkConfig, type BenchmarkEntry, benchmarkName } from "../schema/benchmark.ts";
import { loadProblems } from "../schema/load-fields.ts";
import type { Config } from "../schema/schema.ts";
import { maximumRows } from "../schema/structure.ts";
import { stagingOf } from "./make-staging.ts";
import { type Draft, named } from "./row-names.ts";

interface EntryContext {
  readonly config: Config;
  readonly line: number | undefined;
  /** True: the number of rounds was given for this run, over what benchmarks say. */
  readonly fixedRounds: boolean;
  /** Rows of one benchmark in which nothing but its load varies. */
  readonly rowsOf: (benchmark: BenchmarkConfig, variant: string | undefined) => Row[];
}

/** All rows of a benchmark: its matrix, cases and variants multiplied out, each with a name that stays the same between runs. */
export function rowsOfEntry(entry: BenchmarkEntry, context: EntryContext): Row[] {
  const { config } = context;
  const names = entry.on ?? Object.keys(config.variants ?? {});
  const variants = config.variants ? names : [undefined];
  const drafts = entry.cells.flatMap(({ values, variant: only, benchmark }) =>
    variants
      .filter((variant) => only === undefined || only === variant)
      .flatMap((variant) => draftsOf(benchmark, { ...context, values, variant, common: benchmarkName(entry) })),
  );
  if (drafts.length > maximumRows)
    throw new ConfigError(`has ${drafts.length} rows`, {
      where: `benchmark ${JSON.stringify(benchmarkName(entry))}${context.line ? ` (line ${context.line})` : ""}`,
      expected: `at most ${maximumRows}`,
      fix: "write fewer values, or list the rows that matter under `cases`",
    });
  const rows = inOrder(named(drafts, { isCases: entry.cells.some(({ isCase }) => isCase) }));
  checkTurns(rows);
  return rows;
}

interface Drafting extends EntryContext, Pick<Draft, "values" | "variant"> {
  /** What the benchmark is called where it has no name of its own: alike on every variant. */
  readonly common: string;
}

function draftsOf(
  benchmark: BenchmarkConfig,
  { config, fixedRounds, rowsOf, values, variant, common, line }: Drafting,
): Draft[] {
  const own = variant === undefined ? undefined : config.variants?.[variant];
  const load = Object.fromEntries(Object.entries(own?.load ?? {}).filter(([, value]) => value !== undefined));
  const staging = stagingOf(benchmark, { config, values });
  const name = benchmarkName(benchmark);
  const loaded = { ...benchmark, ...load };
  checkLoad(loaded, { variant, line });
  return rowsOf(loaded, variant).map((row) => ({
    row: {
      ...row,
      benchmark: benchmark.name ?? common,
      ...(benchmark.note === undefined ? {} : { note: benchmark.note }),
      ...(benchmark.rounds === undefined || fixedRounds ? {} : { rounds: benchmark.rounds }),
      ...(staging ? { staging, configHash: digest({ row: row.configHash, staging } as unknown as Json) } : {}),
    },
    values,
    variant,
    suffix: row.id.slice(name.length),
  }));
}

/** What a variant adds to the load of a benchmark may not go with it. Throws ConfigError. */
function checkLoad(
  loaded: BenchmarkConfig,
  { variant = "", line }: { variant?: string | undefined; line: number | undefined },
): void {
  const [problem] = loadProblems(loaded);
  if (!problem) return;
  throw new ConfigError(problem.message, {
    where: `benchmark ${JSON.stringify(benchmarkName(loaded))}${line ? ` (line ${line})` : ""} with the load of variant ${JSON.stringify(variant)}`,
    fix: `write \`${problem.key}\` in the benchmark, for the variants it is meant for: variants: { ${variant}: { ${problem.key}: … } }`,
  });
}

/** Makes sure that the variants of a row can take turns: block by block they are sent the same. Throws ConfigError. */
function checkTurns(rows: readonly Row[]): void {
  const leaders = new Map<string, Row>();
  for (const row of rows) {
    const key = row.key ?? row.id;
    const leader = leaders.get(key) ?? row;
    leaders.set(key, leader);
    const [one, other] = [blocksOf(leader.load), blocksOf(row.load)];
    const field = [...Object.keys(one), ...Object.keys(other)].find(
      (name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]),
    );
    if (field !== undefined)
      throw new ConfigError(`the load of ${JSON.stringify(key)} is not the same on every variant (${field})`, {
        where: `benchmark ${JSON.stringify(row.benchmark)}${row.line ? ` (line ${row.line})` : ""}`,
        expected:
          "variants that differ in `warmup`, `timeout`, `items` or `delay` only, since they take turns block by block",
        fix: "write two benchmarks, or the same load for both",
      });
  }
}

/** Without pauses, which are in no figure. */
function blocksOf(own: Load): Readonly<Record<string, unknown>> {
  const { warmup: _warmup, timeoutMs: _timeout, ...load } = own;
  return { ...load, delayMs: undefined };
}

/** Variants of one row stand next to each other. */
function inOrder(rows: readonly Row[]): Row[] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = row.key ?? row.id;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()].flat();
}
