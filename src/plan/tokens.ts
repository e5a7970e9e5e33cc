import { z } from "zod";

/** Tokenizers that can be asked for. */
export const tokenizerNames = ["o200k_base"] as const;
export type TokenizerName = (typeof tokenizerNames)[number];

export const tokensSchema = z.enum(tokenizerNames).optional();
