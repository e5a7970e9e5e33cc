import { z } from "zod";
import { count, toolDigest } from "../model/fields.ts";

export const jsonTypes = ["array", "boolean", "integer", "null", "number", "object", "string"] as const;
export type JsonType = (typeof jsonTypes)[number];

export const toolHints = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] as const;
export type ToolHint = (typeof toolHints)[number];

/** Longest name of an argument, and longest choice, that a record keeps. */
export const longestWord = 100;
/** Arguments of one tool, and choices of one argument, that a record keeps. */
export const mostArguments = 100;
export const mostChoices = 50;

const word = z.string().max(longestWord);

/** One argument of a tool as its input schema describes it. */
const toolArgument = z.strictObject({
  name: word,
  required: z.literal(true).optional(),
  /** Absent where the schema leaves the type open, or says it in a way that is not read. */
  types: z.array(z.enum(jsonTypes)).min(1).max(jsonTypes.length).optional(),
  /** The only values it takes, as JSON texts; empty where they are too many or too long to keep. Absent where it takes others. */
  choices: z.array(word).max(mostChoices).optional(),
});

/** One tool as tools/list shows it: its JSON in bytes and, where a tokenizer was asked for, in tokens; `digest` is of that JSON. */
export const recordTool = z.strictObject({
  name: z.string(),
  bytes: count,
  tokens: count.optional(),
  digest: toolDigest.optional(),
  /** All of them, or absent where they are not known or too many to keep. Untrusted. */
  arguments: z.array(toolArgument).max(mostArguments).optional(),
  /** Those of its hints that it sets. */
  hints: z.partialRecord(z.enum(toolHints), z.boolean()).optional(),
});

export type RecordTool = z.infer<typeof recordTool>;
export type ToolArgument = z.infer<typeof toolArgument>;
