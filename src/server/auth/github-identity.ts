import { env } from "node:process";
import { isMap, jsonOf } from "../../base/json.ts";
import { ServerError } from "../../errors.ts";
import type { IssuedToken } from "./access-token.ts";

/**
 * Fetches the identity of the job from the runner, for an audience, as GitHub describes it (OpenID Connect reference).
 * The toolkit's own function brings an HTTP client of 600 KB, and prints the token on standard output, which may be a file.
 * Throws ServerError.
 */
export async function issueIdentity(audience: string, signal: AbortSignal): Promise<IssuedToken> {
  const { ACTIONS_ID_TOKEN_REQUEST_URL: url, ACTIONS_ID_TOKEN_REQUEST_TOKEN: token } = env;
  if (!url || !token) throw refused("this is no job on GitHub, or one that may not ask for it");
  const response = await fetch(`${url}&audience=${encodeURIComponent(audience)}`, {
    headers: { authorization: `Bearer ${token}`, accept: "application/json" },
    redirect: "error",
    signal,
  }).catch((cause: Error) => {
    throw refused(cause.message, cause);
  });
  const answer: unknown = await response.json().catch(() => undefined);
  const identity = response.ok && isMap(answer) ? answer.value : undefined;
  if (typeof identity !== "string" || identity === "")
    throw refused(`the runner answered with HTTP ${response.status}`);
  return { token: identity, lifeMs: lifeOf(identity) };
}

function refused(reason: string, cause?: unknown): ServerError {
  return new ServerError(`the runner gives no identity: ${reason}`, {
    where: "server.auth",
    fix: "run on GitHub Actions, with `permissions: { id-token: write }` for the job",
    cause,
  });
}

function lifeOf(token: string): number | undefined {
  const claims = jsonOf(Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8"));
  const expiry = isMap(claims) ? claims.exp : undefined;
  return typeof expiry === "number" ? Math.max(0, expiry * 1000 - Date.now()) : undefined;
}
