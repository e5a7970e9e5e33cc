import { ConfigError } from "../../errors.ts";
import { type Load, loadProblems } from "../../model/load.ts";
import type { Bounds } from "../../plan/bounds.ts";
import { placeOf, type Row } from "../../plan/plan.ts";
import {
  defaultThresholds,
  ofLoad,
  ofScope,
  overrideThresholds,
  type Threshold,
  usualLoad,
} from "../../plan/threshold.ts";
import { groupBy } from "../../stats/group-by.ts";
import { type BenchmarkConfig, type BenchmarkEntry, benchmarkName } from "../schema/benchmark-fields.ts";
import type { Scalar } from "../schema/cells.ts";
import type { Config } from "../schema/schema.ts";
import { maximumRows } from "../schema/structure.ts";
import { loadsOf } from "./make-load.ts";
import { type NamedRow, nameRows } from "./row-names.ts";

/** A row before it is known what it calls: its name, its load, and what binds it. */
export interface BoundRow extends NamedRow, Pick<Row, "load" | "thresholds"> {
  readonly cell: Cell;
}

/** A benchmark in which nothing but its load varies any more. */
export interface Cell {
  /** With the load of its variant. */
  readonly config: BenchmarkConfig;
  readonly values: Readonly<Record<string, Scalar>>;
  readonly variant: string | undefined;
  /** Alike on every variant. */
  readonly benchmark: string;
}

interface EntryContext {
  readonly config: Config;
  /** Those that hold where a benchmark says nothing. */
  readonly thresholds: readonly Threshold[];
  /** Line of the entry in the configuration file. */
  readonly line?: number | undefined;
}

/** The rows of a benchmark: its cells by its variants by its loads. Throws ConfigError. */
export function boundRows(entry: BenchmarkEntry, context: EntryContext): BoundRow[] {
  const { config, thresholds, line } = context;
  const drafts = cellsOf(entry, context).flatMap((cell) =>
    loadsOf(cell.config, config).map((paced) => ({ ...cell, ...paced, cell })),
  );
  if (drafts.length > maximumRows)
    throw new ConfigError(`has ${drafts.length} rows`, {
      where: placeOf({ benchmark: benchmarkName(entry), line }),
      expected: `at most ${maximumRows}`,
      fix: "write fewer values, or list the rows that matter under `cases`",
    });
  const isCases = entry.cells.some(({ isCase }) => isCase);
  const rows = nameRows(drafts, { isCases }).map(({ draft: { cell, load }, name }): BoundRow => {
    const own = overrideThresholds(thresholds, cell.config.thresholds ?? []);
    return { ...name, load, thresholds: ofLoad(ofScope(own, "row"), load), cell };
  });
  // Variants of one row stand next to each other, and take turns.
  const turns = [...groupBy(rows, ({ key, id }) => key ?? id).values()];
  for (const alike of turns) checkTurns(alike, line);
  return turns.flat();
}

/** The cells of an entry on each variant that it runs on. Throws ConfigError. */
function cellsOf(entry: BenchmarkEntry, { config, line }: EntryContext): Cell[] {
  const variants = config.variants ? (entry.on ?? Object.keys(config.variants)) : [undefined];
  return entry.cells.flatMap(({ values, variant: only, benchmark }) =>
    variants
      .filter((variant) => only === undefined || only === variant)
      .map((variant) => {
        const load = variant === undefined ? {} : (config.variants?.[variant]?.load ?? {});
        const given = Object.fromEntries(Object.entries(load).filter(([, value]) => value !== undefined));
        const cell = { ...benchmark, ...given };
        checkLoad(cell, { variant, line });
        return { config: cell, values, variant, benchmark: benchmark.name ?? benchmarkName(entry) };
      }),
  );
}

/** Checks the load that a variant adds to a benchmark against the benchmark's own. Throws ConfigError. */
function checkLoad(
  cell: BenchmarkConfig,
  { variant = "", line }: { variant: string | undefined; line: number | undefined },
): void {
  const [problem] = loadProblems(cell);
  if (!problem) return;
  throw new ConfigError(problem.message, {
    where: `${placeOf({ benchmark: benchmarkName(cell), line })} with the load of variant ${JSON.stringify(variant)}`,
    fix: `write \`${problem.key}\` in the benchmark, for the variants it is meant for: variants: { ${variant}: { ${problem.key}: … } }`,
  });
}

/** Makes sure that the variants of a row can take turns: block by block they are sent the same. Throws ConfigError. */
function checkTurns([leader, ...others]: readonly BoundRow[], line: number | undefined): void {
  if (!leader) return;
  for (const row of others) {
    const [one, other] = [blocksOf(leader.load), blocksOf(row.load)];
    const field = [...Object.keys(one), ...Object.keys(other)].find(
      (name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]),
    );
    if (field !== undefined)
      throw new ConfigError(
        `the load of ${JSON.stringify(leader.key ?? leader.id)} is not the same on every variant (${field})`,
        {
          where: placeOf({ benchmark: row.benchmark, line }),
          expected: "variants that differ only in `warmup`, `timeout`, `items` or `delay`, since they are interleaved",
          fix: "write two benchmarks, or the same load for both",
        },
      );
  }
}

/** Without pauses, which are in no figure. */
function blocksOf(own: Load): Readonly<Record<string, unknown>> {
  const { warmup: _warmup, timeoutMs: _timeout, ...load } = own;
  return { ...load, delayMs: undefined };
}

/** The bounds of a configuration; without one the standard ones. Throws ConfigError as makePlan does about rows. */
export function boundsOf(config: Config | undefined): Bounds {
  const thresholds = overrideThresholds(defaultThresholds, config?.thresholds ?? []);
  return {
    rows: config ? (config.benchmarks ?? []).flatMap((entry) => boundRows(entry, { config, thresholds })) : [],
    defaultThresholds: ofLoad(ofScope(thresholds, "row"), usualLoad),
    serverThresholds: ofScope(thresholds, "server"),
    arms: Object.entries(config?.variants ?? {}).map(([variant, { reference, thresholds }]) => ({
      variant,
      reference,
      thresholds: thresholds && overrideThresholds([], thresholds),
    })),
  };
}
