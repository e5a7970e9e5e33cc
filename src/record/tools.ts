import { z } from "zod";

const count = z.number().int().nonnegative();

/** One tool as tools/list shows it: its JSON in bytes and, where a tokenizer was asked for, in tokens. */
export const recordTool = z.strictObject({ name: z.string(), bytes: count, tokens: count.optional() });

export type RecordTool = z.infer<typeof recordTool>;
