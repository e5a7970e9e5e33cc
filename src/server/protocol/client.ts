import { setTimeout as delay } from "node:timers/promises";
import { version } from "../../host/version.ts";
import type { ClientAnswers } from "../../plan/plan.ts";
import type { JsonObject } from "../../text/json.ts";

/** How this client introduces itself. */
export const clientInfo = { name: "mcp-bench", version };

/** The capabilities a client with these answers declares; nothing for what it cannot answer. */
export function declaredCapabilities({ elicitation, sampling, roots }: ClientAnswers): Record<string, JsonObject> {
  return {
    ...(elicitation ? { elicitation: { form: {} } } : {}),
    ...(sampling ? { sampling: {} } : {}),
    ...(roots ? { roots: {} } : {}),
  };
}

/** The person who is asked by a form, after the time that person takes. */
export async function answerElicitation({ action, content, delayMs }: NonNullable<ClientAnswers["elicitation"]>) {
  await pause(delayMs);
  return { action, ...(action === "accept" ? { content: { ...content } } : {}) };
}

/** The model that is asked for a completion, after the time it takes. */
export async function answerSampling({ text, delayMs }: NonNullable<ClientAnswers["sampling"]>) {
  await pause(delayMs);
  const content = { type: "text" as const, text };
  return { role: "assistant" as const, model: clientInfo.name, stopReason: "endTurn", content };
}

/** The directories the client shows. */
export function answerRoots(roots: NonNullable<ClientAnswers["roots"]>) {
  return { roots: roots.map((root) => ({ ...root })) };
}

/** The session is what keeps the program alive, not an answer that is still due when it ends. */
async function pause(ms: number): Promise<void> {
  if (ms > 0) await delay(ms, undefined, { ref: false });
}
