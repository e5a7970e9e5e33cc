import type { Offer } from "../../plan/discover.ts";
import type { RpcOperation } from "../../plan/operation.ts";
import type { Row } from "../../plan/plan.ts";
import { requestsOf } from "./check-row.ts";

const readingMethods = [
  "ping",
  "tools/list",
  "prompts/list",
  "prompts/get",
  "resources/list",
  "resources/templates/list",
  "resources/read",
  "completion/complete",
];

/** Whether a row can be called more often than was asked for: nothing it calls is known to change anything. */
export function onlyReads(row: Row, offer: Pick<Offer, "tools">): boolean {
  if (row.operation.kind === "http") return row.operation.request.verb === "GET";
  return requestsOf(row).every(({ operation }) => isReading(operation, offer));
}

function isReading({ method, params }: RpcOperation, { tools }: Pick<Offer, "tools">): boolean {
  if (method !== "tools/call") return readingMethods.includes(method);
  const called = tools.filter(({ name }) => name === params?.name);
  return called.length > 0 && called.every(({ readOnly }) => readOnly);
}
