import { isMap, type Json } from "../../base/json.ts";
import { flawOfMessage, parseMessage } from "../../base/json-depth.ts";

/** Content of a well-formed JSON-RPC response. */
export type Reply =
  | { readonly kind: "result"; readonly result: Record<string, unknown> }
  | { readonly kind: "error"; readonly code: number; readonly message: string };

/** Reads a JSON-RPC response; anything else is `malformed`. */
export function parseReply(body: Uint8Array): Reply | { readonly kind: "malformed"; readonly message: string } {
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("utf8");
  const value = parseMessage(text);
  if (value === undefined)
    return { kind: "malformed", message: `${flawOfMessage(text) ?? "not JSON"}: ${text.slice(0, 200)}` };
  if (isMap(value) && value.jsonrpc === "2.0") {
    const { result, error } = value;
    if (isMap(result) && error === undefined) return { kind: "result", result };
    if (isMap(error) && result === undefined && typeof error.code === "number" && typeof error.message === "string")
      return { kind: "error", code: error.code, message: error.message };
  }
  return { kind: "malformed", message: `not a JSON-RPC response: ${text.slice(0, 200)}` };
}

/**
 * Finds a fault in the content of a tool's result that no client could read; undefined without any. Without any content
 * it is none, for then clients assume an empty one.
 */
export function toolResultFault({ content }: Record<string, unknown>): string | undefined {
  if (content === undefined) return undefined;
  if (!Array.isArray(content))
    return `a tool result whose content is no list: ${JSON.stringify(content).slice(0, 200)}`;
  const untyped = content.find((item) => !isMap(item) || typeof item.type !== "string");
  return untyped === undefined
    ? undefined
    : `a tool result with content that has no type: ${JSON.stringify(untyped).slice(0, 200)}`;
}

/** The texts of a result that a person or model would read; the JSON of the result where it holds none. */
export function resultText(result: Record<string, unknown>): string {
  const texts = [result.content, result.contents, result.messages].flatMap(textsOf);
  return texts.length > 0 ? texts.join("\n") : JSON.stringify(result);
}

/** Tool results hold `content: [{text}]`, resources `contents: [{text}]`, prompts `messages: [{content: {text}}]`. */
function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (!isMap(value)) return [];
  return typeof value.text === "string" ? [value.text] : textsOf(value.content);
}

/**
 * Everything a path such as `structuredContent.items[*].id` leads to in a result; an array at its end gives its items.
 * If the path goes on into a text, the text is read as JSON. Empty when the path leads nowhere.
 */
export function captured(result: unknown, path: string): Json[] {
  const steps = [...path.matchAll(/\[(\d+|\*)\]|[^.[\]]+/g)].map(([whole, index]) => index ?? whole);
  const ends = steps.reduce<unknown[]>(
    (values, step) => values.flatMap((value) => follow(entered(value), step)),
    [result],
  );
  return ends.flatMap((end) => (Array.isArray(end) ? end : [end])).filter(isJson);
}

function follow(value: unknown, step: string): unknown[] {
  // A name is no place in a list, and leads nowhere.
  if (Array.isArray(value)) return step === "*" ? value : value.slice(Number(step), Number(step) + 1);
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return [];
  return [(value as Record<string, unknown>)[step]];
}

/** Many servers answer with JSON inside a text. */
function entered(value: unknown): unknown {
  return (typeof value === "string" ? parseMessage(value) : undefined) ?? value;
}

/** Values of a parsed reply are JSON; only what is absent is left out. */
function isJson(value: unknown): value is Json {
  return value !== undefined && value !== null;
}
