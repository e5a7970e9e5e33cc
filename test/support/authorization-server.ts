import { generateKeyPairSync, type KeyObject, verify } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { json as readJson } from "node:stream/consumers";
import Provider from "oidc-provider";
import { onTestFinished } from "vitest";
import { listen } from "./listen.ts";

const clientId = "mcp-bench";

/** Less than a run of the tests takes: a token that is never renewed is refused all the same. */
const graceSeconds = 5;
export const clientSecret = "a-secret-that-is-shown-nowhere";

/** Says what a client proves itself with instead of a secret. */
export const clientKey = generateKeyPairSync("ec", { namedCurve: "P-256" });

export interface Protected {
  /** For the authorization server. */
  readonly issuer: string;
  /** For the MCP server. */
  readonly url: string;
  /** Tokens issued, and requests refused for want of one that holds. */
  readonly counts: { issued: number; refused: number; answered: number };
  /** All that were accepted. */
  readonly tokens: ReadonlySet<string>;
}

interface Options {
  readonly lifeSeconds: number;
  readonly clientAuthentication?: "client_secret_basic" | "private_key_jwt";
}

/** A real authorization server, and an MCP server that answers only with its tokens. Both end with the test. */
export async function protectedServer({
  lifeSeconds,
  clientAuthentication = "client_secret_basic",
}: Options): Promise<Protected> {
  const tokens = new Set<string>();
  const counts = { issued: 0, refused: 0, answered: 0 };
  const signing = generateKeyPairSync("rsa", { modulusLength: 2048 });
  let answer: (request: IncomingMessage, response: ServerResponse) => unknown = (_, response) => response.end();
  const authorization = await listen((request, response) => void answer(request, response));
  onTestFinished(() => authorization[Symbol.asyncDispose]());
  const issuer = authorization.url;
  let resource = "";
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        grant_types: ["client_credentials"],
        redirect_uris: [],
        response_types: [],
        token_endpoint_auth_method: clientAuthentication,
        ...(clientAuthentication === "private_key_jwt"
          ? { jwks: { keys: [{ ...clientKey.publicKey.export({ format: "jwk" }), alg: "ES256", kid: "1" }] } }
          : { client_secret: clientSecret }),
      },
    ],
    jwks: { keys: [{ ...signing.privateKey.export({ format: "jwk" }), alg: "RS256", kid: "signing", use: "sig" }] },
    scopes: ["mcp"],
    ttl: { ClientCredentials: lifeSeconds },
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: async () => ({
          scope: "mcp",
          accessTokenFormat: "jwt",
          accessTokenTTL: lifeSeconds,
          jwt: { sign: { alg: "RS256" } },
        }),
      },
    },
  });
  answer = provider.callback();
  provider.on("client_credentials.issued", () => counts.issued++);
  const server = await listen(async (request, response) => {
    const json = (status: number, value: unknown, headers = {}) =>
      response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(value));
    if (request.url?.startsWith("/.well-known/oauth-protected-resource"))
      return json(200, { resource, authorization_servers: [issuer], scopes_supported: ["mcp"] });
    if (request.method !== "POST") return response.writeHead(405).end();
    const message = (await readJson(request)) as { id?: number; method: string; params?: object };
    const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
    if (!holds(token, { key: signing.publicKey, issuer, audience: resource })) {
      counts.refused++;
      return json(401, { error: "invalid_token" }, { "www-authenticate": "Bearer" });
    }
    counts.answered++;
    tokens.add(token);
    const { id, method, params } = message;
    if (id === undefined) return response.writeHead(202).end();
    return json(200, { jsonrpc: "2.0", id, result: resultOf(method, { ...params, token }) });
  });
  onTestFinished(() => server[Symbol.asyncDispose]());
  resource = `${server.url}/mcp`;
  return { issuer, url: resource, counts, tokens };
}

interface Wanted {
  readonly key: KeyObject;
  readonly issuer: string;
  readonly audience: string;
}

/** Tests whether a JSON Web Token is the authorization server's, for this server, and of now. */
function holds(token: string, { key, issuer, audience }: Wanted): boolean {
  const [head = "", claims = "", signature = ""] = token.split(".");
  if (!verify("sha256", Buffer.from(`${head}.${claims}`), key, Buffer.from(signature, "base64url"))) return false;
  const { iss, aud, exp } = JSON.parse(Buffer.from(claims, "base64url").toString("utf8"));
  // Whoever renews it has a few seconds more: on a busy machine a renewal that was begun in time may take as long.
  return iss === issuer && aud === audience && (exp + graceSeconds) * 1000 > Date.now();
}

function resultOf(method: string, { protocolVersion, token }: { protocolVersion?: string; token: string }): object {
  if (method === "initialize")
    return { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "protected", version: "1" } };
  if (method === "tools/list")
    return { tools: [{ name: "echo", inputSchema: { type: "object" }, annotations: { readOnlyHint: true } }] };
  // A careless server that shows what it was given.
  return { content: [{ type: "text", text: `called with ${token}` }] };
}
