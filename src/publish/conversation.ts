import { z } from "zod";
import type { Markdown } from "../base/markdown.ts";
import { encodeKey, type Reported, type RunNumber, readMarker } from "./comment-marker.ts";
import { ask, type Octokit } from "./github.ts";
import type { RepositoryName } from "./github-context.ts";
import { everyPage, readAnswer } from "./read-answer.ts";

/** A comment with our marker and key, written by our own identity. */
export interface OwnComment {
  readonly id: number;
  readonly url: string;
  readonly reported: Reported & { readonly encodedKey: string };
  /** Times of the first report on its head, and of the first that named a regression (ISO 8601). */
  readonly since: string;
  readonly regressedSince: string | undefined;
  readonly updatedAt: string;
  /** With its marker. */
  readonly body: string;
}

export type Conversation = Awaited<ReturnType<typeof openConversation>>;

/** Conversation of a pull request, and the key of our comment in it. */
export interface Place {
  readonly repository: RepositoryName;
  readonly pullRequest: number;
  readonly key: string;
}

const account = z.object({ login: z.string() });
const rawComment = z.object({
  id: z.int(),
  html_url: z.string(),
  body: z.string().nullish(),
  updated_at: z.iso.datetime({ offset: true }),
  user: account.nullish(),
});
const comment = rawComment.describe("a comment");
const commentList = z.array(rawComment).describe("a list of comments");
const workflowRun = z.object({ run_attempt: z.int().nullish() }).describe("a workflow run");
const head = z.object({ head: z.object({ sha: z.string() }) }).describe("a pull request");
const self = account.describe("a user");
const viewer = z.object({ data: z.object({ viewer: account }) }).describe("the login of the viewer");

/** Finds out who we are and gives the calls; sends nothing else yet. */
export async function openConversation(octokit: Octokit, { repository, pullRequest, key }: Place) {
  const { issues, pulls } = octokit.rest;
  const encodedKey = encodeKey(key);
  const authors = await ownLogins(octokit);
  const thread = { ...repository, issue_number: pullRequest };

  const own = ({ id, html_url: url, body, user, updated_at }: z.infer<typeof rawComment>): OwnComment[] => {
    const reported = readMarker(body ?? "");
    if (!body || !reported || !user || !authors.has(user.login)) return [];
    const since = reported.since ?? updated_at;
    const regressedSince = reported.regressed ? (reported.regressedSince ?? updated_at) : undefined;
    return [{ id, url, reported, since, regressedSince, updatedAt: updated_at, body }];
  };
  const isOfKey = ({ reported }: OwnComment) => reported.encodedKey === encodedKey;
  const listAll = async () => {
    const all = await everyPage((page) => issues.listComments({ ...thread, ...page }), commentList);
    return all.flatMap(own).sort((a, b) => a.id - b.id);
  };
  return {
    currentHead: () =>
      ask(async () => readAnswer(await pulls.get({ ...repository, pull_number: pullRequest }), head).head.sha),
    /**
     * False where GitHub says that there is no such run, or no such attempt of it; without the right to ask, a comment is
     * believed.
     */
    knows: async ({ id, attempt }: RunNumber) => {
      // Gitea and Forgejo may not have the question.
      if (octokit.request.endpoint.DEFAULTS.baseUrl.endsWith("/api/v1")) return true;
      const answer = await ask(async () => {
        const reply = await octokit.rest.actions.getWorkflowRun({ ...repository, run_id: id });
        return readAnswer(reply, workflowRun).run_attempt ?? attempt;
      });
      if (answer.kind === "ok") return attempt <= answer.value;
      return answer.kind !== "refused" || answer.status !== 404;
    },
    /** Over all pages, oldest first. */
    list: () => ask(async () => (await listAll()).filter(isOfKey)),
    /** Those that a person who sets a label has read: of this key or, as where one comment is of several servers, of any. */
    listRead: () =>
      ask(async () => {
        const all = await listAll();
        const ofKey = all.filter(isOfKey);
        return ofKey.length > 0 ? ofKey : all;
      }),
    create: (body: Markdown) =>
      ask(async () => {
        const created = readAnswer(await issues.createComment({ ...thread, body }), comment);
        // Whatever identity the server gave us is ours.
        if (created.user) authors.add(created.user.login);
        const [mine] = own({ ...created, body });
        if (!mine) throw new RangeError("a comment that was just written has our marker");
        return mine;
      }),
    update: (id: number, body: Markdown) =>
      ask(async () => {
        readAnswer(await issues.updateComment({ ...repository, comment_id: id, body }), comment);
      }),
    remove: (id: number) =>
      ask(async () => {
        await issues.deleteComment({ ...repository, comment_id: id });
      }),
  };
}

/**
 * The logins under which this token writes. A user's token may ask REST; the Actions token and those of apps may only
 * ask GraphQL, which some servers lack, and the Actions token always writes as `github-actions[bot]`.
 */
export async function ownLogins(octokit: Octokit): Promise<Set<string>> {
  const user = await ask(async () => readAnswer(await octokit.rest.users.getAuthenticated(), self).login);
  if (user.kind === "ok") return new Set([user.value]);
  const seen = await ask(async () => {
    // GitHub Enterprise Server has it at `/api/graphql`, beside the `/api/v3` of REST.
    const api = octokit.request.endpoint.DEFAULTS.baseUrl.replace(/\/api\/v3$/, "/api");
    const reply = await octokit.request(`POST ${api}/graphql`, { query: "{ viewer { login } }" });
    return readAnswer(reply, viewer).data.viewer.login;
  });
  return new Set(["github-actions[bot]", ...(seen.kind === "ok" ? [seen.value] : [])]);
}
