// A small MCP server without any dependency: over stdio, or, given a port, over streamable HTTP for whoever knows the token.
// DELAY_MS is rewritten to make a pull request slow.
import { createServer } from "node:http";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";

const DELAY_MS = 0;

const tools = [
  {
    name: "work",
    description: "Answers after a while",
    inputSchema: { type: "object", properties: {} },
    annotations: { readOnlyHint: true },
  },
];

const results = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: "example", version: "1.0.0" },
  }),
  ping: () => ({}),
  "tools/list": () => ({ tools }),
  "tools/call": async () => {
    if (DELAY_MS > 0) await setTimeout(DELAY_MS);
    return { content: [{ type: "text", text: "done" }] };
  },
};

/** The reply to one message; none to a notification. */
async function reply(text) {
  const { id, method, params } = JSON.parse(text);
  if (id === undefined) return undefined;
  const result = await results[method]?.(params);
  const answer = result ? { result } : { error: { code: -32601, message: `no method ${method}` } };
  return JSON.stringify({ jsonrpc: "2.0", id, ...answer });
}

function serveStdio() {
  createInterface({ input: process.stdin }).on("line", async (line) => {
    const text = await reply(line);
    if (text !== undefined) process.stdout.write(`${text}\n`);
  });
}

function serveHttp(port) {
  createServer(async (request, response) => {
    let text = "";
    for await (const chunk of request.setEncoding("utf8")) text += chunk;
    if (request.headers.authorization !== "Bearer open-sesame") return response.writeHead(401).end();
    if (request.method !== "POST") return response.writeHead(405).end();
    const answer = await reply(text);
    if (answer === undefined) return response.writeHead(202).end();
    response.writeHead(200, { "content-type": "application/json" }).end(answer);
  }).listen(port, "127.0.0.1");
}

const port = process.argv[2];
if (port === undefined) serveStdio();
else serveHttp(Number(port));
