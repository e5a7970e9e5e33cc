import { spawn } from "node:child_process";
import type { IncomingMessage, ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { gitEnvironment } from "./git-run.ts";
import { listen } from "./listen.ts";

/** Says how the server answers a request instead of passing it to git. */
type Fault = { readonly status: number; readonly location?: string } | "drop";

export interface GitHttpOptions {
  /** The only token let in; absent: everybody is. */
  readonly token?: string;
  /** Asked for every request, with its path and query, e.g. `/remote.git/git-receive-pack`. */
  readonly fault?: (path: string) => Fault | undefined;
  /** Runs after a push has been received and before git looks at it: the worst moment for a rival. */
  readonly beforeReceivePack?: () => void;
}

export interface GitHttpServer extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  /** Method and path of every request so far. */
  readonly requests: string[];
  /** Values of the Authorization header so far. */
  readonly authorizations: Set<string | undefined>;
}

/** Serves the bare repositories of a folder through `git http-backend`. */
export async function serveGit(root: string, options: GitHttpOptions = {}): Promise<GitHttpServer> {
  const requests: string[] = [];
  const authorizations = new Set<string | undefined>();
  const expected = `basic ${Buffer.from(`x-access-token:${options.token}`).toString("base64")}`;
  const server = await listen((request, response) => {
    const path = request.url ?? "";
    requests.push(`${request.method} ${path}`);
    authorizations.add(request.headers.authorization);
    const fault = options.fault?.(path);
    if (fault === "drop") request.socket.destroy();
    else if (fault) response.writeHead(fault.status, fault.location ? { location: fault.location } : {}).end();
    else if (options.token !== undefined && request.headers.authorization?.toLowerCase() !== expected.toLowerCase())
      response.writeHead(401, { "www-authenticate": 'Basic realm="git"' }).end("no");
    else void buffer(request).then((body) => answer({ root, request, response, body, options }));
  });
  return { ...server, port: Number(new URL(server.url).port), requests, authorizations };
}

interface Exchange {
  readonly root: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: Buffer;
  readonly options: GitHttpOptions;
}

/** One CGI call, https://git-scm.com/docs/git-http-backend */
function answer({ root, request, response, body, options }: Exchange): void {
  const { pathname, search } = new URL(request.url ?? "", "http://x");
  if (request.method === "POST" && pathname.endsWith("/git-receive-pack")) options.beforeReceivePack?.();
  const header = (name: string) => String(request.headers[name] ?? "");
  const child = spawn("git", ["http-backend"], {
    env: {
      ...gitEnvironment,
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: "1",
      GIT_PROTOCOL: header("git-protocol"),
      PATH_INFO: decodeURIComponent(pathname),
      QUERY_STRING: search.slice(1),
      REQUEST_METHOD: request.method ?? "GET",
      CONTENT_TYPE: header("content-type"),
      CONTENT_LENGTH: String(body.length),
      HTTP_CONTENT_ENCODING: header("content-encoding"),
      REMOTE_USER: "tester",
    },
  });
  const output: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => output.push(chunk));
  child.stderr.resume();
  child.stdin.on("error", () => {});
  child.stdin.end(body);
  child.on("close", () => {
    const all = Buffer.concat(output);
    const end = all.indexOf("\r\n\r\n");
    const headers = all.toString("latin1", 0, end).split("\r\n");
    let status = 200;
    for (const line of headers) {
      const [name = "", value = ""] = line.split(": ");
      if (name === "Status") status = Number.parseInt(value, 10);
      else if (name) response.setHeader(name, value);
    }
    response.writeHead(status).end(all.subarray(end + 4));
  });
}
