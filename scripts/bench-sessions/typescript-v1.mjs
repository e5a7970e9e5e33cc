// A sound server with sessions on the TypeScript SDK, version 1. Usage: node typescript-v1.mjs PORT
import { createServer } from "node:http";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { keepSessions, open } from "./sessions.mjs";

const sessions = keepSessions();

const sdk = {
  Server,
  Transport: StreamableHTTPServerTransport,
  list: ListToolsRequestSchema,
  call: CallToolRequestSchema,
};

const http = createServer(async (request, response) => {
  const id = request.headers["mcp-session-id"];
  const transport = id === undefined ? await open(sessions, sdk) : sessions.get(id);
  if (transport) await transport.handleRequest(request, response);
  else response.writeHead(404).end();
});
http.listen(Number(process.argv[2]), "127.0.0.1");
sessions.endWith(http);
