import type { Acceptance } from "../baseline/branch/entry.ts";
import { openGitHub } from "../publish/github.ts";
import { benchLabels, readLabels } from "../publish/labels.ts";
import { mergedPullRequest } from "../publish/merged-pull-request.ts";
import { baselineDecision } from "../publish/policy.ts";
import type { Step } from "./job.ts";
import { logText } from "./runner.ts";

/** Longest part of a pull request's title that is kept as a reason. */
const longestTitle = 200;

/**
 * Who took, with a label on the pull request whose merge is about to be stored, its regression on purpose. Without an
 * answer of GitHub's there is nobody, and the log says so: `mcp-bench baseline accept` can make up for it.
 */
export async function mergedAcceptance({ inputs, context }: Step): Promise<Acceptance | undefined> {
  const stores = inputs.updateBaseline || inputs.mode === "publish";
  if (!stores || !inputs.token || baselineDecision(context).kind === "skip") return undefined;
  const { repository, apiUrl, sha } = context;
  const octokit = await openGitHub(inputs.token, { apiUrl });
  const merged = await mergedPullRequest(octokit, { repository, sha });
  if (merged.kind !== "ok") {
    logText(`Whether a pull request of this commit was accepted cannot be read: ${merged.message}.`);
    return undefined;
  }
  if (!merged.value) return undefined;
  const { number, title } = merged.value;
  const { accept, ignored } = await readLabels(octokit, { repository, pullRequest: number });
  for (const sentence of ignored) logText(sentence);
  if (!accept) return undefined;
  logText(`Accepted by ${accept.by} with the label ${benchLabels.accept} on pull request ${number}.`);
  const reason = `label ${benchLabels.accept} on pull request ${number}: ${title.slice(0, longestTitle)}`;
  return { by: accept.by, at: new Date(accept.at).toISOString(), reason };
}
