import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { openContract } from "../support/github/contract.ts";
import { collaborator, labelEvent } from "../support/github/shapes.ts";
import { listen } from "../support/listen.ts";

interface Behind {
  /** Says where Gitea listens. */
  readonly socket: string;
  /** The administrator's, for what the token of a job may not ask on Gitea. */
  readonly credentials: { readonly token: string };
}

type Ask = <T>(path: string) => Promise<T>;

/** A question that GitHub answers and Gitea does not, or not to the token of a job. */
interface Translation {
  /** In GitHub's API. */
  readonly path: RegExp;
  answer(names: Readonly<Record<string, string>>, ask: Ask, origin: string): Promise<unknown>;
}

interface TimelineEntry {
  readonly id: number;
  readonly type: string;
  /** For a label: "1" where it was set, empty where it was taken off. */
  readonly body: string;
  readonly user: { readonly login: string };
  readonly created_at: string;
  readonly label?: { readonly name: string };
}

const translations: readonly Translation[] = [
  {
    path: /^\/repos\/(?<repository>[^/]+\/[^/]+)\/issues\/(?<number>\d+)\/events$/,
    async answer({ repository, number }, ask, origin) {
      const timeline = await ask<TimelineEntry[] | null>(`/repos/${repository}/issues/${number}/timeline?limit=50`);
      return (timeline ?? []).flatMap(({ id, type, body, user, created_at: at, label }) => {
        const event = body === "1" ? "labeled" : "unlabeled";
        return type === "label" && label
          ? [labelEvent({ id, name: label.name, by: user.login, event, at }, origin)]
          : [];
      });
    },
  },
  {
    path: /^\/repos\/(?<repository>[^/]+\/[^/]+)\/collaborators\/(?<login>[^/]+)\/permission$/,
    async answer({ repository, login = "" }, ask, origin) {
      const path = `/repos/${repository}/collaborators/${login}/permission`;
      const { permission: own } = await ask<{ permission: string }>(path);
      const permission = own === "owner" ? "admin" : own;
      return collaborator({ login, permission, role: permission }, origin);
    },
  },
];

const api = "/api/v1";

/**
 * The one address of the forge, on a free port: hands everything on to Gitea, but for the questions above, whose answers
 * are held to GitHub's description of its API.
 */
export async function startProxy({ socket, credentials }: Behind): Promise<AsyncDisposable & { url: string }> {
  const contract = openContract();
  const ask: Ask = async (path) => {
    const reply = await fetch(`${url}${api}${path}`, { headers: { authorization: `token ${credentials.token}` } });
    if (!reply.ok) throw new Error(`Gitea answered ${path} with ${reply.status}`);
    return (await reply.json()) as never;
  };

  /** Undefined: Gitea answers this by itself. */
  const translated = async (method: string, address: URL): Promise<unknown> => {
    const path = address.pathname.slice(api.length);
    const found = translations.find(
      (one) => method === "GET" && address.pathname.startsWith(api) && one.path.test(path),
    );
    if (!found) return undefined;
    const responseBody = await found.answer(found.path.exec(path)?.groups ?? {}, ask, url);
    const exchange = { method, path, query: address.searchParams, requestBody: undefined, status: 200, responseBody };
    const violations = contract(exchange);
    if (violations.length > 0) throw new Error(violations.join("; "));
    return responseBody;
  };

  const server = await listen((incoming, outgoing) => {
    const address = new URL(incoming.url ?? "/", url);
    // The proxy's own questions come from the administrator, and are Gitea's to answer.
    const isOwn = incoming.headers.authorization === `token ${credentials.token}`;
    const answer = isOwn ? Promise.resolve(undefined) : translated(incoming.method ?? "GET", address);
    answer.then(
      (body) => (body === undefined ? handOn(incoming, { outgoing, socket }) : give(outgoing, 200, body)),
      (error: Error) => give(outgoing, 502, { message: error.message }),
    );
  });
  const { url } = server;
  return server;
}

function give(outgoing: ServerResponse, status: number, body: unknown): void {
  outgoing.writeHead(status, { "content-type": "application/json; charset=utf-8" }).end(JSON.stringify(body));
}

function handOn(incoming: IncomingMessage, { outgoing, socket }: { outgoing: ServerResponse; socket: string }): void {
  const { method, headers, url: path } = incoming;
  const passed = request({ socketPath: socket, method, headers, path }, (reply) => {
    reply.pipe(outgoing.writeHead(reply.statusCode ?? 500, reply.headers));
  });
  passed.on("error", () => outgoing.destroy());
  incoming.pipe(passed);
}
