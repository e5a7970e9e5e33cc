import type { Offer, OfferedPrompt, OfferedTool } from "../../plan/discover.ts";
import type { Session } from "../../server/protocol/session.ts";
import { isMap } from "../../text/json.ts";
import { listPages, type RequestOptions } from "../load/request.ts";

/** Asks a server for its tools and prompts, page by page; those it does not advertise are not asked for. Rejects as listPages. */
export async function readOffer({ identity, capabilities, wire }: Session, options: RequestOptions): Promise<Offer> {
  const list = async (name: "tools" | "prompts"): Promise<Record<string, unknown>[]> => {
    if (!capabilities.has(name)) return [];
    const { results } = await listPages(wire, `${name}/list`, options);
    return results.flatMap((result) => (Array.isArray(result[name]) ? result[name] : [])).filter(isMap);
  };
  const [tools, prompts] = [await list("tools"), await list("prompts")];
  return {
    protocol: identity.protocol,
    capabilities,
    tools: tools.map(offeredTool),
    prompts: prompts.map(offeredPrompt),
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
