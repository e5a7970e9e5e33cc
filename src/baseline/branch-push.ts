import { BaselineError } from "../errors.ts";
import type { GitFailure } from "../git/git-outcome.ts";
import { type Attempts, nextAttempt, type RetryPolicy, waitMs } from "./backoff.ts";
import { type BranchEdit, editedIndex, ownFiles } from "./branch/branch-edit.ts";
import type { BranchIndex } from "./branch/branch-index.ts";
import { isSquashDue, type SquashLimits } from "./branch/squash.ts";
import { absentSnapshot, openSnapshot, type ReadFiles, type Snapshot } from "./branch-snapshot.ts";
import type { Failed, Repository } from "./repository.ts";

/** Dependencies of reading and writing the branch. */
export interface BranchAccess {
  readonly repository: Repository;
  readonly branch: string;
  readonly url: string;
  readonly random: () => number;
  readonly sleep: (milliseconds: number) => Promise<unknown>;
  readonly now: () => number;
  readonly log: (message: string) => void;
  readonly retry: RetryPolicy;
  readonly squash: SquashLimits;
}

const firstAttempt: Attempts = { races: 0, faults: 0 };

/** Makes a `ReadFiles` over the repository. Faults of the network are tried again. */
export function fileReader(access: BranchAccess): ReadFiles {
  return async (files, limit) => {
    const { blobs } = await patiently(access, () => access.repository.readBlobs(files, limit));
    return new Map(
      files.flatMap(({ path, oid }) => {
        const bytes = blobs.get(oid);
        return bytes ? [[path, bytes] as const] : [];
      }),
    );
  };
}

/** Fetches and checks the newest state of the branch, with the month files of `key` where one is given. */
export async function fetchSnapshot(
  access: BranchAccess,
  { key, readFiles }: { key?: string | undefined; readFiles: ReadFiles },
): Promise<Snapshot> {
  const { repository, branch } = access;
  const { sha } = await patiently(access, () => repository.fetchTip());
  if (sha === undefined) return absentSnapshot(branch);
  return openSnapshot({ sha, listing: await repository.listTree(sha), branch, key }, readFiles);
}

async function patiently<T extends { ok: true }>(access: BranchAccess, step: () => Promise<T | Failed>): Promise<T> {
  const { branch, url } = access;
  for (let attempts = firstAttempt; ; ) {
    const outcome = await step();
    if (outcome.ok) return outcome;
    const next = await waitForNext(access, outcome, attempts);
    if (!next) throw adviseOn(outcome, { doing: "read", branch, url });
    attempts = next;
  }
}

/** Waits before another try; undefined: there is none. */
async function waitForNext(access: BranchAccess, failed: Failed, attempts: Attempts): Promise<Attempts | undefined> {
  const { retry: policy, random, sleep } = access;
  const next = nextAttempt(failed.failure, { attempts, policy });
  if (next) await sleep(waitMs(next, { policy, random }));
  return next;
}

export interface Change {
  readonly message: string;
  readonly edit: (snapshot: Snapshot) => Promise<BranchEdit | undefined>;
}

/**
 * Applies an edit to `start` and pushes; whenever another run pushed first, again to a freshly fetched state. Returns
 * the state that holds the edit. What cannot be pushed leaves the remote as it was.
 */
export async function pushChange(
  access: BranchAccess,
  change: Change & { start: Snapshot; fetch: () => Promise<Snapshot> },
): Promise<Snapshot> {
  let current = change.start;
  for (let attempts = firstAttempt; ; ) {
    const edit = await change.edit(current);
    if (!edit) return current;
    const outcome = await commitAndPush(access, current, { edit, message: change.message });
    if (outcome.ok) return outcome.snapshot;
    const next = await waitForNext(access, outcome, attempts);
    if (!next) throw adviseOn(outcome, { doing: "write", branch: access.branch, url: access.url });
    attempts = next;
    current = await change.fetch();
  }
}

type Pushed = { ok: true; snapshot: Snapshot } | Failed;

async function commitAndPush(
  access: BranchAccess,
  base: Snapshot,
  { edit, message }: { edit: BranchEdit; message: string },
): Promise<Pushed> {
  const { log, squash, branch } = access;
  const before = base.index.history;
  const after = { commits: before.commits + 1, bytes: before.bytes + edit.bytes };
  const step = { base, edit, message };
  if (base.sha !== undefined && isSquashDue({ before, after }, squash)) {
    const squashed = await pushCommit(access, { ...step, history: { commits: 1, bytes: 0 }, isRoot: true });
    if (squashed.ok || squashed.failure === "race" || squashed.failure === "unreachable") return squashed;
    log(
      `The history of branch ${branch} could not be squashed (${squashed.failure}) and keeps growing: to keep it small, allow force pushes on it.`,
    );
  }
  return pushCommit(access, { ...step, history: after, isRoot: base.sha === undefined });
}

interface PushStep {
  readonly base: Snapshot;
  readonly edit: BranchEdit;
  readonly message: string;
  readonly history: BranchIndex["history"];
  /** True: the commit has no parent. */
  readonly isRoot: boolean;
}

async function pushCommit(access: BranchAccess, step: PushStep): Promise<Pushed> {
  const { repository, now, branch } = access;
  const { base, edit, message, history, isRoot } = step;
  const index = editedIndex(base.index, edit, history);
  const writes = new Map([...edit.writes, ...ownFiles(index)]);
  const change = { base: base.sha, isRoot, writes, deletes: edit.deletes, message, time: now() };
  const { sha, files } = await repository.commit(change);
  const outcome = await repository.push(sha, base.sha);
  if (!outcome.ok) return outcome;
  const describe = (path: string) => `${path} at commit ${sha.slice(0, 12)} of branch ${branch}`;
  return { ok: true, snapshot: { sha, files, index, loaded: new Map(), describe } };
}

interface Situation {
  readonly doing: "read" | "write";
  readonly branch: string;
  readonly url: string;
}

/** Turns a git failure into an error with advice for the user. */
function adviseOn(failed: { failure: GitFailure; message: string }, situation: Situation): BaselineError {
  const { doing, branch, url } = situation;
  const verb = doing === "read" ? "read" : "written";
  const { found, fix } = advice(failed.failure, situation);
  // biome-ignore lint/plugin: git wrote it
  const said = failed.message
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .slice(-8)
    .join(" | ");
  return new BaselineError(`the baseline branch could not be ${verb}: ${found} (git: ${said})`, {
    where: `branch ${branch} of ${url}`,
    fix,
  });
}

function advice(failure: GitFailure, { doing, branch }: Situation): { found: string; fix: string } {
  const permission = `add \`permissions: contents: ${doing}\` to the job, or pass a github-token that may ${doing} this repository`;
  switch (failure) {
    case "auth":
      return { found: "the remote did not accept the credentials", fix: permission };
    case "forbidden":
      return { found: `the token may not ${doing} this repository`, fix: permission };
    case "not-found":
      return {
        found: "the repository was not found there (it may have moved), or the token may not see it",
        fix: `check the address; if it is right, ${permission}`,
      };
    case "name-taken":
      return {
        found: `the name of another branch conflicts with ${branch}`,
        fix: "choose another name for the branch (input baseline-branch, or --branch)",
      };
    case "unreachable":
      return { found: "the remote could not be reached", fix: "check the network and the address, then run again" };
    case "timeout":
      return { found: "git took too long", fix: "check the network and the size of the branch, then run again" };
    case "race":
      return { found: "other runs kept pushing first", fix: "run again, or let fewer jobs publish at once" };
    case "protected":
      return {
        found: "a rule or a hook of the remote forbids it",
        fix: `let the workflow's token create and update ${branch} in the repository's branch rules`,
      };
    case "no-space":
      return {
        found: "there is no room left, or the push is over a limit",
        fix: "free space or raise the quota of the remote",
      };
    case "too-large":
      return { found: "it is larger than expected", fix: `check that ${branch} is the branch mcp-bench writes` };
    case "no-branch":
    case "failed":
      return { found: "git failed", fix: "see git's message" };
  }
}
