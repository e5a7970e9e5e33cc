import { z } from "zod";
import { type OwnComment, openConversation, type Place } from "./conversation.ts";
import { type Answer, ask, type Octokit } from "./github.ts";
import { readAnswer } from "./read-answer.ts";

/** A pull request whose regression a person accepted. */
interface Accepted {
  readonly number: number;
  readonly by: string;
  /** Time of our comment on it (ISO 8601). */
  readonly at: string;
}

const pullRequests = z
  .array(
    z.object({
      number: z.int(),
      merged_at: z.string().nullish(),
      merge_commit_sha: z.string().nullish(),
      head: z.object({ sha: z.string() }),
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
  const { number, head } = merged.value;
  const comments = await (await openConversation(octokit, { ...where, pullRequest: number })).listRead();
  return comments.kind === "ok" ? { kind: "ok", value: saidIn(comments.value, { number, head: head.sha }) } : comments;
}

/** The same of a pull request that waits in a merge queue, by its comment of this very key. */
export async function acceptedInQueue(
  octokit: Octokit,
  { number, ...where }: Where & { readonly number: number },
): Promise<Answer<Accepted | undefined>> {
  const conversation = await openConversation(octokit, { ...where, pullRequest: number });
  const head = await conversation.currentHead();
  if (head.kind !== "ok") return head;
  const comments = await conversation.list();
  return comments.kind === "ok"
    ? { kind: "ok", value: saidIn(comments.value, { number, head: head.value }) }
    : comments;
}

type Where = Pick<Place, "repository" | "key">;

function saidIn(
  comments: readonly OwnComment[],
  { number, head }: { readonly number: number; readonly head: string },
): Accepted | undefined {
  const said = comments.find(({ reported }) => reported.head === head && reported.accepted !== undefined);
  const by = said?.reported.accepted;
  return said && by !== undefined ? { number, by, at: said.updatedAt } : undefined;
}
