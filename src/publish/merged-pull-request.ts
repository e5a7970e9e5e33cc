import { z } from "zod";
import { type Answer, ask, type Octokit } from "./github.ts";
import type { RepositoryName } from "./github-context.ts";
import { readAnswer } from "./read-answer.ts";

export interface MergedPullRequest {
  readonly number: number;
  readonly title: string;
}

const pullRequests = z
  .array(
    z.object({
      number: z.int(),
      title: z.string(),
      merged_at: z.string().nullish(),
      merge_commit_sha: z.string().nullish(),
    }),
  )
  .describe("a list of pull requests");

/** The pull request whose merge made this commit, where there is one. */
export async function mergedPullRequest(
  octokit: Octokit,
  { repository, sha }: { repository: RepositoryName; sha: string },
): Promise<Answer<MergedPullRequest | undefined>> {
  const parameters = { ...repository, commit_sha: sha };
  return ask(async () => {
    const all = readAnswer(await octokit.rest.repos.listPullRequestsAssociatedWithCommit(parameters), pullRequests);
    // A commit of a branch is listed with pull requests that merely hold it, too.
    const merged = all.find((one) => one.merged_at && one.merge_commit_sha === sha);
    return merged && { number: merged.number, title: merged.title };
  });
}
