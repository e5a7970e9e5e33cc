import type { JsonObject } from "../../base/json.ts";
import type { Expectation, RpcOperation } from "../../plan/operation.ts";
import type { Row } from "../../plan/plan.ts";
import { fixedText, hasPlaceholders, renderParams, type TemplateValues } from "../../plan/template.ts";

/** A request that a row makes, and what its reply must be. */
export interface RowRequest {
  readonly operation: RpcOperation;
  readonly expect?: Expectation | undefined;
}

/** The requests of a row; a plain HTTP row makes none. */
export function requestsOf({ operation, expect }: Row): readonly RowRequest[] {
  switch (operation.kind) {
    case "http":
      return [];
    case "mix":
      return operation.parts;
    case "steps":
      return operation.steps;
    default:
      return [{ operation, expect }];
  }
}

/** Returns the named target of an operation; undefined without one, or where it differs between calls. */
export function fixedName({ params }: RpcOperation): string | undefined {
  return typeof params?.name === "string" ? fixedText(params.name) : undefined;
}

/** Gives the parameters of an operation's call number `seq`: placeholders filled, and the arguments of its turn. */
export function callParams(
  { params, argumentRows }: RpcOperation,
  valuesOf: (seq: number) => TemplateValues,
): (seq: number) => JsonObject | undefined {
  if (params === undefined) return () => undefined;
  const templated = hasPlaceholders(params);
  const filled = (seq: number): JsonObject => (templated ? renderParams(params, valuesOf(seq)) : params);
  if (!argumentRows) return filled;
  return (own) => {
    const { arguments: common, ...rest } = filled(own);
    const { seq } = valuesOf(own);
    return { ...rest, arguments: { ...(common as JsonObject), ...argumentRows[seq % argumentRows.length] } };
  };
}
