import { json } from "node:stream/consumers";
import { listen } from "./listen.ts";

export interface EchoServer extends AsyncDisposable {
  readonly url: string;
  /** Says what it says of itself from the next handshake on. */
  version: string;
  /** For every call, in the order they came: its text, and when it came. */
  readonly calls: { readonly text: string; readonly at: number }[];
}

interface Message {
  readonly id?: number;
  readonly method: string;
  readonly params?: object;
}

/** A server that runs already, with one tool, `echo`, which answers with its `text`. */
export async function httpEchoServer(): Promise<EchoServer> {
  const calls: EchoServer["calls"] = [];
  const answers: Readonly<Record<string, (params: { arguments?: { text?: unknown } }) => object>> = {
    initialize: () => ({
      protocolVersion: "2025-11-25",
      capabilities: { tools: {} },
      serverInfo: { name: "echo", version: echo.version },
    }),
    "tools/list": () => ({
      tools: [{ name: "echo", inputSchema: { type: "object", properties: { text: { type: "string" } } } }],
    }),
    "tools/call": (params) => {
      const text = String(params.arguments?.text);
      calls.push({ text, at: performance.now() });
      return { content: [{ type: "text", text }] };
    },
  };
  const server = await listen(async (request, response) => {
    if (request.method !== "POST") return void response.writeHead(405).end();
    const { id, method, params = {} } = (await json(request)) as Message;
    if (id === undefined) return void response.writeHead(202).end();
    const result = answers[method]?.(params) ?? {};
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ jsonrpc: "2.0", id, result }));
  });
  const echo: EchoServer = {
    url: `${server.url}/mcp`,
    version: "1.0.0",
    calls,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
  return echo;
}
