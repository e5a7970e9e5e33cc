import os from "node:os";
import { fileURLToPath } from "node:url";
import { systemClock } from "../../src/base/host/clock.ts";
import { Instrument } from "../../src/measure/instrument/instrument.ts";
import type { ProgressEvent } from "../../src/measure/progress.ts";
import type { RunDependencies } from "../../src/measure/run/run-plan.ts";
import type { Load } from "../../src/model/load.ts";
import type { ClosedLoad } from "../../src/model/loads/closed-load.ts";
import type { Arm, LaunchSpec, Plan, Row } from "../../src/plan/plan.ts";
import type { RecordEnvironment } from "../../src/record/record.ts";
import { sampleServer, stdioSpec as serverSpec } from "../server/support.ts";

/** Path of a reference server's entry file. */
export function referenceServer(name: "everything" | "filesystem"): string {
  return fileURLToPath(
    new URL(`../../node_modules/@modelcontextprotocol/server-${name}/dist/index.js`, import.meta.url),
  );
}

export function stdioSpec(args: readonly string[], given: Partial<LaunchSpec> = {}): LaunchSpec {
  return serverSpec("", [], { args, cwd: os.tmpdir(), ...given });
}

/** The sample server, with the arguments of its `--help`. */
export function sampleSpec(...args: string[]): LaunchSpec {
  return stdioSpec([sampleServer, ...args]);
}

export function arm(launch: LaunchSpec, given: Partial<Arm> = {}): Arm {
  return { id: "head", side: "head", launch, ...given };
}

const smallLoad: ClosedLoad = { kind: "closed", concurrency: 1, requests: 8, warmup: 2, timeoutMs: 60_000 };

export function row(
  operation: Row["operation"],
  given: Partial<Omit<Row, "load">> & { load?: Partial<ClosedLoad> | Load } = {},
): Row {
  const id = given.id ?? operation.target;
  return {
    id,
    benchmark: id,
    operation,
    thresholds: [],
    configHash: "0123456789abcdef",
    ...given,
    load: isWhole(given.load) ? given.load : { ...smallLoad, ...given.load },
  };
}

function isWhole(load: Partial<ClosedLoad> | Load | undefined): load is Load {
  return load?.kind !== undefined;
}

export function toolRow(
  name: string,
  args: Record<string, string | number> = {},
  given: Parameters<typeof row>[1] = {},
): Row {
  return row({ method: "tools/call", params: { name, arguments: args }, target: name }, given);
}

export function plan(given: Partial<Plan> & Pick<Plan, "arms">): Plan {
  return {
    rows: [],
    serverThresholds: [],
    serverHash: "fedcba9876543210",
    rounds: { kind: "fixed", min: 1, max: 1, timeBudgetMs: 600_000 },
    cooldownMs: 0,
    discover: false,
    defaults: smallLoad,
    defaultThresholds: [],
    seed: 1,
    ...given,
  };
}

export const environment: RecordEnvironment = {
  os: "linux",
  osVersion: "6.1",
  arch: "x64",
  cpuModel: "Test CPU",
  cores: 2,
  memoryBytes: 8e9,
  runtime: "node 24.0.0",
  custom: {},
};

export function dependencies(
  given: Partial<RunDependencies> = {},
): RunDependencies & { readonly events: ProgressEvent[] } {
  const events: ProgressEvent[] = [];
  return {
    clock: systemClock,
    now: () => new Date("2026-11-20T12:00:00Z"),
    signal: new AbortController().signal,
    progress: (event) => void events.push(event),
    environment,
    instrument: new Instrument({ kind: "awake", why: "platform" }),
    command: "node server.js",
    harness: "0.1.0",
    events,
    ...given,
  };
}
