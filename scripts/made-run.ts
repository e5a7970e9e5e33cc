import { tmpdir } from "node:os";
import { platform } from "node:process";
import { systemClock } from "../src/base/host/clock.ts";
import type { RunDependencies } from "../src/measure/run/run-plan.ts";
import type { ClosedLoad } from "../src/model/loads/closed-load.ts";
import type { LaunchSpec, Plan, Row } from "../src/plan/plan.ts";
import { madeRecord } from "./made-record.ts";

/* Parts of a run that no configuration asked for: plan, launches and surroundings. */

const hash = "0".repeat(16);

/** A launch over stdio, with limits that no server meets. */
export function madeLaunch(given: Pick<LaunchSpec, "command" | "args" | "env"> & Partial<LaunchSpec>): LaunchSpec {
  return {
    transport: "stdio",
    cwd: tmpdir(),
    headers: {},
    startupTimeoutMs: 60_000,
    shutdownTimeoutMs: 3_000,
    protocol: "2025-11-25",
    ...given,
  };
}

/** A load that makes one call after the other. */
export function madeLoad(given: Pick<ClosedLoad, "requests" | "warmup"> & Partial<ClosedLoad>): ClosedLoad {
  return { kind: "closed", concurrency: 1, timeoutMs: 10_000, ...given };
}

export function toolCall(name: string, args: Readonly<Record<string, string | number>>) {
  return { method: "tools/call", params: { name, arguments: args }, target: name } as const;
}

export function madeRow({
  id,
  operation,
  load,
  thresholds = [],
}: Pick<Row, "id" | "operation" | "load"> & Partial<Pick<Row, "thresholds">>): Row {
  return { id, benchmark: id, operation, load, thresholds, configHash: hash };
}

/** A plan of so many rounds, however long they take. */
export function madePlan({ arms, rows, rounds }: Pick<Plan, "arms" | "rows"> & { readonly rounds: number }): Plan {
  return {
    arms,
    rows,
    serverThresholds: [],
    serverHash: hash,
    rounds: { kind: "fixed", min: rounds, max: rounds, timeBudgetMs: 86_400_000 },
    cooldownMs: 0,
    discover: false,
    defaults: madeLoad({ requests: 100, warmup: 5 }),
    defaultThresholds: [],
    seed: 1,
  };
}

/** The surroundings of a run that tells nobody of its progress. */
export function madeSurroundings(): RunDependencies {
  return {
    clock: systemClock,
    now: () => new Date(),
    signal: new AbortController().signal,
    progress: () => undefined,
    environment: { ...madeRecord.environment, os: platform },
    command: "server",
    harness: "bench",
  };
}
