import { readFile } from "node:fs/promises";
import { z } from "zod";
import type { Environment } from "../base/host/environment.ts";
import { UserError } from "../errors.ts";

export interface RepositoryName {
  readonly owner: string;
  readonly repo: string;
}

/** Event of the job, as far as the choice of the commit to compare with and of where to publish depends on it. */
export type GitHubEvent =
  | {
      readonly kind: "pull_request";
      readonly number: number;
      readonly headSha: string;
      readonly baseSha: string;
      /** True when the head lies in another repository, or in one that is gone: the token is read-only then. */
      readonly fork: boolean;
      /** Name of the label whose setting brought this event, while the head was this one, and the login of who set it. */
      readonly labelled?: { readonly name: string; readonly by: string } | undefined;
    }
  /** `before` is absent for a branch that did not exist. */
  | { readonly kind: "push"; readonly before?: string | undefined }
  /** `pullRequest`: the one that waits in the queue, where the name of its branch tells. */
  | { readonly kind: "merge_group"; readonly baseSha: string; readonly pullRequest?: number | undefined }
  | {
      /** Another workflow ended; what it measured may be a stranger's code. */
      readonly kind: "workflow_run";
      /** Event that started it, e.g. `pull_request`. */
      readonly startedBy: string;
      readonly conclusion: string;
      readonly attempt?: number | undefined;
      readonly headSha: string;
      /** Absent on Gitea, which names the head by its commit alone. */
      readonly headBranch?: string | undefined;
      /** Owner of the repository the head lies in; absent when that is gone, and on Gitea. */
      readonly headOwner?: string | undefined;
    }
  | { readonly kind: "other" };

/** Facts about this job, from the runner's variables and the event's payload. */
export interface GitHubContext {
  /** GitHub's own name, e.g. `schedule`. */
  readonly eventName: string;
  readonly event: GitHubEvent;
  readonly repository: RepositoryName;
  /** Absent where the payload does not say. */
  readonly defaultBranch?: string | undefined;
  readonly sha: string;
  readonly ref: string;
  readonly run: { readonly id: number; readonly attempt: number; readonly url?: string | undefined };
  readonly apiUrl: string;
  readonly serverUrl: string;
  readonly workspace: string;
  readonly temp: string;
}

const sha = z.string().regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/, "a full commit SHA");
const repository = z.looseObject({ full_name: z.string() });
const side = z.looseObject({ sha, repo: repository.nullish() });

const pullRequestPayload = z.looseObject({
  action: z.string().optional(),
  pull_request: z.looseObject({ number: z.int().positive(), head: side, base: side }),
});
const labelledPayload = z.looseObject({
  action: z.literal("labeled"),
  label: z.looseObject({ name: z.string() }),
  sender: z.looseObject({ login: z.string() }),
});
const pushPayload = z.looseObject({ before: sha.optional() });
const mergeGroupPayload = z.looseObject({
  merge_group: z.looseObject({ base_sha: sha, head_ref: z.string().optional() }),
});
const workflowRunPayload = z.looseObject({
  workflow_run: z.looseObject({
    event: z.string(),
    conclusion: z.string().nullable(),
    run_attempt: z.int().positive().optional(),
    head_sha: sha,
    head_branch: z.string().min(1).optional(),
    head_repository: z.looseObject({ owner: z.looseObject({ login: z.string().min(1) }) }).nullish(),
  }),
});
const anyPayload = z.looseObject({ repository: z.looseObject({ default_branch: z.string().optional() }).optional() });

/** Throws UserError for what is missing or wrong. `asksGitHub`: false without a token, when no repository is needed. */
export async function readGitHubContext(
  env: Environment,
  { asksGitHub = true }: { readonly asksGitHub?: boolean } = {},
): Promise<GitHubContext> {
  const eventName = required(env, "GITHUB_EVENT_NAME");
  const path = required(env, "GITHUB_EVENT_PATH");
  const payload = await readPayload(path);
  const name = required(env, "GITHUB_REPOSITORY");
  const [owner = "", repo = "", ...rest] = name.split("/");
  if ((!owner || !repo || rest.length > 0) && asksGitHub)
    throw new UserError(`GITHUB_REPOSITORY is ${JSON.stringify(name)}`, {
      expected: "owner/name, such as octocat/hello-world",
      fix: "act takes it from the remote `origin`, of github.com only: give it by `act --env GITHUB_REPOSITORY=owner/name`, or give no token",
    });
  const id = positive(env, "GITHUB_RUN_ID");
  const attempt = env.GITHUB_RUN_ATTEMPT ? positive(env, "GITHUB_RUN_ATTEMPT") : 1;
  const serverUrl = address(env, "GITHUB_SERVER_URL") ?? "https://github.com";
  const page = `${serverUrl}/${owner}/${repo}/actions/runs/${id}${attempt > 1 ? `/attempts/${attempt}` : ""}`;
  const read = <T>(schema: z.ZodType<T>) => parse(schema, payload, { path, eventName });
  const defaultBranch = read(anyPayload).repository?.default_branch;
  return {
    eventName,
    event: readEvent(eventName, { payload, read }),
    repository: { owner, repo },
    defaultBranch,
    sha: required(env, "GITHUB_SHA"),
    ref: required(env, "GITHUB_REF"),
    // A run of act's has no page.
    run: { id, attempt, url: env.ACT === "true" ? undefined : page },
    apiUrl: address(env, "GITHUB_API_URL") ?? "https://api.github.com",
    serverUrl,
    workspace: required(env, "GITHUB_WORKSPACE"),
    temp: required(env, "RUNNER_TEMP"),
  };
}

function readEvent(
  eventName: string,
  { payload, read }: { payload: unknown; read: <T>(schema: z.ZodType<T>) => T },
): GitHubEvent {
  switch (eventName) {
    case "pull_request": {
      const { number, head, base } = read(pullRequestPayload).pull_request;
      // Gitea does not say which label it was.
      const { label, sender } = labelledPayload.safeParse(payload).data ?? {};
      const fork = head.repo === null || (head.repo !== undefined && head.repo.full_name !== base.repo?.full_name);
      return {
        kind: "pull_request",
        number,
        headSha: head.sha,
        baseSha: base.sha,
        fork,
        labelled: label && sender && { name: label.name, by: sender.login },
      };
    }
    case "push": {
      const { before = "" } = read(pushPayload);
      return { kind: "push", before: /^0*$/.test(before) ? undefined : before };
    }
    case "merge_group": {
      const { base_sha: baseSha, head_ref: ref = "" } = read(mergeGroupPayload).merge_group;
      const [, number] = /^refs\/heads\/gh-readonly-queue\/.+\/pr-(\d+)-[0-9a-f]+$/.exec(ref) ?? [];
      return { kind: "merge_group", baseSha, ...(number !== undefined && { pullRequest: Number(number) }) };
    }
    case "workflow_run": {
      const run = read(workflowRunPayload).workflow_run;
      return {
        kind: "workflow_run",
        startedBy: run.event,
        conclusion: run.conclusion ?? "unknown",
        attempt: run.run_attempt,
        headSha: run.head_sha,
        headBranch: run.head_branch,
        headOwner: run.head_repository?.owner.login,
      };
    }
    default:
      return { kind: "other" };
  }
}

async function readPayload(path: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (cause) {
    throw new UserError("the event's payload cannot be read", { where: path, fix: "set GITHUB_EVENT_PATH", cause });
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UserError("the event's payload is not JSON", { where: path, cause });
  }
}

function parse<T>(schema: z.ZodType<T>, payload: unknown, place: { path: string; eventName: string }): T {
  const result = schema.safeParse(payload);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new UserError(`the payload of ${place.eventName} lacks ${issue?.path.join(".") || "its fields"}`, {
    where: place.path,
    expected: issue?.code === "invalid_format" ? issue.message : "the payload that GitHub sends",
    fix: `when running locally, pass one: act ${place.eventName} -e event.json`,
  });
}

function required(env: Environment, name: string): string {
  const value = env[name];
  if (value) return value;
  throw new UserError(`${name} is not set`, {
    expected: "the variables of a GitHub Actions runner",
    fix: "outside a workflow, use the command line: npx mcp-bench run",
  });
}

function positive(env: Environment, name: string): number {
  const text = required(env, name);
  if (/^[1-9]\d{0,15}$/.test(text)) return Number(text);
  throw wrong(name, text, "a positive whole number");
}

function wrong(name: string, found: string, expected: string): UserError {
  return new UserError(`${name} is ${JSON.stringify(found)}`, { expected });
}

/** Without a slash at its end; undefined where the variable is empty. */
function address(env: Environment, name: string): string | undefined {
  const text = env[name];
  if (!text) return undefined;
  // Repositories may also lie in a folder, as those of a workflow that act runs.
  const protocols = name === "GITHUB_SERVER_URL" ? ["http:", "https:", "file:"] : ["http:", "https:"];
  if (!protocols.includes(URL.canParse(text) ? new URL(text).protocol : ""))
    throw wrong(name, text, "an http or https address");
  return text.replace(/\/+$/, "");
}
