import { type BranchStore, openBranchStore } from "../baseline/branch-store.ts";
import { BaselineError } from "../errors.ts";
import { environmentKey } from "../record/key.ts";
import type { RunRecord } from "../record/record.ts";
import type { Stored } from "../run/judge.ts";
import type { Step } from "./job.ts";
import { logText, setOutputs } from "./runner.ts";

/** The baseline branch of the job's remote, where there is one. */
export async function openStore({ remote, inputs, environment, context }: Step): Promise<BranchStore | undefined> {
  if (!remote) return undefined;
  return openBranchStore({
    remote,
    branch: inputs.baselineBranch,
    environment,
    workDirectory: context.temp,
    log: logText,
  });
}

/** The stored runs. A baseline that cannot be read is a fault, told only after the report is out: nothing is lost. */
export async function readStored(
  store: BranchStore | undefined,
  { record, job }: { record: RunRecord; job: Step },
): Promise<{ runs: Stored; fault?: BaselineError }> {
  if (!store) return { runs: { kind: "none", reason: "there is no remote to read a baseline from" } };
  try {
    const { entries, environments, baselineSha } = await store.read(environmentKey(record));
    if (baselineSha) setOutputs({ baselineSha });
    const reason = `the branch ${job.inputs.baselineBranch} does not exist yet; a run on the default branch with \`update-baseline\` creates it`;
    return { runs: baselineSha ? { kind: "entries", entries, environments } : { kind: "none", reason } };
  } catch (error) {
    if (!(error instanceof BaselineError)) throw error;
    return {
      runs: { kind: "none", reason: "the stored baseline could not be read", fault: error.summary },
      fault: error,
    };
  }
}
