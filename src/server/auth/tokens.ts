import type { Clock } from "../../base/host/clock.ts";
import type { Auth } from "../../plan/auth.ts";
import { AccessToken } from "./access-token.ts";

/** Tokens by purpose: the launches of a server that stays where it is share one. */
const tokens = new Map<string, AccessToken>();

/** The token for a server. What fetches it is loaded when it is needed. */
export function tokenFor(auth: Auth, { url, clock }: { readonly url: URL; readonly clock: Clock }): AccessToken {
  const key = JSON.stringify([auth, url.href]);
  const known = tokens.get(key);
  if (known) return known;
  const token = new AccessToken(
    auth.kind === "github_oidc"
      ? async (signal) => (await import("./github-identity.ts")).issueIdentity(auth.audience, signal)
      : async (signal) => (await import("./client-credentials.ts")).issueToken(auth, { serverUrl: url, signal }),
    clock,
  );
  tokens.set(key, token);
  return token;
}
