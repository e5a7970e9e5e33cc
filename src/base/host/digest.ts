import { createHash } from "node:crypto";
import { canonicalJson, type Json } from "../json.ts";

/** First 16 hexadecimal digits of the SHA-256 of a value's canonical JSON. */
export function digest(value: Json): string {
  return digestOfText(canonicalJson(value));
}

/** First 16 hexadecimal digits of the SHA-256 of a text, byte by byte. */
export function digestOfText(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}
