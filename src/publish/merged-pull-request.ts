import { type Answer, ask, type Octokit } from "./github.ts";
import type { RepositoryName } from "./github-context.ts";

export interface MergedPullRequest {
  readonly number: number;
  readonly title: string;
}

/** The pull request whose merge made this commit, where there is one. */
export async function mergedPullRequest(
  octokit: Octokit,
  { repository, sha }: { repository: RepositoryName; sha: string },
): Promise<Answer<MergedPullRequest | undefined>> {
  const parameters = { ...repository, commit_sha: sha };
  return ask(async () => {
    const { data } = await octokit.rest.repos.listPullRequestsAssociatedWithCommit(parameters);
    // A commit of a branch is listed with pull requests that merely hold it, too.
    const merged = data.find((one) => one.merged_at && one.merge_commit_sha === sha);
    return merged && { number: merged.number, title: merged.title };
  });
}
