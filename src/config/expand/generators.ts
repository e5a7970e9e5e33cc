import { ConfigError } from "../../errors.ts";
import { digestOfText } from "../../host/digest.ts";
import { type Plan, placeOf, type Row } from "../../plan/plan.ts";
import type { RunOptions, SeededRun } from "../../plan/run-options.ts";

/** The seed of a run: all generators of one draw the same, whatever they were started by. */
export function seedOf({ seed, startAt }: RunOptions, draw: () => number): number {
  if (seed !== undefined) return seed;
  return startAt === undefined ? draw() : Number.parseInt(digestOfText(startAt).slice(0, 8), 16);
}

/**
 * The plan as one of several generators carries it out: nothing in it depends on what only one of them sees. Throws ConfigError
 * on what they cannot do together.
 */
export function forGenerator(plan: Plan, run: SeededRun): Plan {
  const { generator: place, startAt } = run;
  for (const row of plan.rows) checkSessions(row, place?.count ?? 1);
  if (!place && startAt === undefined) return plan;
  if (!place) throw new ConfigError("a start is for several generators", { fix: "add --generator, such as 2/8" });
  if (startAt === undefined)
    throw new ConfigError("generators have to begin together", {
      fix: "give all of them the same --start-at, some minutes ahead",
    });
  for (const { isSo, found, fix } of together(run))
    if (isSo(plan)) throw new ConfigError(`generators cannot share ${found}`, fix === undefined ? {} : { fix });
  for (const row of plan.rows) checkRow(row, place.count);
  const { leakCheck: _leakCheck, ...rest } = plan;
  const { kind, min, max } = plan.rounds;
  return {
    ...rest,
    arms: plan.arms.filter(({ side }) => side !== "control"),
    rounds: { kind, min, max },
    generator: { ...place, startAt },
  };
}

interface Obstacle {
  readonly isSo: (plan: Plan) => boolean;
  readonly found: string;
  readonly fix?: string;
}

function together(run: SeededRun): readonly Obstacle[] {
  return [
    {
      isSo: ({ arms }) => arms.some(({ side, launch }) => side !== "control" && launch.url === undefined),
      found: "a server over stdio: each would start its own",
      fix: "measure one that runs already, by its `url`",
    },
    {
      isSo: ({ arms }) => arms.some(({ side, launch }) => side !== "control" && launch.command !== undefined),
      found: "a server that the run starts: each would start its own",
      fix: "start it once, and write its `url` alone",
    },
    { isSo: ({ services = [] }) => services.length > 0, found: "services", fix: "start them once, beside the server" },
    {
      isSo: ({ serverMetrics = [] }) => serverMetrics.length > 0,
      found: "the server's log: each would count its lines",
      fix: "leave `server_metrics` out",
    },
    { isSo: () => run.shard !== undefined, found: "shards", fix: "leave --shard out: every generator has all rows" },
    { isSo: () => run.quick === true, found: "a quick run", fix: "leave --quick out; take fewer rounds instead" },
    { isSo: ({ rows }) => rows.length === 0, found: "what they find by themselves", fix: "write `benchmarks`" },
    {
      isSo: ({ rounds }) => rounds.kind === "auto",
      found: "rounds that end by what one of them sees",
      fix: "say how many, such as --rounds 7",
    },
    {
      isSo: ({ rounds }) => rounds.timeBudgetMs !== undefined,
      found: "a time budget, which ends each of them at another place",
      fix: "leave `time_budget` out; rounds and durations say how long it takes",
    },
  ];
}

/** Sessions of one process: each holds a connection, and is opened after the one before. */
const mostSessions = 1_000;

function checkSessions(row: Row, count: number): void {
  const { sessions = 1 } = row.load;
  if (sessions <= count * mostSessions) return;
  throw new ConfigError(`one process cannot hold ${Math.ceil(sessions / count)} sessions`, {
    where: placeOf(row),
    expected: `at most ${mostSessions} of each generator`,
    fix: `share them out: run ${Math.ceil(sessions / mostSessions)} generators (see docs/scale.md), or write fewer \`sessions\``,
  });
}

/** Throws ConfigError where a row has no share for each of so many, or takes as long as the server takes. */
function checkRow(row: Row, count: number): void {
  const { load, staging } = row;
  const where = placeOf(row);
  const cannot = (found: string, fix: string) => new ConfigError(`generators cannot share ${found}`, { where, fix });
  if (load.kind === "search") throw cannot("a search for the capacity", "measure rates that matter, by `rate: […]`");
  if (load.kind === "batch") throw cannot("batches", "write `concurrency` or `rate`");
  if (load.durationMs === undefined)
    throw cannot("a number of requests, which takes as long as the server takes", "write `duration`, such as 30s");
  if (staging?.isolate === "launch" || (staging?.processes ?? 1) > 1)
    throw cannot("launches", "leave `isolate` and `processes` out");
  const fields = {
    ...(load.kind === "open" ? { max_in_flight: load.maxInFlight } : { concurrency: load.concurrency }),
    ...(load.sessions === undefined ? {} : { sessions: load.sessions }),
  };
  for (const [field, whole] of Object.entries(fields))
    if (whole < count)
      throw new ConfigError(`\`${field}\` is ${whole}, and there are ${count} generators`, {
        where,
        expected: "at least one for each",
        fix: `run at most ${whole} of them, or raise it`,
      });
}
