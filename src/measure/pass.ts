import type { Outlook } from "../plan/outlook.ts";
import type { Plan } from "../plan/plan.ts";
import type { RunRecord } from "../record/record.ts";
import type { RunContext } from "./context.ts";

type Regressed = NonNullable<Outlook["regressed"]>;

/** Untimed measurements that a feature makes after the rounds. */
export interface Pass {
  /** Subject of its result, for a warning that it was cut off: "the profile". */
  readonly finds: string;
  readonly isWanted: (plan: Plan) => boolean;
  /** Returns about how long it takes with these gates regressed. */
  readonly expectedMs: (plan: Plan, regressed: Regressed) => number;
  /** Measures until `untilMs` at the latest, and returns what goes into the record. */
  readonly run: (about: PassInput) => Promise<Pick<RunRecord, "profiles">>;
}

export interface PassInput {
  readonly context: RunContext;
  readonly regressed: Regressed;
  readonly untilMs: number;
}

export type MakePass = (options: PassOptions) => Promise<Pass>;

export interface PassOptions {
  /** Folder for its raw results, made where missing; absent: they are not kept. */
  readonly folder?: string | undefined;
  /** Removes secrets from a text. */
  readonly hide: (text: string) => string;
}
