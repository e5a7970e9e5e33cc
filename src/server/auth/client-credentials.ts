import { createPrivateKey } from "node:crypto";
import { auth } from "@modelcontextprotocol/sdk/client/auth.js";
import { ClientCredentialsProvider, PrivateKeyJwtProvider } from "@modelcontextprotocol/sdk/client/auth-extensions.js";
import { ConfigError, ServerError } from "../../errors.ts";
import type { ClientCredentials } from "../../plan/auth.ts";
import type { Issued } from "./access-token.ts";

/** Longest wait for one answer of the authorization server. */
const answerMs = 30_000;

/**
 * Fetches a token for a server by client credentials (RFC 6749, section 4.4): the server names its authorization server
 * (RFC 9728), which has to be the configured one, and that its endpoints (RFC 8414). Throws ServerError.
 */
export async function issueToken(credentials: ClientCredentials, serverUrl: URL): Promise<Issued> {
  const provider = providerOf(credentials);
  const { issuer, scope } = credentials;
  try {
    await auth(provider, { serverUrl, ...(scope === undefined ? {} : { scope }), fetchFn: withLimit });
  } catch (cause) {
    throw new ServerError(`no access token: ${cause instanceof Error ? cause.message : String(cause)}`, {
      where: issuer,
      fix: "check `server.auth`: the issuer, the client's id and its secret or key, and the scope",
      cause,
    });
  }
  const tokens = provider.tokens();
  if (tokens === undefined) throw new ServerError("no access token was given", { where: issuer });
  const { access_token: token, expires_in: seconds } = tokens;
  // The end of a token is a whole second, cut: it may come one earlier.
  return { token, lifeMs: seconds === undefined ? undefined : Math.max(seconds - 1, seconds / 2) * 1000 };
}

function providerOf({ issuer, clientId, scope, ...proof }: ClientCredentials) {
  const client = { clientId, expectedIssuer: issuer, ...(scope === undefined ? {} : { scope }) };
  if ("secret" in proof) return new ClientCredentialsProvider({ ...client, clientSecret: proof.secret });
  return new PrivateKeyJwtProvider({ ...client, ...signingKey(proof.privateKey) });
}

const algorithms: Readonly<Record<string, string>> = {
  rsa: "RS256",
  "rsa-pss": "PS256",
  ec: "ES256",
  ed25519: "EdDSA",
};

/** In the form that is understood, whatever form of PEM it had. */
function signingKey(pem: string): { privateKey: string; algorithm: string } {
  try {
    const key = createPrivateKey(pem);
    const algorithm = algorithms[key.asymmetricKeyType ?? ""];
    if (algorithm === undefined) throw new TypeError(`a key of type ${key.asymmetricKeyType} cannot sign`);
    return { privateKey: key.export({ type: "pkcs8", format: "pem" }).toString(), algorithm };
  } catch {
    // What crypto says may quote the key.
    throw new ConfigError("the private key cannot be read", {
      where: "server.auth.client_credentials.private_key",
      expected: "a key for RSA, EC (P-256) or Ed25519 in PEM, without a password",
    });
  }
}

const withLimit: typeof fetch = (url, options) =>
  fetch(url, { ...options, redirect: "error", signal: AbortSignal.timeout(answerMs) });
