/* A server with a tool of three steps, for tests of profiles: `tokenize` takes TOKENIZE times as long as `rank`, `remember` keeps KEEP bytes. */
import { createInterface } from "node:readline";

const amount = Number(process.env.TOKENIZE ?? 1);

function work(steps) {
  let value = 1;
  for (let step = 0; step < steps * 20_000; step++) value = (value * 31 + step) & 0xffff;
  return value;
}

export function tokenize() {
  let value = 1;
  for (let step = 0; step < amount * 100_000; step++) value = (value * 31 + step) & 0xffff;
  return value;
}

function rank(value) {
  return value + work(5);
}

const kept = [];

export function remember() {
  kept.push("x".repeat(Number(process.env.KEEP ?? 0)).split(""));
}

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: "profiled", version: "1" },
  }),
  ping: () => ({}),
  "tools/list": () => ({ tools: [{ name: "search", inputSchema: { type: "object" } }] }),
  "tools/call": () => {
    remember();
    return { content: [{ type: "text", text: String(rank(tokenize())) }] };
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: "2.0", id, result: answers[method](params) }));
}
