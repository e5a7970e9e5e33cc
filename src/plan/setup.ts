import type { JsonObject } from "../base/json.ts";

/** One step before or after the requests of a row, never timed. */
export type Step = {
  /** Place of the step in messages, e.g. `setup[0]`. */
  readonly place: string;
  readonly per: "row" | "launch";
  readonly timeoutMs: number;
} & (
  | {
      readonly kind: "call";
      readonly tool: string;
      readonly arguments: JsonObject;
      readonly repeat: number;
      /** List to path into the result, such as `structuredContent.id`. */
      readonly capture: Readonly<Record<string, string>>;
    }
  | { readonly kind: "run"; readonly run: string }
);

/** Launches and untimed steps around the requests of a row. */
export interface Setup {
  /** `launch`: arms are launched one after another; `row`: the row has launches of its own. */
  readonly isolate: "none" | "launch" | "row";
  /** Launches of every arm per round. */
  readonly processes: number;
  /** Values of the matrix, for `{{n}}` in the server's launch and for shell steps. */
  readonly values: Readonly<Record<string, string>>;
  /** Steps before its requests. */
  readonly steps: readonly Step[];
  /** Steps after its requests. */
  readonly teardown: readonly Step[];
}
