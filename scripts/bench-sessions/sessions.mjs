import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";

/** The tool that all servers here offer: it gives its text back, after so many milliseconds. */
const tool = {
  name: "echo",
  inputSchema: { type: "object", properties: { text: { type: "string" }, ms: { type: "number" } } },
  annotations: { readOnlyHint: true },
};

async function echo({ params: { arguments: { text = "", ms = 0 } = {} } }) {
  if (ms > 0) await setTimeout(ms);
  return { content: [{ type: "text", text }] };
}

const idleMs = 1000;
/** Time for the calls that are under way at SIGTERM. */
const drainMs = 500;

/** Opens a session of either version of the SDK, which names the requests for the list and the calls in its own way. */
export async function open(sessions, { Server, Transport, list, call }) {
  const server = new Server({ name: "sound", version: "1.0.0" }, { capabilities: { tools: {} } });
  server.setRequestHandler(list, () => ({ tools: [tool] }));
  server.setRequestHandler(call, echo);
  const transport = new Transport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (id) => sessions.add(id, transport),
    onsessionclosed: (id) => sessions.remove(id),
  });
  await server.connect(transport);
  return transport;
}

/** Transports by session id, which are closed after a second without a request, and drained by SIGTERM. */
export function keepSessions() {
  const kept = new Map();
  const remove = (id) => {
    const session = kept.get(id);
    kept.delete(id);
    return session?.transport.close();
  };
  const looks = setInterval(() => {
    for (const [id, { seen }] of kept) if (seen < Date.now() - idleMs) remove(id);
  }, 200);
  return {
    add: (id, transport) => kept.set(id, { transport, seen: Date.now() }),
    remove: (id) => kept.delete(id),
    get(id) {
      const session = kept.get(id);
      if (session) session.seen = Date.now();
      return session?.transport;
    },
    endWith: (http) =>
      process.once("SIGTERM", async () => {
        clearInterval(looks);
        http.close(() => process.exit(0));
        await setTimeout(drainMs);
        await Promise.all([...kept.keys()].map(remove));
        http.closeIdleConnections();
      }),
  };
}
