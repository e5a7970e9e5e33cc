import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

export interface EchoServer extends AsyncDisposable {
  readonly url: string;
  /** What it says of itself from the next handshake on. */
  version: string;
  /** Of every call, in the order they came: its text, and when it came. */
  readonly calls: { readonly text: string; readonly at: number }[];
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
  const server = createServer(async (request, response) => {
    if (request.method !== "POST") return void response.writeHead(405).end();
    const { id, method, params = {} } = JSON.parse(await bodyOf(request));
    if (id === undefined) return void response.writeHead(202).end();
    const result = answers[method]?.(params) ?? {};
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ jsonrpc: "2.0", id, result }));
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const echo: EchoServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    version: "1.0.0",
    calls,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return echo;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
