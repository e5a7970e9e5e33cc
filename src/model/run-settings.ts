/** Tokenizers that tokens can be counted with. */
export const tokenizerNames = ["o200k_base"] as const;
export type TokenizerName = (typeof tokenizerNames)[number];

/** Conditions under which servers are profiled after the rounds. */
export const profilings = ["off", "regressed", "always"] as const;
export type Profiling = (typeof profilings)[number];
