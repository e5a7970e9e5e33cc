import type { Plan, Row } from "../../plan/plan.ts";
import { type RunRecord, recordVersion } from "../../record/record.ts";
import type { RecordTool } from "../../record/tools.ts";
import type { ServerIdentity } from "../../server/protocol/session.ts";

/** What a record holds beside the plan: where, when and with what result. */
export interface RecordParts
  extends Pick<
    RunRecord,
    | "harness"
    | "createdAt"
    | "environment"
    | "command"
    | "resourceMethod"
    | "rounds"
    | "loadPasses"
    | "coldStart"
    | "stopReason"
    | "skipped"
    | "warnings"
  > {
  readonly commit?: RunRecord["commit"];
  /** Lines of the environment by variant. */
  readonly variantEnvironment?: Readonly<Record<string, Record<string, string>>>;
  /** Who answered, by arm. */
  readonly identities: ReadonlyMap<string, ServerIdentity>;
  /** What each arm lists. */
  readonly tools: ReadonlyMap<string, readonly RecordTool[]>;
  readonly rows: readonly Row[];
}

/** Puts plan and results together in the shape of the record. */
export function buildRecord(plan: Plan, parts: RecordParts): RunRecord {
  const { arms, seed, serverHash, serverThresholds, outliers, tokenizer, advisory, quick } = plan;
  return {
    schema: recordVersion,
    kind: "mcp-bench-record",
    harness: parts.harness,
    createdAt: parts.createdAt,
    ...(parts.commit ? { commit: parts.commit } : {}),
    environment: parts.environment,
    seed,
    command: parts.command,
    resourceMethod: parts.resourceMethod,
    ...(outliers === undefined ? {} : { outliers }),
    ...(tokenizer === undefined ? {} : { tokenizer }),
    serverHash,
    serverThresholds: [...serverThresholds],
    arms: arms.map((arm) =>
      recordArm(arm, {
        server: parts.identities.get(arm.id),
        environment: parts.variantEnvironment?.[arm.variant ?? ""],
        tools: parts.tools.get(arm.id) ?? [],
      }),
    ),
    rows: parts.rows.map(recordRow),
    rounds: parts.rounds,
    ...(parts.loadPasses && parts.loadPasses.length > 0 ? { loadPasses: parts.loadPasses } : {}),
    ...(parts.coldStart ? { coldStart: parts.coldStart } : {}),
    stopReason: parts.stopReason,
    ...(advisory && Object.keys(advisory).length > 0 ? { advisory } : {}),
    ...(quick ? { quick } : {}),
    skipped: parts.skipped,
    warnings: parts.warnings,
  };
}

interface ArmParts {
  readonly server: ServerIdentity | undefined;
  readonly environment: Record<string, string> | undefined;
  readonly tools: readonly RecordTool[];
}

function recordArm(
  { id, side, variant, reference, thresholds, commit, launch }: Plan["arms"][number],
  { server, environment, tools }: ArmParts,
): RunRecord["arms"][number] {
  const { name = "", version = "", protocol = "" } = server ?? {};
  return {
    id,
    side,
    ...(variant === undefined ? {} : { variant }),
    ...(reference === undefined ? {} : { reference }),
    ...(thresholds === undefined ? {} : { thresholds: [...thresholds] }),
    ...(environment && Object.keys(environment).length > 0 ? { environment } : {}),
    ...(commit === undefined ? {} : { commit }),
    transport: launch.transport,
    ...(server ? { server: { name, version, protocol } } : {}),
    ...(tools.length > 0 ? { tools: [...tools] } : {}),
  };
}

function recordRow({
  operation,
  expect: _expect,
  staging: _staging,
  cooldownMs: _cooldown,
  loadPass: _loadPass,
  onlyReads: _onlyReads,
  thresholds,
  ...row
}: Row): RunRecord["rows"][number] {
  return { ...row, method: operation.method, target: operation.target, thresholds: [...thresholds] };
}
