import type { OutcomeKind } from "../../record/launch.ts";

/** Outcome of one request. Only `ok` ever enters a latency. */
export type Outcome = { readonly kind: "ok" } | Failure;

export interface Failure {
  readonly kind: Exclude<OutcomeKind, "ok">;
  /** Whose reply it was, of `crossed`. */
  readonly of?: "session" | "call";
  readonly message: string;
}

/** Judges the text of one reply to the request of an id. Made once per row, called outside the timed window. */
export type Classifier = (body: Uint8Array, id: number) => Outcome;
