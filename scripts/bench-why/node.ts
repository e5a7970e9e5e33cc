import { join } from "node:path";
import { root } from "../revision.ts";
import type { Kind, ProgramFunction } from "./programs.ts";

const works: Readonly<Record<Kind, string>> = {
  tokens: `const counts = new Map();
    for (const word of text.split(" ")) counts.set(word, (counts.get(word) ?? 0) + 1);
    result += counts.size;`,
  distance: `const [a, b] = [text.slice(turn % 40, (turn % 40) + 36), text.slice(60, 96)];
    let row = Array.from({ length: b.length + 1 }, (_, column) => column);
    for (let i = 1; i <= a.length; i++) {
      const next = [i];
      for (let j = 1; j <= b.length; j++)
        next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1)));
      row = next;
    }
    result += row.at(-1);`,
  sort: `const records = Array.from({ length: 60 }, (_, place) => ({ key: (place * 7919 + turn) % 101, place }));
    records.sort((one, other) => one.key - other.key);
    result += records[0].place;`,
  escape: `let html = "";
    for (let line = 0; line < 8; line++) html += "<li>" + (text + line).replace(/[&<>"a-e]/g, (found) => "&#" + found.charCodeAt(0) + ";") + "</li>";
    result += html.length;`,
  json: `const copy = JSON.parse(JSON.stringify({ turn, list: [1, 2, 3, text], inner: { text, more: [text, { turn }] } }));
    const second = JSON.parse(JSON.stringify([copy, copy, copy]));
    result += second.length;`,
  sieve: `const marked = new Uint8Array(2200);
    for (let i = 2; i * i < marked.length; i++) if (!marked[i]) for (let j = i * i; j < marked.length; j += i) marked[j] = 1;
    result += marked[turn % 2000];`,
  tree: `const open = [{ depth: 0, value: turn }];
    for (let node = open.pop(); node; node = open.pop()) {
      result += node.value % 7;
      if (node.depth < 6) open.push({ depth: node.depth + 1, value: node.value + 1 }, { depth: node.depth + 1, value: node.value * 2 });
    }`,
  digest: `for (let part = 0; part < 5; part++) result += createHash("sha256").update(text + part).digest()[0];`,
};

/** Plain functions without a loop of their own, which their callers call over and over: what a compiler likes to inline. */
function plainBody({ name, kind, twice, calls }: ProgramFunction, all: readonly ProgramFunction[]): string {
  return `
function ${name}(text, turn) {
  let result = 0;
  for (let again = 0; again < (turn % 100 < ${twice} ? 2 : 1); again++) {
    ${works[kind]}
  }
  ${calls.length === 0 ? "" : `if (turn === 0) result += ${calls.map((call) => loopOf(call, all)).join(" + ")};`}
  return result;
}
`;
}

function loopOf(name: string | undefined, all: readonly ProgramFunction[]): string {
  const amount = all.find((one) => one.name === name)?.amount ?? 1;
  return `(() => { let sum = 0; for (let turn = 0; turn < ${amount}; turn++) sum += ${name}(text, turn); return sum; })()`;
}

/** A server over stdio by the SDK of TypeScript. */
export function nodeServer(functions: readonly ProgramFunction[], isPlain: boolean): Readonly<Record<string, string>> {
  const sdk = (file: string) =>
    JSON.stringify(join(root, "node_modules/@modelcontextprotocol/sdk/dist/esm/server", file));
  const asyncBody = ({ name, kind, amount, calls, isAsync }: ProgramFunction) => `
async function ${name}(text) {
  let result = 0;
  for (let turn = 0; turn < ${amount}; turn++) {
    ${works[kind]}
  }
  ${isAsync ? "await new Promise((resolve) => setImmediate(resolve));" : ""}
  ${calls.map((call) => `result += await ${call}(text);`).join("\n  ")}
  return result;
}
`;
  const bodies = functions.map((one) => (isPlain ? plainBody(one, functions) : asyncBody(one)));
  const first = isPlain ? loopOf(functions[0]?.name, functions) : `await ${functions[0]?.name}(text)`;
  const server = `import { createHash } from "node:crypto";
import { McpServer } from ${sdk("mcp.js")};
import { StdioServerTransport } from ${sdk("stdio.js")};
import { z } from ${JSON.stringify(join(root, "node_modules/zod/index.js"))};
${bodies.join("")}
const server = new McpServer({ name: "seeded", version: "1.0.0" });
server.registerTool("work", { inputSchema: { text: z.string() }, annotations: { readOnlyHint: true } }, async ({ text }) => ({
  content: [{ type: "text", text: String(${first}) }],
}));
await server.connect(new StdioServerTransport());
`;
  return { "server.mjs": server };
}
