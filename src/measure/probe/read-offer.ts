import { isMap, nameOf, ownValue } from "../../base/json.ts";
import { requiredIn } from "../../base/schema-reference.ts";
import type { Offer, OfferedPrompt, OfferedTool } from "../../plan/discover.ts";
import type { Arm } from "../../plan/plan.ts";
import { derivedArguments } from "../../plan/sample-arguments.ts";
import type { Session } from "../../server/protocol/session.ts";
import type { Context } from "../context.ts";
import { type RequestOptions, readList } from "../load/request-once.ts";

/** A session with a server, and what it offers. */
export interface OpenProbe {
  readonly session: Session;
  readonly offer: Offer;
  readonly options: RequestOptions;
  /** Name of the identity whose session it is, where there are any. */
  readonly identity: string | undefined;
}

/** Asks the server of an arm for its tools and prompts; those it does not advertise are not asked for. Rejects as readList. */
export async function openProbe(
  session: Session,
  { launch }: Arm,
  { clock, signal }: Pick<Context, "clock" | "signal">,
): Promise<OpenProbe> {
  const { identity: server, capabilities } = session;
  const options = { clock, signal, timeoutMs: launch.startupTimeoutMs };
  const tools = (await readList(session, "tools", options)).items.map(offeredTool);
  const prompts = (await readList(session, "prompts", options)).items.map(offeredPrompt);
  return {
    session,
    offer: { protocol: server.protocol, capabilities, tools, prompts },
    options,
    identity: launch.identities?.[0]?.name,
  };
}

function offeredTool({ name, inputSchema, annotations }: Record<string, unknown>): OfferedTool {
  const required = requiredIn(inputSchema);
  const named = namedArguments(inputSchema);
  const readOnly = isMap(annotations) && annotations.readOnlyHint === true && annotations.destructiveHint !== true;
  const derived = readOnly && required.length > 0 ? derivedArguments(inputSchema) : undefined;
  const properties = isMap(inputSchema) && isMap(inputSchema.properties) ? inputSchema.properties : {};
  return {
    name: nameOf(name),
    required,
    ...(named ? { named } : {}),
    readOnly,
    ...(derived ? { derived } : {}),
    takesTexts: required.every((argument) => isAnyText(ownValue(properties, argument))),
  };
}

/** Keywords that narrow a text down. */
const narrowing = ["enum", "const", "format", "pattern", "maxLength", "minLength"];

function isAnyText(schema: unknown): boolean {
  return isMap(schema) && schema.type === "string" && !narrowing.some((key) => Object.hasOwn(schema, key));
}

/** Undefined where a schema may allow arguments that it does not name: more keywords do that than are worth reading. */
function namedArguments(schema: unknown): string[] | undefined {
  if (!isMap(schema) || !isMap(schema.properties) || (schema.additionalProperties ?? false) !== false) return undefined;
  const open = ["patternProperties", "anyOf", "oneOf", "allOf", "$ref", "if", "unevaluatedProperties"];
  return open.some((keyword) => schema[keyword] !== undefined) ? undefined : Object.keys(schema.properties);
}

function offeredPrompt({ name, arguments: offered }: Record<string, unknown>): OfferedPrompt {
  const all = Array.isArray(offered) ? offered.filter(isMap) : [];
  const names = (some: typeof all) => some.map((one) => nameOf(one.name));
  return {
    name: nameOf(name),
    required: names(all.filter(({ required }) => required === true)),
    ...(all.length > 0 ? { named: names(all) } : {}),
  };
}
