import { ConfigError } from "../../errors.ts";
import { type Load, makeLoad, sweptKey } from "../../model/load.ts";
import type { Pace } from "../../model/loads/load-kind.ts";
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
import type { Config } from "../schema/schema.ts";
import { maximumRows } from "../schema/structure.ts";
import { type Cell, type NamedRow, nameRows } from "./row-names.ts";

/** A row before it is known what it calls: its name, its load, and what binds it. */
export type BoundRow = NamedRow & Pick<Row, "thresholds">;

interface EntryContext {
  readonly config: Config;
  /** Those that hold where a benchmark says nothing. */
  readonly thresholds: readonly Threshold[];
  readonly line?: number | undefined;
}

/** The rows of a benchmark: its cells by its variants by its loads. Throws ConfigError. */
export function boundRows(entry: BenchmarkEntry, context: EntryContext): BoundRow[] {
  const { config, thresholds, line } = context;
  const drafts = cellsOf(entry, context).flatMap((cell) =>
    loadsOf(cell.config, config).map((paced) => ({ cell, ...paced })),
  );
  if (drafts.length > maximumRows)
    throw new ConfigError(`has ${drafts.length} rows`, {
      where: placeOf({ benchmark: benchmarkName(entry), line }),
      expected: `at most ${maximumRows}`,
      fix: "write fewer values, or list the rows that matter under `cases`",
    });
  const rows = nameRows(drafts, entry).map((row): BoundRow => {
    const own = overrideThresholds(thresholds, row.cell.config.thresholds ?? []);
    return { ...row, thresholds: ofLoad(ofScope(own, "row"), row.load) };
  });
  // Variants of one row stand next to each other, and take turns.
  const turns = [...groupBy(rows, ({ key, id }) => key ?? id).values()];
  for (const alike of turns) checkTurns(alike, line);
  return turns.flat();
}

/** The cells of an entry on each variant that it runs on. */
function cellsOf(entry: BenchmarkEntry, { config }: EntryContext): Cell[] {
  const variants = config.variants ? (entry.on ?? Object.keys(config.variants)) : [undefined];
  return entry.cells.flatMap(({ values, variant: only, benchmark }) =>
    variants
      .filter((variant) => only === undefined || only === variant)
      .map((variant) => ({ config: benchmark, values, variant, benchmark: benchmark.name ?? benchmarkName(entry) })),
  );
}

/** The loads of a benchmark: one, or one for each value of the list it has, with the field of that. */
function loadsOf(benchmark: BenchmarkConfig, config: Config): { load: Load; pace?: Pace }[] {
  const own = { ...benchmark, sessions: benchmark.sessions ?? sessionsOfIdentities(benchmark, config) };
  // A pause of zero is no pause.
  const paced =
    own.rate !== undefined || own.capacity || own.stages || own.batch || own.delay || own.sessions !== undefined;
  const swept = { ...own, concurrency: own.concurrency ?? (paced ? undefined : config.defaults.concurrency) };
  const field = sweptKey(swept);
  const values = field === undefined ? [undefined] : [swept[field] ?? []].flat();
  return values.map((value) => {
    const one = (setting: number | number[] | undefined) => (Array.isArray(setting) ? value : setting);
    const { concurrency, rate, sessions } = swept;
    const chosen = { concurrency: one(concurrency), rate: one(rate), sessions: one(sessions) };
    const load = makeLoad({ ...own, ...chosen }, config.defaults);
    if (field === undefined || value === undefined || values.length === 1) return { load };
    return { load, pace: { field, value } };
  });
}

/** Returns one session for each identity, where the benchmark opens none of its own; undefined for a server of one caller. */
function sessionsOfIdentities(
  { http, fresh_session, updates, task, batch, delay }: BenchmarkConfig,
  { server }: Config,
): number | undefined {
  if (http || fresh_session || updates !== undefined || task || batch || delay || typeof server !== "object")
    return undefined;
  return server.identities?.length;
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
