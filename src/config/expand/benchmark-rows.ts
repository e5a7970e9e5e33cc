import { ConfigError } from "../../errors.ts";
import { digest } from "../../host/digest.ts";
import type { Row } from "../../plan/plan.ts";
import type { Threshold } from "../../plan/threshold.ts";
import type { Load } from "../../plan/workload.ts";
import type { Json } from "../../text/json.ts";
import { type BenchmarkConfig, benchmarkName } from "../schema/benchmark.ts";
import type { Config } from "../schema/schema.ts";
import type { ServerConfig } from "../schema/server.ts";
import { readArgumentRows } from "./argument-rows.ts";
import { boundLoads } from "./bound-loads.ts";
import { expectationOf, operationOf } from "./make-operation.ts";

interface RowContext {
  readonly directory: string;
  readonly config: Config;
  readonly thresholds: readonly Threshold[];
  readonly server: ServerConfig;
  readonly serverHash: string;
  readonly line: number | undefined;
}

/** The rows of a benchmark in which nothing but its load varies. Throws ConfigError. */
export function benchmarkRows(benchmark: BenchmarkConfig, context: RowContext): Row[] {
  const { config, line, serverHash } = context;
  const name = benchmarkName(benchmark);
  const where = `benchmark ${JSON.stringify(name)}${line === undefined ? "" : ` (line ${line} of the configuration)`}`;
  const operation = {
    ...operationOf(benchmark, { serverUrl: addressOf(context.server), where }),
    ...readArgumentRows(benchmark.arguments_from, context.directory),
  };
  const expect = expectationOf(benchmark);
  const items = benchmark.items ?? benchmark.batch?.size;
  const loads = boundLoads(benchmark, config, context.thresholds);
  for (const { load } of loads) checkInFlight(load, where);
  return loads.map((bound) => ({
    ...bound,
    ...(benchmark.group ? { group: benchmark.group } : {}),
    operation,
    ...(items === undefined ? {} : { items }),
    ...(benchmark.cooldown === undefined ? {} : { cooldownMs: benchmark.cooldown }),
    ...((benchmark.load_pass ?? config.defaults.load_pass) ? { loadPass: true } : {}),
    ...(expect ? { expect } : {}),
    configHash: digest({ operation, load: bound.load, expect, server: serverHash } as unknown as Json),
    ...(line ? { line } : {}),
  }));
}

/** Throws ConfigError where there are not even as many requests as are to be in flight at once. */
function checkInFlight(load: Load, where: string): void {
  if (load.kind !== "closed" || load.requests === undefined || load.requests >= load.concurrency) return;
  throw new ConfigError(
    `${load.concurrency} requests cannot be in flight at once where only ${load.requests} are sent`,
    {
      where,
      fix: `write \`requests: ${4 * load.concurrency}\` (an arm sends them in up to four blocks), or a lower \`concurrency\``,
    },
  );
}

/** Absent over stdio; where only the server knows its address, a text that is none. */
function addressOf({ url, url_from }: ServerConfig): string | undefined {
  return url ?? (url_from ? "the address that the server prints" : undefined);
}
