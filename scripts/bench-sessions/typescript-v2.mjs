// A sound server with sessions on the TypeScript SDK, version 2. Usage: node typescript-v2.mjs PORT
import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { Server, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { keepSessions, open } from "./sessions.mjs";

const sessions = keepSessions();

const sdk = {
  Server,
  Transport: WebStandardStreamableHTTPServerTransport,
  list: "tools/list",
  call: "tools/call",
};

const http = createServer(async (request, response) => {
  const { method, url, headers } = request;
  const id = headers["mcp-session-id"];
  const transport = id === undefined ? await open(sessions, sdk) : sessions.get(id);
  if (!transport) return response.writeHead(404).end();
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  const body = method === "POST" ? await buffer(request) : undefined;
  const asked = new Request(new URL(url, "http://127.0.0.1"), { method, headers, body, signal: gone.signal });
  const answer = await transport.handleRequest(asked);
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).flushHeaders();
  const reader = answer.body?.getReader();
  response.once("close", () => reader?.cancel().catch(() => undefined));
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader.read()) response.write(chunk.value);
  return response.end();
});
http.listen(Number(process.argv[2]), "127.0.0.1");
sessions.endWith(http);
