import type { RpcOperation } from "../../plan/operation.ts";
import { hasPlaceholders, renderParams } from "../../plan/template.ts";
import type { JsonObject } from "../../text/json.ts";
import type { Captures } from "./staging.ts";

/** Gives the parameters of an operation's call number `seq`: placeholders filled, and the arguments of its turn. */
export function callParams(
  { params, argumentRows }: RpcOperation,
  captures: Captures,
): (seq: number) => JsonObject | undefined {
  if (params === undefined) return () => undefined;
  const templated = hasPlaceholders(params);
  const filled = (seq: number): JsonObject => (templated ? renderParams(params, { seq, captures }) : params);
  if (!argumentRows) return filled;
  return (seq) => {
    const { arguments: common, ...rest } = filled(seq);
    return { ...rest, arguments: { ...(common as JsonObject), ...argumentRows[seq % argumentRows.length] } };
  };
}
