import { createPrivateKey, randomUUID, sign } from "node:crypto";
import { type AddClientAuthentication, auth } from "@modelcontextprotocol/sdk/client/auth.js";
import { ClientCredentialsProvider } from "@modelcontextprotocol/sdk/client/auth-extensions.js";
import { OAuthError } from "@modelcontextprotocol/sdk/server/auth/errors.js";
import { isMap, ownValue } from "../../base/json.ts";
import { parseMessage } from "../../base/json-depth.ts";
import { ConfigError, ServerError } from "../../errors.ts";
import type { TokenGrant } from "../../plan/auth.ts";
import type { IssuedToken } from "./access-token.ts";

const mostBytesOfAnswer = 2 ** 20;

/**
 * Fetches a token for a server: the server names its authorization server (RFC 9728), which has to be the configured one, and
 * that its endpoints (RFC 8414). Throws ServerError.
 */
export async function issueToken(
  grant: TokenGrant,
  { serverUrl, signal }: { readonly serverUrl: URL; readonly signal: AbortSignal },
): Promise<IssuedToken> {
  const { issuer, scope } = grant;
  const proof = await proofOf(grant, signal);
  const provider = providerOf(grant, proof);
  const fetchFn = askedOnce(boundedFetch(issuer, signal));
  try {
    await auth(provider, { serverUrl, ...(scope === undefined ? {} : { scope }), fetchFn });
  } catch (cause) {
    throw new ServerError(`no access token: ${saidBy(cause, proof)}`, {
      where: issuer,
      fix: "check `server.auth`: the issuer, the client's id, its secret, key or assertion, and the scope",
      cause,
    });
  }
  const tokens = provider.tokens();
  if (tokens === undefined) throw new ServerError("no access token was given", { where: issuer });
  const { access_token: token, expires_in: seconds } = tokens;
  // The end of a token is a whole second, cut: it may come one earlier.
  return { token, lifeMs: seconds === undefined ? undefined : Math.max(seconds - 1, seconds / 2) * 1000 };
}

/** The secret of the client, its key in PEM, or the assertion that is exchanged. */
async function proofOf(grant: TokenGrant, signal: AbortSignal): Promise<string> {
  if (grant.kind === "workload_identity") {
    if (grant.assertion !== undefined) return grant.assertion;
    const { issueIdentity } = await import("./github-identity.ts");
    return (await issueIdentity(grant.issuer, signal)).token;
  }
  return "secret" in grant ? grant.secret : grant.privateKey;
}

function providerOf(grant: TokenGrant, proof: string): ClientCredentialsProvider {
  const { issuer, clientId, scope } = grant;
  const client = { clientId, expectedIssuer: issuer, ...(scope === undefined ? {} : { scope }) };
  if ("secret" in grant) return new ClientCredentialsProvider({ ...client, clientSecret: proof });
  const provider = new ClientCredentialsProvider({ ...client, clientSecret: "" });
  const authenticate = (add: (parameters: URLSearchParams, stated: string | undefined) => void) => ({
    addClientAuthentication: (async (_headers, parameters, _url, metadata) =>
      add(parameters, metadata?.issuer)) satisfies AddClientAuthentication,
  });
  if (grant.kind === "client_credentials") {
    const sign = clientAssertion(proof, clientId);
    return Object.assign(
      provider,
      authenticate((parameters, stated) => {
        parameters.set("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer");
        parameters.set("client_assertion", sign(stated ?? issuer));
      }),
    );
  }
  return Object.assign(
    provider,
    authenticate((parameters) => parameters.set("client_id", clientId)),
    {
      prepareTokenRequest: (asked?: string) =>
        new URLSearchParams({
          grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
          assertion: proof,
          ...(asked === undefined ? {} : { scope: asked }),
        }),
    },
  );
}

function wordsOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  // The SDK's schemas complain in JSON.
  if ("issues" in cause) return "it answered with something else than a token or the metadata of an issuer";
  // The error that fetch throws explains nothing; its cause does.
  const { message } = cause instanceof TypeError && cause.cause instanceof Error ? cause.cause : cause;
  return message || (cause instanceof OAuthError ? cause.errorCode : cause.name);
}

/** Describes the failure without the page that the server answered with: it may show the secret. */
function saidBy(cause: unknown, proof: string): string {
  return wordsOf(cause)
    .replace(/ Raw body: .*/s, "")
    .replaceAll(proof, "***");
}

/**
 * Follows no redirect, takes no endless answer, sends nothing in the clear on behalf of an issuer that is reached by https,
 * whatever its metadata name, and takes no metadata of another issuer for its own.
 */
export function boundedFetch(issuer: string, signal: AbortSignal): typeof fetch {
  const isPrivate = new URL(issuer).protocol === "https:";
  return async (target, options) => {
    const url = new URL(target instanceof Request ? target.url : target);
    if (isPrivate && options?.method === "POST" && url.protocol !== "https:")
      throw new Error(`the issuer names ${url.origin}, where a secret would be sent in the clear`);
    const response = await fetch(url, { ...options, redirect: "error", signal });
    const { status, headers } = response;
    const body = await bodyOf(response);
    if (response.ok && metadataPath.test(url.pathname)) checkIssuer(body, issuer);
    return new Response(body, { status, headers });
  };
}

/** The SDK asks again where a token is refused; the refusal stands (SEP-1933). */
function askedOnce(ask: typeof fetch): typeof fetch {
  let refusal: Response | undefined;
  return async (target, options) => {
    if (options?.method !== "POST") return ask(target, options);
    refusal ??= await ask(target, options);
    const answer = refusal.clone();
    if (refusal.ok) refusal = undefined;
    return answer;
  };
}

const metadataPath = /\/\.well-known\/(oauth-authorization-server|openid-configuration)(\/|$)/;

/** Throws where they are of another one (RFC 8414, section 3.3). What is no JSON the SDK tells. */
function checkIssuer(body: Buffer | null, issuer: string): void {
  const metadata = parseMessage(body?.toString("utf8") ?? "");
  const stated = isMap(metadata) ? metadata.issuer : undefined;
  if (typeof stated === "string" && withoutSlash(stated) !== withoutSlash(issuer))
    throw new Error(`the metadata of ${issuer} are those of the issuer ${JSON.stringify(stated.slice(0, 200))}`);
}

function withoutSlash(url: string): string {
  return (URL.canParse(url) ? new URL(url).href : url).replace(/\/$/, "");
}

async function bodyOf({ body, url }: Response): Promise<Buffer | null> {
  if (!body) return null;
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > mostBytesOfAnswer) throw new Error(`the answer of ${url} has no end within ${mostBytesOfAnswer} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Lifetime of an assertion, which is used at once. */
const lifeSeconds = 60;

/** Algorithms by the type of a key, as a JSON Web Token names them (RFC 7518). */
const algorithms = {
  rsa: { name: "RS256", hash: "sha256" },
  ec: { name: "ES256", hash: "sha256" },
  ed25519: { name: "EdDSA", hash: null },
} as const;

/**
 * Signs what a client proves itself with in place of a secret (RFC 7523, section 2.2), for an audience. The key: RSA, EC
 * (P-256) or Ed25519 in PEM. Throws ConfigError for any other. The SDK's own way brings a library of 90 KB.
 */
function clientAssertion(pem: string, clientId: string): (audience: string) => string {
  const { key, algorithm } = readKey(pem);
  return (audience) => {
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: clientId, sub: clientId, aud: audience, iat: now, exp: now + lifeSeconds, jti: randomUUID() };
    const parts = [{ alg: algorithm.name, typ: "JWT" }, claims];
    const signed = parts.map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
    const signature = sign(algorithm.hash, Buffer.from(signed), { key, dsaEncoding: "ieee-p1363" });
    return `${signed}.${signature.toString("base64url")}`;
  };
}

function readKey(pem: string) {
  try {
    const key = createPrivateKey(pem);
    const { asymmetricKeyType: type = "", asymmetricKeyDetails: details } = key;
    const algorithm = ownValue<(typeof algorithms)[keyof typeof algorithms]>(algorithms, type);
    if (algorithm && (type !== "ec" || details?.namedCurve === "prime256v1")) return { key, algorithm };
  } catch {
    // A message of crypto may quote the key.
  }
  throw new ConfigError("the private key cannot be read", {
    where: "server.auth.client_credentials.private_key",
    expected: "a key for RSA, EC (P-256) or Ed25519 in PEM, without a password",
  });
}
