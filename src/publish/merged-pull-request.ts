import { z } from "zod";
import { openConversation } from "./conversation.ts";
import { type Answer, ask, type Octokit } from "./github.ts";
import type { RepositoryName } from "./github-context.ts";
import { readAnswer } from "./read-answer.ts";

/** A pull request whose regression a person accepted. */
interface Accepted {
  readonly number: number;
  readonly by: string;
  /** Time of our comment on it (ISO 8601). */
  readonly at: string;
}

const head = z.object({ sha: z.string() });
const pullRequest = z.object({ head }).describe("a pull request");
const pullRequests = z
  .array(
    z.object({
      number: z.int(),
      merged_at: z.string().nullish(),
      merge_commit_sha: z.string().nullish(),
      head,
    }),
  )
  .describe("a list of pull requests");

/**
 * Finds the pull request whose merge made this commit, if our comment on it says that a person accepted the regression of
 * the very head that was merged. A label says nothing here: it may have been set for an earlier head.
 */
export async function acceptedMerge(
  octokit: Octokit,
  { sha, ...where }: Where & { readonly sha: string },
): Promise<Answer<Accepted | undefined>> {
  const parameters = { ...where.repository, commit_sha: sha };
  const merged = await ask(async () => {
    const all = readAnswer(await octokit.rest.repos.listPullRequestsAssociatedWithCommit(parameters), pullRequests);
    // A commit of a branch is listed with pull requests that merely hold it, too.
    return all.find((one) => one.merged_at && one.merge_commit_sha === sha);
  });
  if (merged.kind !== "ok" || !merged.value) return merged as Answer<undefined>;
  return saidOf(octokit, { ...where, ...merged.value });
}

/** The same of a pull request that waits in a merge queue. */
export async function acceptedInQueue(
  octokit: Octokit,
  { number, ...where }: Where & { readonly number: number },
): Promise<Answer<Accepted | undefined>> {
  const found = await ask(async () =>
    readAnswer(await octokit.rest.pulls.get({ ...where.repository, pull_number: number }), pullRequest),
  );
  return found.kind === "ok" ? saidOf(octokit, { ...where, number, ...found.value }) : found;
}

interface Where {
  readonly repository: RepositoryName;
  readonly key: string;
}

async function saidOf(
  octokit: Octokit,
  { repository, key, number, head }: Where & { readonly number: number; readonly head: { readonly sha: string } },
): Promise<Answer<Accepted | undefined>> {
  const comments = await (await openConversation(octokit, { repository, pullRequest: number, key })).listRead();
  if (comments.kind !== "ok") return comments;
  const said = comments.value.find(({ reported }) => reported.head === head.sha && reported.accepted !== undefined);
  const by = said?.reported.accepted;
  return { kind: "ok", value: said && by !== undefined ? { number, by, at: said.updatedAt } : undefined };
}
