import { z } from "zod";

/** Times and sizes of a record are milliseconds and bytes. */
export const milliseconds = z.number().nonnegative();
export const count = z.number().int().nonnegative();
export const positive = z.number().int().positive();

const fullId = /^[0-9a-f]{40}([0-9a-f]{24})?$/;

/** A full commit id as git prints it, SHA-1 or SHA-256. It becomes part of paths and of git's input, so nothing else will do. */
export const commitId = z.string().regex(fullId, "a full commit id");

export function isCommitId(text: string): boolean {
  return fullId.test(text);
}
