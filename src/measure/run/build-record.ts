import { ServerError } from "../../errors.ts";
import { argumentsText } from "../../model/operation.ts";
import type { Plan, Row } from "../../plan/plan.ts";
import { type RunRecord, recordVersion } from "../../record/record.ts";
import type { RunContext } from "../context.ts";

/** Facts about place and means of a run, for its record. */
export interface RunFacts extends Pick<RunRecord, "environment" | "commit"> {
  /** Command or address of the server, as the configuration states it, without expanded secrets. */
  readonly command: string;
  /** Name and version of this program. */
  readonly harness: string;
  /** Lines of the environment that hold for one variant, by its name. */
  readonly variantEnvironment?: Readonly<Record<string, Record<string, string>>> | undefined;
}

type RunOutcome = Pick<
  RunRecord,
  "createdAt" | "resourceMethod" | "rounds" | "profiles" | "coldStart" | "coverage" | "stop" | "skipped" | "warnings"
>;

export function buildRecord(
  { plan, identities, listed, programs }: Pick<RunContext, "plan" | "identities" | "listed" | "programs">,
  facts: RunFacts,
  { profiles = [], ...outcome }: RunOutcome,
): RunRecord {
  const { title, purpose, arms, rows, seed, serverHash, serverThresholds, outliers, tokenizer, quick } = plan;
  const { configuration, baseFailure } = plan;
  const { harness, command, commit, variantEnvironment } = facts;
  return {
    schema: recordVersion,
    kind: "mcp-bench-record",
    harness,
    commit,
    title,
    purpose,
    environment: facts.environment,
    seed,
    command,
    outliers,
    tokenizer,
    serverHash,
    serverThresholds: [...serverThresholds],
    arms: arms.map(({ id, side, variant, reference, thresholds, commit, launch }) => {
      const server = identities.get(id);
      const environment = variantEnvironment?.[variant ?? ""];
      return {
        id,
        side,
        variant,
        reference,
        thresholds: thresholds && [...thresholds],
        environment: environment && Object.keys(environment).length > 0 ? environment : undefined,
        commit,
        transport: launch.transport,
        server: server && { name: server.name, version: server.version, protocol: server.protocol },
        program: programs.of(id),
        ...listed.of(id),
      };
    }),
    rows: rows.map((row) => recordRow(row, plan)),
    ...outcome,
    profiles: profiles.length > 0 ? profiles : undefined,
    configuration,
    baseFailure,
    quick,
  };
}

function recordRow(
  {
    operation,
    expect: _expect,
    setup,
    cooldownMs,
    readsMemory: _readsMemory,
    restart: _restart,
    traceContext: _traceContext,
    onlyReads: _onlyReads,
    callsAsNeeded: _callsAsNeeded,
    calledOnce: _calledOnce,
    thresholds,
    ...row
  }: Row,
  plan: Pick<Plan, "cooldownMs">,
): RunRecord["rows"][number] {
  const pause = cooldownMs ?? plan.cooldownMs;
  return {
    ...row,
    method: operation.method,
    target: operation.target,
    arguments: argumentsText(operation)?.slice(0, longestText),
    setup: setupText(setup),
    cooldownMs: pause > 0 ? pause : undefined,
    thresholds: [...thresholds],
  };
}

/** Longest text of arguments or set-up that is kept, in characters. */
const longestText = 300;

function setupText(setup: Row["setup"]): string | undefined {
  const steps = setup?.steps.map((step) => {
    if (step.kind === "run") return step.run;
    const given = Object.keys(step.arguments ?? {}).length === 0 ? "" : ` ${JSON.stringify(step.arguments)}`;
    return `${step.tool}${given}${step.repeat > 1 ? ` × ${step.repeat}` : ""}`;
  });
  return steps && steps.length > 0 ? steps.join(", ").slice(0, longestText) : undefined;
}

/** Throws a ServerError with samples of what went wrong when not one call of a run succeeded. */
export function assertMeasured(record: RunRecord): void {
  const launches = record.rounds.flatMap((round) => round.launches);
  const measurements = launches.flatMap((launch) => launch.measurements);
  // The run reports replies that were all those of other callers.
  if (!measurements.some(({ outcomes: { ok = 0, crossed = 0 } }) => ok + crossed > 0)) throw nothingMeasured(record);
}

function nothingMeasured({ rounds, warnings }: RunRecord): ServerError {
  const measurements = rounds.flatMap(({ launches }) => launches.flatMap((launch) => launch.measurements));
  const errors = measurements.flatMap(({ row, errors }) =>
    errors.map(({ kind, message }) => `\n  ${row}: ${kind}: ${message}`),
  );
  const others = warnings.flatMap((warning) => (warning.code === "other" ? `\n  ${warning.text}` : []));
  const samples = [...new Set([...errors, ...others])].slice(0, 5);
  return new ServerError(`nothing was measured: not one call succeeded${samples.join("")}`, {
    fix: "correct the calls or the server; a call that is meant to fail needs `expect: { error: true }`",
  });
}
