import { type IncomingMessage, request, type ServerResponse } from "node:http";
import { tokenOf } from "./call.ts";
import { identityOf } from "./identities.ts";

/** Lets through what the token may do. Reading is open to everybody, as in a public repository. */
export function answerGit(
  incoming: IncomingMessage,
  { outgoing, origin }: { outgoing: ServerResponse; origin: string },
): void {
  const url = incoming.url ?? "";
  const identity = identityOf(tokenOf(incoming));
  if (url.includes("receive-pack") && identity?.contents !== "write") {
    outgoing.writeHead(identity ? 403 : 401, { "www-authenticate": 'Basic realm="GitHub"' }).end();
    return;
  }
  const directory = url.replace(/^(\/[^/]+\/[^/.]+)(?:\.git)?\//, "$1.git/");
  const passed = request(`${origin}${directory}`, { method: incoming.method, headers: incoming.headers }, (reply) => {
    reply.pipe(outgoing.writeHead(reply.statusCode ?? 500, reply.headers));
  });
  passed.on("error", () => outgoing.destroy());
  incoming.pipe(passed);
}

/** True for the requests of git's smart HTTP protocol. */
export function isGit(url: string): boolean {
  return /\/(info\/refs|git-(upload|receive)-pack)(\?|$)/.test(url);
}
