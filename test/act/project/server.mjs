// A small MCP server over stdio without any dependency; DELAY_MS is rewritten to make a pull request slow.
import { createInterface } from "node:readline";

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
  "tools/call": () => ({ content: [{ type: "text", text: "done" }] }),
};

function send(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const result = results[method];
  if (result === undefined) {
    send({ id, error: { code: -32601, message: `no method ${method}` } });
  } else {
    const delay = method === "tools/call" ? DELAY_MS : 0;
    if (delay > 0) setTimeout(() => send({ id, result: result(params) }), delay);
    else send({ id, result: result(params) });
  }
});
