import type { Json } from "../../base/json.ts";
import { parseMessage } from "../../base/json-depth.ts";

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
