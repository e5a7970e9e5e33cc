import { writeFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { listen } from "../../support/listen.ts";

export const wikiServer = fileURLToPath(new URL("./wiki-server.js", import.meta.url));

/** A real API over HTTP: pages, lists compressed by gzip, and a search, for those who know the token. */
export async function wikiApi(token = "wiki-token-0123456789abcdef") {
  const asked: string[] = [];
  const answer: RequestListener = (request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const send = (status: number, value: unknown, headers: Record<string, string> = {}) => {
      response.writeHead(status, { "content-type": "application/json", "set-cookie": `sid=${token}`, ...headers });
      response.end(headers["content-encoding"] ? gzipSync(JSON.stringify(value)) : JSON.stringify(value));
    };
    const { pathname } = new URL(request.url ?? "/", "http://api");
    if (request.headers.authorization !== `Bearer ${token}`) return send(401, { message: "who are you?" });
    if (pathname === "/pages")
      return send(200, { pages: ["a", "b"], next_page_token: "p2" }, { "content-encoding": "gzip" });
    if (pathname === "/search") return send(200, { results: ["a"], access_token: token });
    if (pathname.startsWith("/pages/")) return send(200, { id: pathname, text: "x".repeat(50) });
    return send(404, { message: "not found" });
  };
  const server = await listen(answer);
  return { asked, token, url: server.url, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

export interface WikiConfig {
  readonly upstream: string;
  readonly benchmarks?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly more?: string;
  /** Node.js that runs the server. */
  readonly node?: string;
}

/** Writes the configuration of a project that measures the wrapper. */
export function writeWikiConfig(
  folder: string,
  { upstream, benchmarks, env = {}, more = "", node = process.execPath }: WikiConfig,
): void {
  const lines = [
    `server: { command: ${JSON.stringify(node)}, args: [${JSON.stringify(wikiServer)}], same_program: true, env: ${JSON.stringify(env)} }`,
    `upstream: ${upstream}`,
    benchmarks ??
      "benchmarks: [{ tool: get_page, arguments: { id: a } }, { tool: list_pages }, { tool: search, arguments: { query: x } }]",
    "defaults: { requests: 20, warmup: 2, rounds: 1, leak_check: 0 }",
    more,
  ];
  writeFileSync(path.join(folder, "mcp-bench.yml"), `${lines.join("\n")}\n`);
}
