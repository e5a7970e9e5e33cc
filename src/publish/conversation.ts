import { encodeKey, type RunNumber, readMarker } from "./comment-marker.ts";
import { type Answer, ask, type Octokit } from "./github.ts";
import type { RepositoryName } from "./github-context.ts";

/** A comment with our marker and key, written by our own identity. */
export interface OwnComment {
  readonly id: number;
  readonly url: string;
  readonly run: RunNumber;
  /** With its marker. */
  readonly body: string;
}

/** What can be asked and done about our comments on one pull request. */
export interface Conversation {
  currentHead(): Promise<Answer<string>>;
  /** Over all pages, oldest first. */
  list(): Promise<Answer<OwnComment[]>>;
  create(body: string): Promise<Answer<OwnComment>>;
  update(id: number, body: string): Promise<Answer<void>>;
  remove(id: number): Promise<Answer<void>>;
}

interface Place {
  readonly repository: RepositoryName;
  readonly pullRequest: number;
  readonly key: string;
  readonly run: RunNumber;
}

interface RawComment {
  readonly id: number;
  readonly html_url: string;
  readonly body?: string;
  readonly user: { readonly login: string } | null;
}

/** Finds out who we are and gives the calls; sends nothing else yet. */
export async function openConversation(
  octokit: Octokit,
  { repository, pullRequest, key, run }: Place,
): Promise<Conversation> {
  const { issues, pulls } = octokit.rest;
  const encodedKey = encodeKey(key);
  const authors = await ownLogins(octokit);
  const thread = { ...repository, issue_number: pullRequest };

  const own = ({ id, html_url: url, body = "", user }: RawComment): OwnComment[] => {
    const marker = readMarker(body);
    if (marker?.encodedKey !== encodedKey || !user || !authors.has(user.login)) return [];
    return [{ id, url, run: marker.run, body }];
  };
  return {
    currentHead: () => ask(async () => (await pulls.get({ ...repository, pull_number: pullRequest })).data.head.sha),
    list: () =>
      ask(async () => {
        const comments: RawComment[] = await octokit.paginate(issues.listComments, { ...thread, per_page: 100 });
        return comments.flatMap(own).sort((a, b) => a.id - b.id);
      }),
    create: (body) =>
      ask(async () => {
        const { data } = await issues.createComment({ ...thread, body });
        // Whatever identity the server gave us is ours.
        if (data.user) authors.add(data.user.login);
        return { id: data.id, url: data.html_url, run, body };
      }),
    update: (id, body) =>
      ask(async () => {
        await issues.updateComment({ ...repository, comment_id: id, body });
      }),
    remove: (id) =>
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
  const user = await ask(async () => (await octokit.rest.users.getAuthenticated()).data.login);
  if (user.kind === "ok") return new Set([user.value]);
  const query = "{ viewer { login } }";
  const viewer = await ask(async () => (await octokit.graphql<{ viewer: { login: string } }>(query)).viewer.login);
  return new Set(["github-actions[bot]", ...(viewer.kind === "ok" ? [viewer.value] : [])]);
}
