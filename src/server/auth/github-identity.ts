import { getIDToken } from "@actions/core";
import { ServerError } from "../../errors.ts";
import { isMap } from "../../text/json.ts";
import type { Issued } from "./access-token.ts";

/** Fetches the identity of the job from the runner, for an audience. Throws ServerError. */
export async function issueIdentity(audience: string): Promise<Issued> {
  try {
    const token = await getIDToken(audience);
    return { token, lifeMs: lifeOf(token) };
  } catch (cause) {
    throw new ServerError(`the runner gives no identity: ${cause instanceof Error ? cause.message : String(cause)}`, {
      where: "server.auth.github_oidc",
      fix: "run on GitHub Actions, with `permissions: { id-token: write }` for the job",
      cause,
    });
  }
}

/** By the time of expiry that a JSON Web Token states. */
function lifeOf(token: string): number | undefined {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8"));
    const expiry = isMap(claims) ? claims.exp : undefined;
    return typeof expiry === "number" ? Math.max(0, expiry * 1000 - Date.now()) : undefined;
  } catch {
    return undefined;
  }
}
