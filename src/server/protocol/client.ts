import { setTimeout as delay } from "node:timers/promises";
import { version } from "../../base/host/version.ts";
import { isMap, type JsonObject } from "../../base/json.ts";
import type { ClientAnswers } from "../../plan/plan.ts";

export const clientInfo = { name: "mcp-bench", version };

/** The capabilities a client with these answers declares; nothing for what it cannot answer. */
export function declaredCapabilities({ elicitation, sampling, roots }: ClientAnswers): Record<string, JsonObject> {
  return {
    ...(elicitation ? { elicitation: { form: {} } } : {}),
    ...(sampling ? { sampling: {} } : {}),
    ...(roots ? { roots: {} } : {}),
  };
}

/** Answers a form after the time that a person takes. What the configuration does not fill in takes the defaults of the form. */
export async function answerElicitation(
  { action, content, delayMs }: NonNullable<ClientAnswers["elicitation"]>,
  requestedSchema: unknown,
) {
  await pause(delayMs);
  return { action, ...(action === "accept" ? { content: { ...defaultsOf(requestedSchema), ...content } } : {}) };
}

function defaultsOf(requestedSchema: unknown): JsonObject {
  const properties = isMap(requestedSchema) && isMap(requestedSchema.properties) ? requestedSchema.properties : {};
  const defaults = Object.entries(properties).map(([name, property]) => [
    name,
    isMap(property) ? property.default : undefined,
  ]);
  return Object.fromEntries(defaults.filter(([, value]) => value !== undefined)) as JsonObject;
}

/** The model that is asked for a completion, after the time it takes. */
export async function answerSampling({ text, delayMs }: NonNullable<ClientAnswers["sampling"]>) {
  await pause(delayMs);
  const content = { type: "text" as const, text };
  return { role: "assistant" as const, model: clientInfo.name, stopReason: "endTurn", content };
}

export function answerRoots(roots: NonNullable<ClientAnswers["roots"]>) {
  return { roots: roots.map((root) => ({ ...root })) };
}

/** The session is what keeps the program alive, not an answer that is still due when it ends. */
async function pause(ms: number): Promise<void> {
  if (ms > 0) await delay(ms, undefined, { ref: false });
}
