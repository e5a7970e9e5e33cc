import { type Context, createContext, Script } from "node:vm";
import { timeLimit } from "../time-limit.ts";

/** Made when first asked for: most runs look at no such input. */
let made: { readonly realm: Context; readonly script: Script } | undefined;

/** Runs what an untrusted input may keep busy for ever. Throws TookTooLong after `limitMs`, and what `work` throws. */
export function inTime<Result>(work: () => Result, limitMs: number): Result {
  made ??= { realm: createContext({ work: undefined }), script: new Script("work()") };
  const { realm, script } = made;
  realm.work = work;
  try {
    return script.runInContext(realm, { timeout: limitMs });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_SCRIPT_EXECUTION_TIMEOUT")
      throw new TookTooLong(`not done within ${timeLimit(limitMs)}`);
    throw error;
  } finally {
    realm.work = undefined;
  }
}

export class TookTooLong extends Error {}
