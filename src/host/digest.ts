import { createHash } from "node:crypto";
import { canonicalJson, type Json } from "../text/json.ts";

/** First 16 hexadecimal digits of the SHA-256 of a value's canonical JSON. */
export function digest(value: Json): string {
  return createHash("sha256").update(canonicalJson(value)).digest("hex").slice(0, 16);
}
