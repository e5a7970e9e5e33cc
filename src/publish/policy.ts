import { UserError } from "../errors.ts";
import type { Mode } from "../options/read-option.ts";
import type { GitHubContext } from "./github-context.ts";

/** Events that run with the base repository's token and secrets although a stranger may have written the code. */
const privileged = new Set(["pull_request_target", "workflow_run", "issue_comment"]);

/** Modes that build and start the code under test. */
export const runsTargetCode = new Set<Mode>(["bench", "all"]);

/** Throws a UserError where target code would run, or a baseline be written, with rights it must not meet. */
export function assertSafeEvent({ eventName, event }: Pick<GitHubContext, "eventName" | "event">, mode: Mode): void {
  if (privileged.has(eventName) && runsTargetCode.has(mode))
    throw new UserError(`mode ${mode} runs the code under test, which must not happen on ${eventName}`, {
      expected: "pull_request, push, merge_group, schedule or workflow_dispatch",
      fix: "measure on pull_request, where the token of a fork is read-only, and only comment from workflow_run with mode: report",
    });
  if (mode === "publish" && (event.kind === "pull_request" || privileged.has(eventName)))
    throw new UserError(`mode publish writes the baseline, which must not happen on ${eventName}`, {
      expected: "push or schedule",
      fix: "publish from a workflow on: push of the default branch",
    });
}

type BaselineDecision = { readonly kind: "write" } | { readonly kind: "skip"; readonly reason: string };

const baselineEvents = new Set(["push", "schedule", "workflow_dispatch"]);

/** Decides whether this run may become a baseline entry if asked to: only runs of the default branch may. */
export function baselineDecision(
  context: Pick<GitHubContext, "eventName" | "ref" | "defaultBranch">,
): BaselineDecision {
  const { eventName, ref, defaultBranch } = context;
  if (!baselineEvents.has(eventName)) return { kind: "skip", reason: `the baseline is not written on ${eventName}` };
  if (defaultBranch !== undefined && ref !== `refs/heads/${defaultBranch}`)
    return { kind: "skip", reason: `the baseline is written on ${defaultBranch} only, this is ${ref}` };
  return { kind: "write" };
}
