import { createHash } from "node:crypto";
import type { Json } from "../text/json.ts";

/** First 16 hexadecimal digits of the SHA-256 of a value's canonical JSON (keys sorted). */
export function digest(value: Json): string {
  return createHash("sha256").update(canonical(value)).digest("hex").slice(0, 16);
}

function canonical(value: Json): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    if (inner === null || typeof inner !== "object" || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
