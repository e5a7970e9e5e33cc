/**
 * An MCP server that wraps an API, whose address WIKI_URL holds. ASKS: requests of one call of get_page. PAGES_ALONE: without
 * tools that answer whatever the API says. PINNED: trusting one root certificate alone.
 */
import { get } from "node:https";
import { rootCertificates } from "node:tls";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const { WIKI_URL = "http://127.0.0.1:9", WIKI_TOKEN = "", ASKS = "1", OWN_MS = "0", PINNED } = process.env;
const server = new McpServer({ name: "wiki", version: "1.0.0" });

async function ask(path, init = {}) {
  if (PINNED !== undefined)
    return new Promise((resolve, reject) => {
      get(`${WIKI_URL}${path}`, { ca: rootCertificates[0] }, resolve).once("error", reject);
    });
  const response = await fetch(`${WIKI_URL}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${WIKI_TOKEN}`, ...init.headers },
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return response.json();
}

function work(ms) {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

const text = (value) => ({ content: [{ type: "text", text: JSON.stringify(value) }] });
const readOnly = { readOnlyHint: true };

server.registerTool(
  "get_page",
  { description: "Reads a page", inputSchema: { id: z.string() }, annotations: readOnly },
  async ({ id }) => {
    const page = await ask(`/pages/${id}`);
    for (let more = 1; more < Number(ASKS); more++) await ask(`/pages/${id}/parts/${more}`);
    work(Number(OWN_MS));
    return text(page);
  },
);

server.registerTool("list_pages", { description: "Lists pages", annotations: readOnly }, async () =>
  text(await ask(`/pages?stamp=${new Date().toISOString()}`)),
);

const others = process.env.PAGES_ALONE ? new McpServer({ name: "nobody's", version: "1.0.0" }) : server;

others.registerTool(
  "search",
  { description: "Searches", inputSchema: { query: z.string() }, annotations: readOnly },
  async ({ query }) => {
    // A failure of the API is hidden from the client, as some servers do.
    const found = await ask("/search", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ query, request_id: crypto.randomUUID() }),
    }).catch((error) => ({ results: [], error: error.message }));
    return text({ results: found.results });
  },
);

others.registerTool("local_time", { description: "Tells the time", annotations: readOnly }, async () => text("now"));

await server.connect(new StdioServerTransport());
