import type { IncomingMessage, ServerResponse } from "node:http";
import { serveGit } from "../git-http.ts";
import { listen } from "../listen.ts";
import { type Call, no, type Reply, readCall } from "./call.ts";
import { openContract } from "./contract.ts";
import { startEmulator } from "./emulator.ts";
import { answerGit, isGit } from "./git.ts";
import { gate, type Token } from "./identities.ts";
import { type Labels, openLabels } from "./labels.ts";

interface RecordedRequest {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly body: unknown;
  readonly status: number;
}

/** An answer given instead of GitHub's own to requests it matches, `times` times (default: always). */
export interface Fault {
  readonly method: string;
  readonly path: RegExp;
  readonly status: number;
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly times?: number;
  /** The request is carried out before the fault is answered. */
  readonly afterwards?: boolean;
}

interface Comment {
  readonly id: number;
  readonly body: string;
  readonly user: { readonly login: string };
}

interface Issue {
  readonly number: number;
  readonly title: string;
  readonly body: string;
  readonly state: "open" | "closed";
  readonly user: { readonly login: string };
}

export interface GitHubApi extends AsyncDisposable {
  readonly url: string;
  readonly owner: string;
  readonly repo: string;
  /** Every request of the code under test, in order; helpers of this object are not among them. */
  readonly requests: readonly RecordedRequest[];
  /** Everything that GitHub's OpenAPI description does not allow. */
  readonly violations: readonly string[];
  inject(fault: Fault): void;
  /** Called before a matching request is carried out: the place for a rival. */
  before(method: string, path: RegExp, action: () => Promise<void>): void;
  openPullRequest(headSha: string): Promise<number>;
  closePullRequest(number: number): Promise<void>;
  moveHead(pullRequest: number, headSha: string): void;
  /** Makes a pull request one whose head lies in the repository of `owner`. */
  comesFrom(pullRequest: number, fork: { owner: string; branch: string; baseSha: string }): void;
  /** Labels of pull requests, and who set them. */
  readonly labels: Pick<Labels, "set" | "remove" | "merge">;
  /** Runs of workflows that the token may see, by their id. */
  readonly runs: Map<number, { readonly attempt: number }>;
  openIssue(title: string, body: string, token: Token): Promise<Issue>;
  closeIssue(number: number): Promise<void>;
  /** Oldest first, closed ones too. */
  issues(): Promise<Issue[]>;
  comment(pullRequest: number, body: string, token: Token): Promise<Comment>;
  comments(pullRequest: number): Promise<Comment[]>;
}

interface ListedPullRequest {
  readonly number: number;
  readonly head: { sha: string; ref: string; readonly user: { login: string }; readonly repo: { full_name: string } };
  readonly base: { sha: string };
}

const owner = "octo";
const repo = "server";

/**
 * A stateful GitHub on a free port: npm `emulate` behind a layer that checks tokens as GitHub does, records and
 * validates every exchange and injects faults. With `remotes`, the directory of its bare repositories, it serves git too.
 */
export async function startGitHubApi({ remotes }: { remotes?: string } = {}): Promise<GitHubApi> {
  const emulator = await startEmulator({ owner, repo });
  const git = remotes === undefined ? undefined : await serveGit(remotes);
  const contract = openContract();
  const requests: RecordedRequest[] = [];
  const violations: string[] = [];
  const faults: (Fault & { left: number })[] = [];
  const interruptions: { method: string; path: RegExp; action: () => Promise<void> }[] = [];
  const heads = new Map<number, string>();
  const runs = new Map<number, { readonly attempt: number }>();
  const forks = new Map<number, { owner: string; branch: string; baseSha: string }>();

  /** A list of pull requests with the heads that tests gave them, of which the emulator knows nothing. */
  const listPullRequests = async (call: Call): Promise<Reply> => {
    const query = new URL(call.url, url).searchParams;
    const wanted = query.get("head");
    query.delete("head");
    const reply = await emulated({ ...call, url: `${call.path}?${query}` });
    const all = (reply.body as ListedPullRequest[]).map((pull) => {
      const fork = forks.get(pull.number);
      pull.head.sha = heads.get(pull.number) ?? pull.head.sha;
      if (!fork) return pull;
      pull.head.ref = fork.branch;
      pull.head.user.login = fork.owner;
      pull.head.repo.full_name = `${fork.owner}/${repo}`;
      pull.base.sha = fork.baseSha;
      return pull;
    });
    const body = all.filter(({ head }) => wanted === null || wanted === `${head.user.login}:${head.ref}`);
    return { ...reply, body };
  };

  const labels = openLabels(() => url);
  const emulated = (call: Call) => emulator.perform(call, url);
  const direct = async (method: string, path: string, { token, body }: { token: Token; body?: unknown }) => {
    const reply = await emulated({ method, url: path, path, body, token });
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
    return reply.body as never;
  };

  const answer = async (call: Call): Promise<Reply> => {
    const at = interruptions.findIndex(({ method, path }) => method === call.method && path.test(call.path));
    const [interruption] = at < 0 ? [] : interruptions.splice(at, 1);
    await interruption?.action();
    const fault = faults.find(({ method, path, left }) => left > 0 && method === call.method && path.test(call.path));
    if (fault) {
      fault.left--;
      if (fault.afterwards) await emulated(call);
      return { ...no(fault.status, fault.message), headers: fault.headers ?? {} };
    }
    // The token of a job has no right to see runs of a private repository unless it is given.
    const run = /\/actions\/runs\/(\d+)$/.exec(call.path)?.[1];
    const known = runs.get(Number(run));
    if (known) return { status: 200, headers: {}, body: { id: Number(run), run_attempt: known.attempt } };
    if (run !== undefined) return no(403, "Resource not accessible by integration");
    const isList = call.method === "GET" && call.path.endsWith("/pulls");
    const pulls = () => listPullRequests({ ...call, path: `${repository}/pulls`, url: `${repository}/pulls` });
    const reply =
      gate(call) ??
      (await labels.answer(call, pulls)) ??
      (isList ? await listPullRequests(call) : await emulated(call));
    const pull = /\/pulls\/(\d+)$/.exec(call.path)?.[1];
    const head = heads.get(Number(pull));
    if (head && reply.status === 200) (reply.body as { head: { sha: string } }).head.sha = head;
    return reply;
  };

  const server = await listen((incoming, outgoing) => {
    handle(incoming, outgoing).catch((error) => {
      violations.push(`the test's own GitHub failed: ${error}`);
      outgoing.writeHead(500).end();
    });
  });
  async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    if (git && isGit(incoming.url ?? "")) return answerGit(incoming, { outgoing, origin: git.url });
    const call = await readCall(incoming);
    const reply = await answer(call);
    requests.push({ method: call.method, url: call.url, body: call.body, status: reply.status });
    // Only the fields of a run that we read are answered.
    if (call.path !== "/graphql" && !/\/actions\/runs\//.test(call.path)) {
      const { method, path, body: requestBody } = call;
      const query = new URL(call.url, url).searchParams;
      const { status, body: responseBody } = reply;
      violations.push(...contract({ method, path, query, requestBody, status, responseBody }));
    }
    const text = reply.body === undefined ? "" : JSON.stringify(reply.body);
    outgoing.writeHead(reply.status, { "content-type": "application/json; charset=utf-8", ...reply.headers }).end(text);
  }
  const { url } = server;

  const repository = `/repos/${owner}/${repo}`;
  const asOwner = { token: "token-of-owner" } as const;
  return {
    url,
    owner,
    repo,
    requests,
    violations,
    inject: (fault) => faults.push({ ...fault, left: fault.times ?? Number.POSITIVE_INFINITY }),
    before: (method, path, action) => interruptions.push({ method, path, action }),
    labels,
    runs,
    comesFrom: (pullRequest, fork) => forks.set(pullRequest, fork),
    moveHead: (pullRequest, headSha) => heads.set(pullRequest, headSha),
    async openPullRequest(headSha) {
      const main: { object: { sha: string } } = await direct("GET", `${repository}/git/ref/heads/main`, asOwner);
      const ref = `refs/heads/feature-${heads.size}`;
      await direct("POST", `${repository}/git/refs`, { ...asOwner, body: { ref, sha: main.object.sha } });
      const body = { title: "A change", head: ref.replace("refs/heads/", ""), base: "main" };
      const { number }: { number: number } = await direct("POST", `${repository}/pulls`, { ...asOwner, body });
      heads.set(number, headSha);
      return number;
    },
    closePullRequest: (number) =>
      direct("PATCH", `${repository}/pulls/${number}`, { ...asOwner, body: { state: "closed" } }),
    openIssue: (title, body, token) => direct("POST", `${repository}/issues`, { token, body: { title, body } }),
    closeIssue: (number) =>
      direct("PATCH", `${repository}/issues/${number}`, { ...asOwner, body: { state: "closed" } }),
    issues: () => direct("GET", `${repository}/issues?state=all&sort=created&direction=asc&per_page=100`, asOwner),
    comment: (pullRequest, body, token) =>
      direct("POST", `${repository}/issues/${pullRequest}/comments`, { token, body: { body } }),
    async comments(pullRequest) {
      const all: Comment[] = [];
      for (let page = 1; ; page++) {
        const path = `${repository}/issues/${pullRequest}/comments?per_page=100&page=${page}`;
        const some: Comment[] = await direct("GET", path, asOwner);
        all.push(...some);
        if (some.length < 100) return all;
      }
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await emulator.close();
      await git?.[Symbol.asyncDispose]();
    },
  };
}
