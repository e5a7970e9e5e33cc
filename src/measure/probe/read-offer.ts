import type { Offer, OfferedPrompt, OfferedTool } from "../../plan/discover.ts";
import type { Session } from "../../server/protocol/session.ts";
import { isMap } from "../../text/json.ts";
import { type RequestOptions, readList } from "../load/request.ts";

/** Asks a server for its tools and prompts; those it does not advertise are not asked for. Rejects as readList. */
export async function readOffer(session: Session, options: RequestOptions): Promise<Offer> {
  const { identity, capabilities } = session;
  const tools = await readList(session, "tools", options);
  const prompts = await readList(session, "prompts", options);
  return {
    protocol: identity.protocol,
    capabilities,
    tools: tools.items.map(offeredTool),
    prompts: prompts.items.map(offeredPrompt),
  };
}

function offeredTool({ name, inputSchema, annotations }: Record<string, unknown>): OfferedTool {
  const required = isMap(inputSchema) && Array.isArray(inputSchema.required) ? inputSchema.required.map(String) : [];
  return { name: String(name), required, readOnly: isMap(annotations) && annotations.readOnlyHint === true };
}

function offeredPrompt({ name, arguments: offered }: Record<string, unknown>): OfferedPrompt {
  const required = Array.isArray(offered) ? offered.filter((one) => isMap(one) && one.required === true) : [];
  return { name: String(name), required: required.map((one) => String(one.name)) };
}
