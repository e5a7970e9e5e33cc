// A small MCP server for npm run bench:noise: `work` counts `n` steps. Usage: node server.mjs [PORT | --pace]
import { createServer } from "node:http";
import { createInterface } from "node:readline";

function work(n) {
  let x = 1;
  for (let i = 0; i < n; i++) x = (Math.imul(x, 1103515245) + 12345) | 0;
  return x;
}

function answer({ id, method, params }) {
  if (id === undefined) return undefined;
  if (method === "initialize") {
    const serverInfo = { name: "noise", version: "1" };
    return {
      jsonrpc: "2.0",
      id,
      result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo },
    };
  }
  if (method === "tools/list") {
    const inputSchema = { type: "object", properties: { n: { type: "integer" } } };
    return {
      jsonrpc: "2.0",
      id,
      result: { tools: [{ name: "work", inputSchema, annotations: { readOnlyHint: true } }] },
    };
  }
  if (method !== "tools/call") return { jsonrpc: "2.0", id, result: {} };
  return { jsonrpc: "2.0", id, result: { content: [{ type: "text", text: String(work(params.arguments.n)) }] } };
}

const [mode] = process.argv.slice(2);
if (mode === "--pace") {
  let best = 0;
  for (let turn = 0; turn < 20; turn++) {
    const from = performance.now();
    work(1e6);
    best = Math.max(best, 1e6 / (performance.now() - from));
  }
  console.log(Math.round(best));
} else if (mode === undefined) {
  for await (const line of createInterface(process.stdin)) {
    const reply = answer(JSON.parse(line));
    if (reply) process.stdout.write(`${JSON.stringify(reply)}\n`);
  }
} else {
  createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const reply = body === "" ? undefined : answer(JSON.parse(body));
    if (request.method !== "POST") return response.writeHead(405).end();
    if (!reply) return response.writeHead(202).end();
    return response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(reply));
  }).listen(Number(mode), "127.0.0.1");
  process.on("SIGTERM", () => process.exit(0));
}
