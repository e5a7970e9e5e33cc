import type { Acceptance } from "../baseline/branch/entry.ts";
import { openGitHub } from "../publish/github.ts";
import { benchLabels } from "../publish/labels.ts";
import { acceptedMerge } from "../publish/merged-pull-request.ts";
import { baselineDecision } from "../publish/policy.ts";
import type { Step } from "./job.ts";
import { logText } from "./runner.ts";

/**
 * Finds who accepted the regression of the pull request whose merge is about to be stored. Without an answer of GitHub's
 * there is none, and the log says so: `mcp-bench baseline accept` can make up for it.
 */
export async function mergedAcceptance({ inputs, context }: Step): Promise<Acceptance | undefined> {
  const stores = inputs.updateBaseline || inputs.mode === "publish";
  if (!stores || !inputs.token || baselineDecision(context).kind === "skip") return undefined;
  const { repository, apiUrl, sha } = context;
  const octokit = await openGitHub(inputs.token, { apiUrl });
  const merged = await acceptedMerge(octokit, { repository, sha, key: inputs.commentKey });
  if (merged.kind !== "ok") {
    logText(`Whether a pull request of this commit was accepted cannot be read: ${merged.message}.`);
    return undefined;
  }
  if (!merged.value) return undefined;
  const { number, by, at } = merged.value;
  logText(`Accepted by ${by} with the label ${benchLabels.accept} on pull request ${number}.`);
  return { by, at: new Date(at).toISOString(), reason: `label ${benchLabels.accept} on pull request ${number}` };
}
