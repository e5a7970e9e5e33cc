import { z } from "zod";
import { UserError } from "../errors.ts";
import { ask, type Octokit, whyNone } from "./github.ts";
import type { GitHubContext, GitHubEvent } from "./github-context.ts";
import { everyPage } from "./read-answer.ts";

export type PullRequest = Omit<Extract<GitHubEvent, { kind: "pull_request" }>, "kind" | "labelled">;

export type FoundPullRequest =
  | { readonly kind: "found"; readonly pullRequest: PullRequest }
  /** `reason` completes "nothing is reported: ". */
  | { readonly kind: "none"; readonly reason: string };

const account = z.object({ login: z.string() });
const pullRequestList = z
  .array(
    z.object({
      number: z.int(),
      head: z.object({
        ref: z.string(),
        sha: z.string(),
        user: account.nullish(),
        repo: z.object({ full_name: z.string(), owner: account.nullish() }).nullish(),
      }),
      base: z.object({ sha: z.string(), repo: z.object({ full_name: z.string() }) }),
    }),
  )
  .describe("a list of pull requests");

/** Conclusions of a run that leave nothing to report; any other one, a failure too, is reported. */
const nothingMeasured: ReadonlyMap<string, string> = new Map([
  ["cancelled", "was cancelled"],
  ["action_required", "waits for the approval of a maintainer"],
  ["skipped", "was skipped"],
]);

type WorkflowRun = Extract<GitHubEvent, { kind: "workflow_run" }>;

/**
 * The open pull request whose head an ended workflow run measured, found by what GitHub's event says alone: the artifact
 * may name any. `workflow_run.pull_requests` is empty for forks. Throws UserError when GitHub does not tell.
 */
export async function pullRequestOfRun(
  octokit: Octokit,
  { run, repository }: { run: WorkflowRun; repository: GitHubContext["repository"] },
): Promise<FoundPullRequest> {
  const none = (reason: string) => ({ kind: "none", reason }) as const;
  const { headOwner, headBranch, headSha, startedBy } = run;
  // Gitea says pull_request_sync of a further push.
  if (!["pull_request", "pull_request_sync"].includes(startedBy))
    return none(`the run that ended was started by ${startedBy}, not by a pull request`);
  const untold = nothingMeasured.get(run.conclusion);
  if (untold !== undefined) return none(`the measuring run ${untold}`);
  if (headBranch !== undefined && headOwner === undefined) return none("the repository that holds the head is gone");
  const named = headBranch === undefined ? headSha.slice(0, 7) : `${headOwner}:${headBranch}`;
  const parameters = { ...repository, state: "open", ...(headBranch === undefined ? {} : { head: named }) } as const;
  const answer = await ask(() =>
    everyPage((page) => octokit.rest.pulls.list({ ...parameters, ...page }), pullRequestList),
  );
  if (answer.kind !== "ok")
    throw new UserError(`the pull request of the measuring run cannot be looked up: ${whyNone(answer)}`, {
      fix:
        answer.kind === "refused"
          ? "give the job `pull-requests: write`"
          : "run the job again when GitHub answers; nothing was commented",
    });
  // Servers that do not know the parameter `head` answer with every pull request, Gitea with thirty a page.
  const open = answer.value.filter(({ head }) => {
    if (headBranch === undefined) return head.sha === headSha;
    // Gitea gives no `user`.
    const owner = head.user?.login ?? head.repo?.owner?.login;
    return head.ref === headBranch && owner?.toLowerCase() === headOwner?.toLowerCase();
  });
  const current = open.filter(({ head }) => head.sha === headSha);
  if (open.length === 0) return none(`no open pull request has the head ${named}`);
  if (current.length === 0) return none(`the pull request has moved on from ${headSha.slice(0, 7)}`);
  const [only, another] = current;
  if (!only || another) return none(`several pull requests have the head ${named}`);
  const fork = only.head.repo?.full_name !== only.base.repo.full_name;
  return { kind: "found", pullRequest: { number: only.number, headSha, baseSha: only.base.sha, fork } };
}
