import { ConfigError } from "../errors.ts";
import type { Scalar } from "./cells.ts";
import { digest } from "./digest.ts";
import type { Json, JsonObject } from "./json.ts";
import { loadProblems } from "./load-fields.ts";
import type { Load, Row, Staging, Step } from "./plan.ts";
import type { Config } from "./schema.ts";
import { type BenchmarkConfig, type BenchmarkEntry, benchmarkName } from "./schema-benchmark.ts";
import type { StepConfig } from "./schema-staging.ts";
import { maximumRows } from "./schema-structure.ts";

interface EntryContext {
  readonly config: Config;
  readonly line: number | undefined;
  /** True: the number of rounds was given for this run, over what benchmarks say. */
  readonly fixedRounds: boolean;
  /** Rows of one benchmark in which nothing but its load varies. */
  readonly rowsOf: (benchmark: BenchmarkConfig, variant: string | undefined) => Row[];
}

/** A row before it has its name. */
interface Draft {
  readonly row: Row;
  readonly values: Readonly<Record<string, Scalar>>;
  readonly variant: string | undefined;
  /** What its load's own sweep adds to the name, such as ` @10`. */
  readonly suffix: string;
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

/** Adds to each name what tells its row apart: values of the matrix, concurrency and requests of a case, the variant. */
function named(drafts: readonly Draft[], { isCases }: { isCases: boolean }): Row[] {
  const paces = new Set(drafts.map(({ row }) => JSON.stringify(paceOf(row.load))));
  const extents = new Set(drafts.map(({ row }) => extentOf(row.load)));
  const base = ({ row, values, suffix }: Draft): string => {
    const parts = Object.entries(values).map(([name, value]) => ` ${name}=${value}`);
    const at = isCases && suffix === "" && paces.size > 1 ? paceText(row.load) : suffix;
    const times = isCases && extents.size > 1 ? extentOf(row.load) : "";
    return `${row.benchmark}${parts.join("")}${at}${times}`;
  };
  const field = sweptField(drafts, { isPaced: isCases && paces.size > 1 });
  const seen = new Map<string, number>();
  return drafts.map((draft) => {
    const { row, variant } = draft;
    const plain = base(draft);
    const place = JSON.stringify([plain, variant]);
    const times = (seen.get(place) ?? 0) + 1;
    seen.set(place, times);
    const key = times === 1 ? plain : `${plain} #${times}`;
    const sweep = row.sweep ?? sweepOf(draft, field);
    return {
      ...row,
      id: variant === undefined ? key : `${key} [${variant}]`,
      ...(variant === undefined ? {} : { key, variant }),
      ...(sweep ? { sweep: { ...sweep, ...within(draft, sweep.field) } } : {}),
    };
  });
}

/** What a load without batches is best known by. */
function paceOf(load: Load): { readonly field: "concurrency" | "rate"; readonly value: number } | undefined {
  if (load.kind === "batch") return undefined;
  return load.kind === "open"
    ? { field: "rate", value: load.ratePerSecond }
    : { field: "concurrency", value: load.concurrency };
}

function paceText(load: Load): string {
  const pace = paceOf(load);
  if (!pace) return "";
  return pace.field === "rate" ? ` @${Number(pace.value.toPrecision(6))}/s` : ` @${pace.value}`;
}

function extentOf({ requests, durationMs = 0 }: Load): string {
  return requests === undefined ? ` for ${durationMs / 1000}s` : ` ×${requests}`;
}

/** The field along which rows are drawn: the pace of cases, or the last of the matrix that has several numbers. */
function sweptField(drafts: readonly Draft[], { isPaced }: { isPaced: boolean }): string | undefined {
  const fields = new Set(drafts.map(({ row }) => paceOf(row.load)?.field));
  if (isPaced && fields.size === 1) return [...fields][0];
  const names = Object.keys(drafts[0]?.values ?? {});
  return names.findLast((name) => {
    const values = new Set(drafts.map(({ values }) => values[name]));
    return values.size > 1 && [...values].every((value) => typeof value === "number");
  });
}

function sweepOf({ row, values }: Draft, field: string | undefined): Row["sweep"] {
  if (field === undefined) return undefined;
  const pace = paceOf(row.load);
  const value = pace?.field === field && !(field in values) ? pace.value : values[field];
  return typeof value === "number" ? { field, value } : undefined;
}

function within({ values }: Draft, field: string): { within?: string } {
  const others = Object.entries(values).filter(([name]) => name !== field);
  return others.length > 0 ? { within: others.map(([name, value]) => `${name}=${value}`).join(" ") } : {};
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

function stagingOf(
  { isolate, processes, setup = [], teardown = [] }: BenchmarkConfig,
  { config: { defaults }, values }: { config: Config; values: Readonly<Record<string, Scalar>> },
): Staging | undefined {
  const staging: Staging = {
    isolate: isolate ?? defaults.isolate ?? "none",
    processes: processes ?? defaults.processes ?? 1,
    values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)])),
    setup: setup.map((step, index) => stepOf(step, `setup[${index}]`)),
    teardown: teardown.map((step, index) => stepOf(step, `teardown[${index}]`)),
  };
  const plain = staging.isolate === "none" && staging.processes === 1 && setup.length + teardown.length === 0;
  return plain && Object.keys(values).length === 0 ? undefined : staging;
}

function stepOf({ tool, arguments: args, repeat, capture, run, per, timeout }: StepConfig, place: string): Step {
  const common = { place, per, timeoutMs: timeout };
  if (run !== undefined) return { ...common, kind: "run", run };
  return {
    ...common,
    kind: "call",
    tool: tool ?? "",
    arguments: (args ?? {}) as JsonObject,
    repeat: repeat ?? 1,
    capture: capture ?? {},
  };
}
