import path from "node:path";
import { digest } from "../../base/host/digest.ts";
import { readPlainFile } from "../../base/host/plain-file.ts";
import { isMap, type Json, type JsonObject, mapValues } from "../../base/json.ts";
import { ConfigError, messageOf } from "../../errors.ts";
import { leavesSessions } from "../../model/fresh-session.ts";
import { inFlightOf, type Load, saysHowLong } from "../../model/load.ts";
import { operationOf } from "../../model/operation.ts";
import type { Setup } from "../../model/setup.ts";
import { placeOf, type Row } from "../../plan/plan.ts";
import type { Config } from "../schema/schema.ts";
import type { BoundRow } from "./bound-rows.ts";
import type { Cell } from "./row-names.ts";

interface RowContext {
  readonly config: Config;
  readonly directory: string;
  readonly line: number | undefined;
  /** True: the number of rounds was given for this run, over what benchmarks say. */
  readonly fixedRounds: boolean;
  readonly serverOn: (variant: string | undefined) => {
    /** Absent over stdio; where only the server knows it, words that say so. */
    readonly address: string | undefined;
    readonly isStarted: boolean;
    readonly hash: string;
  };
}

/** Rows with what they call, and with what happens around the calls. Throws ConfigError. */
export function rowsOf(bound: readonly BoundRow[], context: RowContext): Row[] {
  const calls = new Map<Cell, ReturnType<typeof callsOf>>();
  return bound.map(({ cell, ...row }) => {
    const made = calls.get(cell) ?? callsOf(cell, context);
    calls.set(cell, made);
    const { configHash, ...rest } = made;
    const where = placeOf({ ...row, line: context.line });
    checkInFlight(row.load, where);
    if (rest.operation.updates !== undefined) checkAlone(row.load, where);
    return { ...row, ...rest, configHash: configHash(row.load) };
  });
}

/** Makes the fields that the rows of a cell share. */
function callsOf(cell: Cell, { config, directory, line, fixedRounds, serverOn }: RowContext) {
  const { config: benchmark, values, variant } = cell;
  const server = serverOn(variant);
  const where = placeOf({ benchmark: cell.benchmark, line });
  const operation = {
    ...operationOf(benchmark, { serverUrl: server.address, where }),
    ...readArgumentRows(benchmark.arguments_from, directory),
    ...(benchmark.progress ? { progress: true as const } : {}),
    ...(benchmark.task ? { task: true as const } : {}),
    ...(benchmark.updates === undefined ? {} : { updates: benchmark.updates }),
    ...(benchmark.fresh_session ? { freshSession: benchmark.fresh_session } : {}),
  };
  if (operation.freshSession && server.address === undefined)
    throw new ConfigError(
      "`fresh_session` needs a server that is reached by `url`: over stdio a session is a process",
      {
        where,
        fix: "measure it with `transport: streamable-http`, or take `startup`, which every round measures",
      },
    );
  const { expect, restart } = benchmark;
  if (restart && !server.isStarted)
    throw new ConfigError("`restart` needs a server that is started here, not one that is reached by `url` alone", {
      where,
      fix: "set `server.command`",
    });
  // Abandoned sessions would slow the rows after them, and a stopped server answers none.
  const isolate = benchmark.isolate ?? (leavesSessions(operation) || restart ? "row" : undefined);
  const setup = setupOf({ ...benchmark, isolate }, { config, values });
  const isTraced = (benchmark.trace_context ?? config.defaults.trace_context) && !benchmark.http;
  const traceContext = isTraced ? (true as const) : undefined;
  return {
    group: benchmark.group,
    note: benchmark.note,
    rounds: fixedRounds ? undefined : benchmark.rounds,
    setup,
    operation,
    items: benchmark.items ?? benchmark.batch?.size,
    cooldownMs: benchmark.cooldown,
    readsMemory: (benchmark.read_memory ?? (config.defaults.read_memory && !benchmark.capacity)) || undefined,
    traceContext,
    restart,
    expect,
    callsAsNeeded: saysHowLong(benchmark) || saysHowLong(config.defaults) ? undefined : (true as const),
    line: line || undefined,
    configHash: (load: Load): string => {
      const row = digest({ operation, load, expect, server: server.hash, traceContext, restart } as unknown as Json);
      return setup ? digest({ row, staging: hashedSetup(setup) } as unknown as Json) : row;
    },
  };
}

/** Throws ConfigError where there are not even as many requests as are to be in flight at once. */
function checkInFlight(load: Load, where: string): void {
  const { requests = Number.POSITIVE_INFINITY } = load;
  const concurrency = inFlightOf(load) ?? 0;
  if (requests >= concurrency) return;
  throw new ConfigError(`${concurrency} requests cannot be in flight at once where only ${requests} are sent`, {
    where,
    fix: `write \`requests: ${4 * concurrency}\` (an arm sends them in up to four blocks), or a lower \`concurrency\``,
  });
}

/** A notification does not say which call it is due to. Throws ConfigError where several calls may be in flight. */
function checkAlone(load: Load, where: string): void {
  if (inFlightOf(load) === 1 && (load.sessions ?? 1) === 1) return;
  throw new ConfigError("`updates` takes one call in flight, on one session: notifications do not name their call", {
    where,
    fix: "write `concurrency: 1`, without `rate`, `batch` and `sessions`",
  });
}

/** Returns a setup under the names that stored runs were hashed under. */
function hashedSetup({ steps, teardown, ...launches }: Setup) {
  return { ...launches, setup: steps, teardown };
}

function setupOf(
  { isolate, processes, setup: steps = [], teardown = [] }: Cell["config"],
  { config: { defaults }, values }: { config: Config; values: Cell["values"] },
): Setup | undefined {
  const setup: Setup = {
    isolate: isolate ?? defaults.isolate ?? "none",
    processes: processes ?? defaults.processes ?? 1,
    values: mapValues(values, String),
    steps: steps.map((step, index) => ({ ...step, place: `setup[${index}]` })),
    teardown: teardown.map((step, index) => ({ ...step, place: `teardown[${index}]` })),
  };
  const plain = setup.isolate === "none" && setup.processes === 1 && steps.length + teardown.length === 0;
  return plain && Object.keys(values).length === 0 ? undefined : setup;
}

/** Reads the arguments of successive calls, one JSON object per line. Throws ConfigError naming the line. */
function readArgumentRows(
  file: string | undefined,
  directory: string,
): { readonly argumentRows?: readonly JsonObject[] } {
  if (file === undefined) return {};
  let text: string;
  try {
    text = readPlainFile(path.resolve(directory, file));
  } catch (cause) {
    const reason = messageOf(cause);
    throw new ConfigError(`the file of \`arguments_from\` cannot be read: ${reason}`, {
      where: file,
      expected: "one JSON object per line, in a file relative to the working directory",
      cause,
    });
  }
  const argumentRows = text
    .split("\n")
    .flatMap((line, index) => (line.trim() === "" ? [] : [parseLine(line, `${file}:${index + 1}`)]));
  if (argumentRows.length === 0)
    throw new ConfigError("the file of `arguments_from` is empty", {
      where: file,
      expected: "one JSON object per line",
    });
  return { argumentRows };
}

function parseLine(line: string, where: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw new ConfigError(`not JSON: ${messageOf(cause)}`, {
      where,
      expected: 'one JSON object per line, such as {"query": "x"}',
      cause,
    });
  }
  if (isMap(value)) return value as JsonObject;
  throw new ConfigError("not a JSON object", { where, expected: 'arguments by name, such as {"query": "x"}' });
}
