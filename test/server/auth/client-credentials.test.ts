import type { IncomingMessage, RequestListener } from "node:http";
import { text as textOfBody } from "node:stream/consumers";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { boundedFetch, issueToken } from "../../../src/server/auth/client-credentials.ts";
import { clientKey, clientSecret, protectedServer } from "../../support/authorization-server.ts";
import { listen } from "../../support/listen.ts";
import { call, httpSpec, launch, launchError, textOf } from "../support.ts";

const client = { kind: "client_credentials", clientId: "mcp-bench" } as const;
const bounds = { signal: new AbortController().signal };
const privateKey = clientKey.privateKey.export({ type: "sec1", format: "pem" }).toString();

/** A server that is reached by URL alone. */
function reached(url: string, auth: object) {
  const { command: _, ...spec } = httpSpec("");
  return { ...spec, args: [], url, auth: auth as typeof client & { issuer: string; secret: string } };
}

describe("client credentials", () => {
  test("are exchanged for a token, by a secret", async () => {
    const { url, issuer, counts } = await protectedServer({ lifeSeconds: 60 });
    const server = await launch(reached(url, { ...client, issuer, secret: clientSecret }));
    expect(textOf(await call(await server.connect(), {}, "echo"))).toContain("called with ey");
    expect(counts).toMatchObject({ issued: 1, refused: 0 });
  });

  test("are exchanged for a token, by a key of the client's own", async () => {
    const { url, issuer, counts } = await protectedServer({ lifeSeconds: 60, clientAuthentication: "private_key_jwt" });
    const server = await launch(reached(url, { ...client, issuer, privateKey }));
    expect(textOf(await call(await server.connect(), {}, "echo"))).toContain("called with ey");
    expect(counts).toMatchObject({ issued: 1, refused: 0 });
  });

  test("are exchanged anew for a further session only once the token is over", async () => {
    const { url, issuer, counts } = await protectedServer({ lifeSeconds: 60 });
    let now = 0;
    const clock = { now: () => now };
    const server = await launch(reached(url, { ...client, issuer, secret: clientSecret }), { clock });
    const issuedAfter = async (ms: number) => {
      now += ms;
      await server.connect(1);
      return counts.issued;
    };
    expect([await issuedAfter(0), await issuedAfter(58_000), await issuedAfter(1_000)]).toEqual([1, 1, 2]);
  });

  test("are shown to no authorization server but the configured one", async () => {
    const { url, issuer, counts } = await protectedServer({ lifeSeconds: 60 });
    const other = "http://127.0.0.1:1";
    const { message } = await launchError(reached(url, { ...client, issuer: other, secret: clientSecret }));
    expect(message).toContain("no access token");
    expect(message).toContain(issuer);
    expect(message).not.toContain(clientSecret);
    expect(counts.issued).toBe(0);
  });

  test("that are wrong are named as the cause, without being shown", async () => {
    const { url, issuer } = await protectedServer({ lifeSeconds: 60 });
    const secret = "wrong-secret-of-the-client";
    const { message } = await launchError(reached(url, { ...client, issuer, secret }));
    expect(message).toMatch(/no access token: .*client/);
    expect(message).toContain("check `server.auth`");
    expect(message).not.toContain(secret);
  });

  test("that are refused without a description are told by the code of the error", async () => {
    await using server = await listen((request, response) => {
      const url = `http://${request.headers.host}`;
      const isResource = request.url?.includes("oauth-protected-resource");
      const metadata = isResource
        ? { resource: `${url}/mcp`, authorization_servers: [url] }
        : {
            issuer: url,
            token_endpoint: `${url}/token`,
            authorization_endpoint: url,
            response_types_supported: ["code"],
          };
      const isMetadata = request.url?.startsWith("/.well-known/") === true;
      response.writeHead(isMetadata ? 200 : 401, { "content-type": "application/json" });
      response.end(JSON.stringify(isMetadata ? metadata : { error: "invalid_client" }));
    });
    const issuing = issueToken(
      { ...client, issuer: server.url, secret: "wrong" },
      { ...bounds, serverUrl: new URL("/mcp", server.url) },
    );
    await expect(issuing).rejects.toThrow("no access token: invalid_client");
  });

  test("with a key that cannot be read end before anything is asked", async () => {
    const key = "-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----\n";
    const issuing = issueToken(
      { ...client, issuer: "http://127.0.0.1:1", privateKey: key },
      { ...bounds, serverUrl: new URL("http://127.0.0.1:1") },
    );
    await expect(issuing).rejects.toThrow("the private key cannot be read");
    await expect(issuing).rejects.not.toThrow("c2VjcmV0");
  });

  test("of a server that protects nothing are an error, not a silence", async () => {
    const { url } = await protectedServer({ lifeSeconds: 60 });
    const { message } = await launchError(
      reached(new URL("/else", url).href, { ...client, issuer: url, secret: clientSecret }),
    );
    expect(message).toContain("no access token");
  });

  test("a server without them refuses every call", async () => {
    const { url } = await protectedServer({ lifeSeconds: 60 });
    const { auth: _, ...spec } = reached(url, {});
    expect((await launchError(spec)).message).toContain("401");
  });

  describe("given to an authorization server with faults", () => {
    /** Authorization server and MCP server in one; what it gets by POST is kept. */
    async function faulty(answer: RequestListener, metadata: (url: string) => object = () => ({})) {
      const posted: IncomingMessage[] = [];
      const server = await listen((request, response) => {
        if (request.method === "POST") posted.push(request);
        const json = (value: object) => response.end(JSON.stringify(value));
        if (request.url?.startsWith("/.well-known/oauth-protected-resource"))
          return json({ resource: `${server.url}/mcp`, authorization_servers: [server.url] });
        if (request.url?.startsWith("/.well-known/oauth-authorization-server"))
          return json({
            issuer: server.url,
            authorization_endpoint: `${server.url}/authorize`,
            token_endpoint: `${server.url}/token`,
            response_types_supported: ["code"],
            ...metadata(server.url),
          });
        return answer(request, response);
      });
      onTestFinished(() => server[Symbol.asyncDispose]());
      const issuing = issueToken(
        { ...client, issuer: server.url, secret: clientSecret },
        { ...bounds, serverUrl: new URL("/mcp", server.url) },
      );
      issuing.catch(() => {});
      return { issuing, posted, url: server.url };
    }

    test("stay hidden where it shows the request that it got", async () => {
      const { issuing } = await faulty(({ headers }, response) => {
        response.writeHead(500).end(`<h1>Fault</h1>${headers.authorization} ${clientSecret}`);
      });
      await expect(issuing).rejects.toThrow("HTTP 500");
      await expect(issuing).rejects.not.toThrow(clientSecret);
      await expect(issuing).rejects.not.toThrow(btoa(`${client.clientId}:${clientSecret}`));
    });

    test("stay hidden where it describes its error by them", async () => {
      const { issuing } = await faulty((_, response) => {
        const error = { error: "invalid_client", error_description: `${clientSecret} is wrong` };
        response.writeHead(401).end(JSON.stringify(error));
      });
      await expect(issuing).rejects.toThrow("no access token: *** is wrong");
    });

    test("that are answered without a token show no schema", async () => {
      const { issuing } = await faulty((_, response) => {
        response.writeHead(200, { "content-type": "application/json" }).end("{}");
      });
      await expect(issuing).rejects.toThrow("no access token: it answered with something else than a token");
    });

    test.each([
      ["https://other.example.com", false],
      ["the same", true],
      ["the same with a slash", true],
    ])("are sent where its metadata are those of the issuer %s: %j", async (stated, isSent) => {
      const issuerOf = (url: string) =>
        stated.startsWith("https") ? stated : url + (stated.endsWith("slash") ? "/" : "");
      const answer: RequestListener = (_, response) => void response.writeHead(400).end("{}");
      const { issuing, posted } = await faulty(answer, (url) => ({ issuer: issuerOf(url) }));
      await expect(issuing).rejects.toThrow(isSent ? "no access token" : "those of the issuer");
      expect(posted.length).toBe(isSent ? 1 : 0);
    });

    test("are signed for the issuer as its metadata write it", async () => {
      const received: string[] = [];
      const answer: RequestListener = async (request, response) => {
        received.push(await textOfBody(request));
        response.writeHead(400).end("{}");
      };
      const { issuing, url } = await faulty(answer, (own) => ({ issuer: `${own}/` }));
      await issuing.catch(() => {});
      const signed = { ...client, issuer: url, privateKey };
      await expect(issueToken(signed, { ...bounds, serverUrl: new URL("/mcp", url) })).rejects.toThrow();
      const [, claims = ""] = new URLSearchParams(received.at(-1)).get("client_assertion")?.split(".") ?? [];
      expect(JSON.parse(Buffer.from(claims, "base64url").toString())).toMatchObject({ aud: `${url}/` });
    });

    test("end with the time that is left, and with the run", async () => {
      const { url } = await faulty(() => {});
      const credentials = { ...client, issuer: url, secret: clientSecret };
      const serverUrl = new URL("/mcp", url);
      const issuing = issueToken(credentials, { serverUrl, signal: AbortSignal.timeout(50) });
      await expect(issuing).rejects.toThrow("no access token: The operation was aborted due to timeout");
      const failed = await launchError({ ...reached(serverUrl.href, credentials), startupTimeoutMs: 100 });
      expect(failed.message).toContain("no access token");
    });

    test("are not sent on by a redirect", async () => {
      const { issuing, posted } = await faulty((_, response) => {
        response.writeHead(307, { location: "/elsewhere" }).end();
      });
      await expect(issuing).rejects.toThrow("no access token: unexpected redirect");
      expect(posted.map(({ url }) => url)).toEqual(["/token"]);
    });

    test("are not sent in the clear where the issuer is reached by https", async () => {
      await using plain = await listen((_, response) => void response.end());
      const post = boundedFetch("https://auth.example.com", bounds.signal)(`${plain.url}/token`, { method: "POST" });
      await expect(post).rejects.toThrow("in the clear");
      expect((await boundedFetch(plain.url, bounds.signal)(`${plain.url}/token`, { method: "POST" })).status).toBe(200);
    });

    test("end with an answer that never does", async () => {
      const { issuing } = await faulty((_, response) => {
        const more = () => {
          while (!response.destroyed && response.write(" ".repeat(65_536)));
        };
        response.on("drain", more);
        more();
      });
      await expect(issuing).rejects.toThrow("no end within 1048576 bytes");
    });
  });

  test("have a life that is known", async () => {
    const { url, issuer } = await protectedServer({ lifeSeconds: 7 });
    const { lifeMs } = await issueToken(
      { ...client, issuer, secret: clientSecret },
      { ...bounds, serverUrl: new URL(url) },
    );
    expect(lifeMs).toBe(6_000);
  });
});

describe("the identity of a workload", () => {
  /** An authorization server that answers every token request the same, and what it was sent. */
  async function authorizationServer(status: number, answer: object) {
    const received: string[] = [];
    const server = await listen(async (request, response) => {
      const url = `http://${request.headers.host}`;
      response.setHeader("content-type", "application/json");
      if (request.url?.includes("oauth-protected-resource"))
        return response.end(JSON.stringify({ resource: `${url}/mcp`, authorization_servers: [url] }));
      if (request.url?.startsWith("/.well-known/"))
        return response.end(
          JSON.stringify({
            issuer: url,
            token_endpoint: `${url}/token`,
            authorization_endpoint: url,
            response_types_supported: ["code"],
          }),
        );
      received.push(await textOfBody(request));
      return response.writeHead(status).end(JSON.stringify(answer));
    });
    onTestFinished(() => server[Symbol.asyncDispose]());
    return { url: server.url, received };
  }

  test("is exchanged for a token, as GitHub gives it to the job", async () => {
    const asked: (string | undefined)[] = [];
    await using runner = await listen((request, response) => {
      asked.push(request.url);
      response.end('{"value":"identity-of-the-job"}');
    });
    vi.stubEnv("ACTIONS_ID_TOKEN_REQUEST_URL", `${runner.url}/token?api-version=2.0`);
    vi.stubEnv("ACTIONS_ID_TOKEN_REQUEST_TOKEN", "of-the-runner");
    onTestFinished(() => void vi.unstubAllEnvs());
    const { url, received } = await authorizationServer(200, {
      access_token: "t",
      token_type: "Bearer",
      expires_in: 60,
    });
    const grant = {
      kind: "workload_identity",
      issuer: url,
      clientId: "bench",
      scope: "mcp",
      assertion: undefined,
    } as const;
    expect(await issueToken(grant, { ...bounds, serverUrl: new URL("/mcp", url) })).toEqual({
      token: "t",
      lifeMs: 59_000,
    });
    expect(asked).toEqual([`/token?api-version=2.0&audience=${encodeURIComponent(url)}`]);
    expect(Object.fromEntries(new URLSearchParams(received[0]))).toMatchObject({
      grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
      assertion: "identity-of-the-job",
      client_id: "bench",
      scope: "mcp",
    });
  });

  test("that is refused is asked for once, and shown nowhere", async () => {
    const refusal = { error: "invalid_grant", error_description: "no such subject in secret-assertion" };
    const { url, received } = await authorizationServer(400, refusal);
    const grant = { kind: "workload_identity", issuer: url, clientId: "bench", assertion: "secret-assertion" } as const;
    const issuing = issueToken(grant, { ...bounds, serverUrl: new URL("/mcp", url) });
    await expect(issuing).rejects.toThrow("no such subject in ***");
    expect(received).toHaveLength(1);
  });
});
