/** Events as a runner presents them: the name, the payload with GitHub's own fields, and what GITHUB_SHA and GITHUB_REF hold. */
export interface RunnerEvent {
  readonly name: string;
  readonly payload: object;
  readonly sha: string;
  readonly ref: string;
}

const owner = { login: "octo", id: 1, type: "Organization" };
const repository = {
  id: 1,
  name: "server",
  full_name: "octo/server",
  private: false,
  owner,
  fork: false,
  default_branch: "main",
};
const sender = { login: "alice", id: 2, type: "User" };

export interface PullRequestFacts {
  readonly action: "opened" | "synchronize" | "reopened" | "labeled" | "unlabeled" | "edited" | "assigned";
  /** Name of the label that was set or taken off, by `alice`. */
  readonly label?: string;
  readonly number: number;
  readonly headSha: string;
  readonly baseSha: string;
  /** Says what is checked out. */
  readonly mergeSha: string;
  readonly fork?: boolean;
}

export function pullRequestEvent({
  action,
  number,
  headSha,
  baseSha,
  mergeSha,
  fork = false,
  label,
}: PullRequestFacts): RunnerEvent {
  const headRepository = fork ? { ...repository, id: 2, full_name: "mallory/server", fork: true } : repository;
  const pullRequest = {
    number,
    state: "open",
    title: "A change",
    body: null,
    draft: false,
    user: sender,
    merge_commit_sha: mergeSha,
    head: {
      label: `${fork ? "mallory" : "octo"}:feature`,
      ref: "feature",
      sha: headSha,
      user: sender,
      repo: headRepository,
    },
    base: { label: "octo:main", ref: "main", sha: baseSha, user: owner, repo: repository },
  };
  const set = label === undefined ? {} : { label: { id: 1, name: label, color: "ededed" } };
  const payload = { action, number, pull_request: pullRequest, repository, sender, ...set };
  return { name: "pull_request", payload, sha: mergeSha, ref: `refs/pull/${number}/merge` };
}

export function pushEvent({
  before,
  after,
  ref = "refs/heads/main",
}: {
  before: string;
  after: string;
  ref?: string;
}): RunnerEvent {
  const payload = {
    ref,
    before,
    after,
    created: /^0+$/.test(before),
    deleted: false,
    forced: false,
    commits: [],
    repository,
    sender,
  };
  return { name: "push", payload, sha: after, ref };
}

/** Its payload does not name the repository: https://github.com/docker/metadata-action/issues/184. */
export function scheduleEvent(sha: string): RunnerEvent {
  const payload = { schedule: "17 3 * * *", workflow: ".github/workflows/nightly.yml" };
  return { name: "schedule", payload, sha, ref: "refs/heads/main" };
}

export function workflowDispatchEvent(sha: string, ref = "refs/heads/main"): RunnerEvent {
  const payload = { inputs: null, ref, workflow: ".github/workflows/bench.yml", repository, sender };
  return { name: "workflow_dispatch", payload, sha, ref };
}

export function mergeGroupEvent({
  baseSha,
  headSha,
  number = 1,
}: {
  baseSha: string;
  headSha: string;
  number?: number;
}): RunnerEvent {
  const ref = `refs/heads/gh-readonly-queue/main/pr-${number}-${baseSha}`;
  const group = {
    head_sha: headSha,
    head_ref: ref,
    base_sha: baseSha,
    base_ref: "refs/heads/main",
    head_commit: { id: headSha },
  };
  const payload = { action: "checks_requested", merge_group: group, repository, sender };
  return { name: "merge_group", payload, sha: headSha, ref };
}

/** A pull request's measuring run has ended: what GitHub tells the workflow that comments. */
export function workflowRunEvent({
  headSha,
  headBranch,
  headOwner = "mallory",
  conclusion = "success",
  sha,
}: {
  headSha: string;
  headBranch: string;
  headOwner?: string;
  conclusion?: string;
  /** Tip of the default branch. */
  sha: string;
}): RunnerEvent {
  const run = {
    id: 99,
    name: "MCP Bench",
    event: "pull_request",
    conclusion,
    head_sha: headSha,
    head_branch: headBranch,
    head_repository: { id: 2, full_name: `${headOwner}/server`, owner: { login: headOwner } },
    pull_requests: [],
  };
  const payload = { action: "completed", workflow_run: run, repository, sender };
  return { name: "workflow_run", payload, sha, ref: "refs/heads/main" };
}

/** Events on which code of strangers would meet the base repository's rights. */
export function privilegedEvent(
  name: "pull_request_target" | "workflow_run" | "issue_comment",
  sha: string,
): RunnerEvent {
  if (name === "workflow_run") return workflowRunEvent({ headSha: sha, headBranch: "feature", sha });
  return { name, payload: { action: "created", repository, sender }, sha, ref: "refs/heads/main" };
}
