import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { LaunchSpec } from "../../../src/plan/plan.ts";
import { call, httpSpec, launch, launchError, textOf } from "../support.ts";

const folder = mkdtempSync(join(tmpdir(), "tls-"));
const [key, certificate] = [join(folder, "key.pem"), join(folder, "cert.pem")];
let server: ReturnType<typeof createServer>;
let connections = 0;

beforeAll(async () => {
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"];
  execFileSync("openssl", ["req", "-x509", "-nodes", ...curve, "-keyout", key, "-out", certificate, ...subject], {
    stdio: "ignore",
  });
  server = createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    if (request.method !== "POST") return response.writeHead(405).end();
    const { id, method, params } = JSON.parse(body);
    if (id === undefined) return response.writeHead(202).end();
    const serverInfo = { name: "secure", version: "1" };
    const initialized = { protocolVersion: params?.protocolVersion, capabilities: {}, serverInfo };
    const result = method === "initialize" ? initialized : { content: [{ type: "text", text: "secret" }] };
    response.writeHead(200, { "content-type": "application/json" });
    return response.end(JSON.stringify({ jsonrpc: "2.0", id, result }));
  });
  server.on("connection", () => connections++);
  await once(server.listen(0, "127.0.0.1"), "listening");
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

/** Reached by its URL, as servers with certificates mostly are. */
function spec(tls?: LaunchSpec["tls"]): LaunchSpec {
  const { port } = server.address() as AddressInfo;
  const { command: _, ...byUrl } = httpSpec("", [], { url: `https://localhost:${port}/mcp`, args: [] });
  return { ...byUrl, ...(tls ? { tls } : {}) };
}

describe("a server over https", () => {
  test.each([
    ["whose authority is named", { ca: certificate, verify: true }],
    ["that is not verified", { verify: false }],
  ])("%s is reached", async (_name, tls) => {
    const session = await (await launch(spec(tls))).connect();
    expect(session.identity.name).toBe("secure");
    expect(textOf(await call(session))).toBe("secret");
  });

  test("is refused when nobody vouches for it, once and with what to do", async () => {
    const before = connections;
    const error = await launchError(spec());
    expect(error.message).toContain("self-signed certificate");
    expect(error.message).toContain("name the certificate of its authority in `server.tls.ca`");
    expect(connections - before).toBe(1);
  });

  test("needs a file of authorities that can be read", async () => {
    const error = await launchError(spec({ ca: join(folder, "gone.pem"), verify: true }));
    expect(error.message).toContain("gone.pem cannot be read");
    expect(error.message).toContain("correct `server.tls.ca`");
  });
});
