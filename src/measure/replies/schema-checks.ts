import { requestsOf } from "../../model/operation.ts";
import { fixedName, type RpcOperation } from "../../model/request.ts";
import type { Row } from "../../plan/plan.ts";
import type { Context, RunContext } from "../context.ts";
import type { RunningArm } from "../launch/running-arm.ts";
import type { SchemaCheck } from "./output-schema.ts";

/** Returns the check of an operation's replies by the schema of its tool; undefined where the tool has none. */
export type SchemaChecks = (operation: RpcOperation) => SchemaCheck | undefined;

/** Those of a row's requests that ask for it, by what this launch of the arm lists. */
export async function schemaChecks(row: Row, running: RunningArm, context: Context): Promise<SchemaChecks> {
  const asking = requestsOf(row).flatMap(({ operation, expect }) => (expect?.schema ? [operation] : []));
  const checks = await checksOf(asking, running, { ...context, isAsked: true });
  for (const operation of asking)
    if (!checks(operation))
      context.warn(
        `${running.id}: the tool ${JSON.stringify(operation.target)} has no \`outputSchema\`, so its replies are not checked`,
      );
  return checks;
}

/** Returns the check of a row without a configuration, on head. */
export async function unaskedCheck(
  { operation }: Row,
  running: RunningArm,
  context: RunContext,
): Promise<SchemaCheck | undefined> {
  const isOurs = context.plan.discover && running.arm.side === "head";
  if (!isOurs || operation.kind !== undefined || operation.method !== "tools/call") return undefined;
  return (await checksOf([operation], running, { ...context, isAsked: false }))(operation);
}

async function checksOf(
  operations: readonly RpcOperation[],
  { tools }: Pick<RunningArm, "tools">,
  { clock, isAsked }: Pick<Context, "clock"> & { readonly isAsked: boolean },
): Promise<SchemaChecks> {
  const schemas = operations.flatMap((operation) => {
    const schema = tools.find(({ name }) => name === fixedName(operation))?.outputSchema;
    return schema === undefined ? [] : [{ operation, schema }];
  });
  if (schemas.length === 0) return () => undefined;
  const { schemaCheck, unaskedLimits } = await import("./output-schema.ts");
  const limits = isAsked ? undefined : unaskedLimits;
  const checks = new Map(schemas.map(({ operation, schema }) => [operation, schemaCheck(schema, { clock, limits })]));
  return (operation) => checks.get(operation);
}

/**
 * Describes the faults of results by the schema of their tool, if any: the first, and the number of results that have
 * it.
 */
export function complaintOf(results: readonly Record<string, unknown>[], check: SchemaCheck): string | undefined {
  const complete = results.filter(
    ({ isError, resultType = "complete" }) => isError !== true && resultType === "complete",
  );
  const complaints = complete.flatMap((result) => check(result) ?? []);
  return complaints.length === 0
    ? undefined
    : `${complaints.length} of ${complete.length} replies checked: ${complaints[0]}`;
}
