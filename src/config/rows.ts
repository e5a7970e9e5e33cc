import { ConfigError } from "../errors.ts";
import type { Scalar } from "./cells.ts";
import { digest } from "./digest.ts";
import type { Json, JsonObject } from "./json.ts";
import type { Row, Staging, Step } from "./plan.ts";
import { type BenchmarkConfig, type BenchmarkEntry, benchmarkName, type Config } from "./schema.ts";
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
  return inOrder(named(drafts, { isCases: entry.cells.some(({ isCase }) => isCase) }));
}

interface Drafting extends EntryContext, Pick<Draft, "values" | "variant"> {
  /** What the benchmark is called where it has no name of its own: alike on every variant. */
  readonly common: string;
}

function draftsOf(
  benchmark: BenchmarkConfig,
  { config, fixedRounds, rowsOf, values, variant, common }: Drafting,
): Draft[] {
  const own = variant === undefined ? undefined : config.variants?.[variant];
  const load = Object.fromEntries(Object.entries(own?.load ?? {}).filter(([, value]) => value !== undefined));
  const staging = stagingOf(benchmark, { config, values });
  const name = benchmarkName(benchmark);
  return rowsOf({ ...benchmark, ...load }, variant).map((row) => ({
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

/** Adds to each name what tells its row apart: values of the matrix, concurrency and requests of a case, the variant. */
function named(drafts: readonly Draft[], { isCases }: { isCases: boolean }): Row[] {
  const concurrencies = new Set(drafts.map(({ row }) => row.load.concurrency));
  const requests = new Set(drafts.map(({ row }) => row.load.requests));
  const base = ({ row, values, suffix }: Draft): string => {
    const parts = Object.entries(values).map(([name, value]) => ` ${name}=${value}`);
    const at = isCases && suffix === "" && concurrencies.size > 1 ? ` @${row.load.concurrency}` : suffix;
    const times = isCases && requests.size > 1 ? ` ×${row.load.requests}` : "";
    return `${row.benchmark}${parts.join("")}${at}${times}`;
  };
  const field = sweptField(drafts, { isCases, concurrencies: concurrencies.size });
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

/** The field along which rows are drawn: the concurrency of cases, or the last of the matrix that has several numbers. */
function sweptField(
  drafts: readonly Draft[],
  { isCases, concurrencies }: { isCases: boolean; concurrencies: number },
): string | undefined {
  if (isCases && concurrencies > 1) return "concurrency";
  const names = Object.keys(drafts[0]?.values ?? {});
  return names.findLast((name) => {
    const values = new Set(drafts.map(({ values }) => values[name]));
    return values.size > 1 && [...values].every((value) => typeof value === "number");
  });
}

function sweepOf({ row, values }: Draft, field: string | undefined): Row["sweep"] {
  if (field === undefined) return undefined;
  const value = field === "concurrency" && !(field in values) ? row.load.concurrency : values[field];
  return typeof value === "number" ? { field, value } : undefined;
}

function within({ values }: Draft, field: string): { within?: string } {
  const others = Object.entries(values).filter(([name]) => name !== field);
  return others.length > 0 ? { within: others.map(([name, value]) => `${name}=${value}`).join(" ") } : {};
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
