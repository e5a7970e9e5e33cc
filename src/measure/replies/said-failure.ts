import { isMap } from "../../base/json.ts";

/**
 * Finds words of failure in an answer that counts as success: a call that fails fast has no useful figure. `value`: the
 * text read as JSON, where it is some. Only how a text begins counts, as a good answer may speak of errors further
 * down; a wrong guess leaves a tool as a comment, with these words as the reason.
 */
export function saidFailure(text: string, value: unknown): string | undefined {
  if (isMap(value)) {
    const { error, success, ok } = value;
    const failed = (typeof error === "string" && error !== "") || isMap(error) || success === false || ok === false;
    return failed ? text : undefined;
  }
  const start = text.trimStart();
  return beginnings.some((beginning) => beginning.test(start)) ? text : undefined;
}

const beginnings = [
  // "Error: …", "TypeError: …", "❌ Error reading the file. …"
  /^[^\p{L}\p{N}]*\w*(?:error|exception)(?: \p{L}+){0,4} ?[.:(–-]/iu,
  /^[^\p{L}\p{N}]*(?:failed to|unable to|could not|cannot) /iu,
  /^Traceback \(most recent call last\)/,
  // Of several inputs: "data/a.txt: Error - ENOENT"
  /^[^\s:]+: error\b/i,
];
