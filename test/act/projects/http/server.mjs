// A small MCP server over streamable HTTP without any dependency, for whoever knows the token.
import { createServer } from "node:http";

const tools = [{ name: "work", inputSchema: { type: "object", properties: {} }, annotations: { readOnlyHint: true } }];
const results = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: "example", version: "1.0.0" },
  }),
  ping: () => ({}),
  "tools/list": () => ({ tools }),
  "tools/call": () => ({ content: [{ type: "text", text: "done" }] }),
};

createServer(async (request, response) => {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk;
  if (request.headers.authorization !== "Bearer open-sesame") return response.writeHead(401).end();
  if (request.method !== "POST") return response.writeHead(405).end();
  const { id, method, params } = JSON.parse(text);
  if (id === undefined) return response.writeHead(202).end();
  const result = results[method]?.(params);
  const answer = result ? { result } : { error: { code: -32601, message: `no method ${method}` } };
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ jsonrpc: "2.0", id, ...answer }));
}).listen(Number(process.argv[2]), "127.0.0.1");
