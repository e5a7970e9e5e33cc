// A sound server with sessions on the TypeScript SDK, version 1. Usage: node typescript-v1.mjs PORT
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { echo, keepSessions, tool } from "./sessions.mjs";

const sessions = keepSessions();

async function open() {
  const server = new Server({ name: "sound", version: "1.0.0" }, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [tool] }));
  server.setRequestHandler(CallToolRequestSchema, echo);
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => sessions.add(id, transport),
    onsessionclosed: (id) => sessions.remove(id),
  });
  await server.connect(transport);
  return transport;
}

const http = createServer(async (request, response) => {
  const id = request.headers["mcp-session-id"];
  const transport = id === undefined ? await open() : sessions.get(id);
  if (transport) await transport.handleRequest(request, response);
  else response.writeHead(404).end();
});
http.listen(Number(process.argv[2]), "127.0.0.1");
sessions.endWith(http);
