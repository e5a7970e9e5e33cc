import { execFile } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { readFileSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { connect as connectHttp2 } from "node:http2";
import { connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { promisify } from "node:util";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { withVariables } from "../../../src/features/upstream/helper.ts";
import { openProxy } from "./open-proxy.ts";

/** Opens a tunnel through the proxy, as clients do. */
async function tunnel(port: number, destination: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    httpRequest({ host: "127.0.0.1", port, method: "CONNECT", path: destination })
      .once("connect", (_response, socket) => resolve(socket))
      .once("error", reject)
      .end();
  });
}

const authorityOf = ({ env }: { readonly env: Readonly<Record<string, string>> }) =>
  readFileSync(env.SSL_CERT_FILE ?? "", "utf8");

/** Asks by HTTP/2 over a tunnel. */
async function askHttp2(
  proxy: { readonly env: Readonly<Record<string, string>>; readonly port: number },
  headers: Record<string, string>,
  body?: string,
) {
  const socket = await tunnel(proxy.port, "api.example.com:443");
  const session = connectHttp2("https://api.example.com", {
    createConnection: () =>
      connectTls({ socket, servername: "api.example.com", ca: authorityOf(proxy), ALPNProtocols: ["h2"] }),
  });
  try {
    const stream = session.request(headers);
    session.once("error", (error) => stream.destroy(error));
    stream.end(body);
    const [received] = await once(stream, "response");
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    return { status: received[":status"], body: Buffer.concat(chunks), alpn: session.alpnProtocol };
  } finally {
    session.destroy();
  }
}

/** Writes bytes to a socket and returns everything up to its end. */
async function exchange(socket: Socket, text: string): Promise<string> {
  const chunks: Buffer[] = [];
  socket.write(text);
  for await (const chunk of socket) chunks.push(chunk);
  return String(Buffer.concat(chunks));
}

describe("the proxy", () => {
  it("answers HTTP/2 in a tunnel, with the headers of HTTP/1.1", async () => {
    await using proxy = await openProxy();
    const { status, body, alpn } = await askHttp2(
      proxy,
      { ":method": "POST", ":path": "/v1/a?b=c", "x-key": "k" },
      "{}",
    );
    expect({ status, alpn, body: JSON.parse(String(body)) }).toEqual({
      status: 200,
      alpn: "h2",
      body: { method: "POST", url: "https://api.example.com/v1/a?b=c", body: "{}" },
    });
    expect(proxy.seen[0]?.headers).toMatchObject({ host: "api.example.com", "x-key": "k" });
    expect(Object.keys(proxy.seen[0]?.headers ?? {}).filter((name) => name.startsWith(":"))).toEqual([]);
  });

  it("answers HTTP/1.1 in a tunnel, at another port, and keeps the connection", async () => {
    await using proxy = await openProxy();
    const socket = await tunnel(proxy.port, "api.example.com:8443");
    const secure = connectTls({ socket, servername: "api.example.com", ca: authorityOf(proxy) });
    const ask = (last: string) => `GET /x HTTP/1.1\r\nHost: api.example.com:8443\r\n${last}\r\n`;
    const text = await exchange(secure, ask("") + ask("Connection: close\r\n"));
    expect(text.match(/"url":"https:\/\/api\.example\.com:8443\/x"/g)).toHaveLength(2);
  });

  it("shows a certificate for the name that a client asks for, and for an address", async () => {
    await using proxy = await openProxy();
    for (const [destination, servername] of [
      ["a.example.com:443", "b.example.com"],
      ["10.1.2.3:443", undefined],
    ] as const) {
      const socket = await tunnel(proxy.port, destination);
      const host = servername ?? destination.replace(/:\d+/, "");
      const secure = connectTls({ socket, ...(servername ? { servername } : {}), host, ca: authorityOf(proxy) });
      await new Promise((resolve, reject) => secure.once("secureConnect", resolve).once("error", reject));
      expect(secure.getPeerCertificate().subjectaltname).toContain(host);
      secure.destroy();
    }
  });

  it("answers requests with a whole address, plain ones in a tunnel, and those that a preload led here", async () => {
    await using proxy = await openProxy();
    const end = "Connection: close\r\n\r\n";
    const plain = () => connect(proxy.port, "127.0.0.1");
    const whole = await exchange(plain(), `GET http://api.example.com/a HTTP/1.1\r\nHost: api.example.com\r\n${end}`);
    expect(whole).toContain('"http://api.example.com/a"');
    // axios does so.
    const secure = await exchange(plain(), `GET https://api.example.com/b HTTP/1.1\r\nHost: api.example.com\r\n${end}`);
    expect(secure).toContain('"https://api.example.com/b"');
    const within = await tunnel(proxy.port, "api.example.com:80");
    expect(await exchange(within, `GET /c HTTP/1.1\r\nHost: api.example.com\r\n${end}`)).toContain(
      '"http://api.example.com/c"',
    );
    const led = await exchange(plain(), `GET /d HTTP/1.1\r\nHost: api.example.com:8080\r\n${end}`);
    expect(led).toContain('"http://api.example.com:8080/d"');
    expect(await exchange(plain(), `GET /e HTTP/1.0\r\n\r\n`)).toContain("400 Bad Request");
  });

  it("passes compressed bodies on as they are, both ways", async () => {
    const packed = { gzip: gzipSync("zip"), br: brotliCompressSync("brotli") } as const;
    await using proxy = await openProxy(({ url }) => {
      const encoding = url.endsWith("br") ? "br" : "gzip";
      return { status: 200, headers: { "content-encoding": encoding }, body: packed[encoding] };
    });
    const br = await askHttp2(proxy, { ":path": "/br" });
    expect(String(brotliDecompressSync(br.body))).toBe("brotli");
    const gzip = await askHttp2(proxy, { ":path": "/gzip", ":method": "POST", "content-encoding": "gzip" }, "raw");
    expect(String(gunzipSync(gzip.body))).toBe("zip");
    expect(String(proxy.seen[1]?.body)).toBe("raw");
  });

  it("writes each part of a stream as it comes", async () => {
    const first = new EventEmitter();
    await using proxy = await openProxy(() => ({
      status: 200,
      headers: { "content-type": "text/event-stream" },
      body: (async function* () {
        yield Buffer.from("data: 1\n\n");
        await once(first, "arrived");
        yield Buffer.from("data: 2\n\n");
      })(),
    }));
    const socket = await tunnel(proxy.port, "api.example.com:443");
    const secure = connectTls({ socket, servername: "api.example.com", ca: authorityOf(proxy) });
    secure.write("GET /events HTTP/1.1\r\nHost: api.example.com\r\nConnection: close\r\n\r\n");
    let text = "";
    for await (const chunk of secure) {
      text += chunk;
      // The second event exists only once the first has arrived.
      if (text.includes("data: 1")) first.emit("arrived");
    }
    expect(text).toContain("data: 2");
  });

  it.each([
    ["before", ""],
    ["within", "12345"],
  ] as const)("cuts a connection %s the body", async (cut, expected) => {
    await using proxy = await openProxy(() => ({
      status: 200,
      headers: { "content-length": 10 },
      body: Buffer.from("1234567890"),
      cut,
    }));
    const text = await exchange(
      connect(proxy.port, "127.0.0.1"),
      "GET http://api.example.com/ HTTP/1.1\r\nHost: api.example.com\r\n\r\n",
    );
    expect(text.split("\r\n\r\n")[1] ?? "").toBe(expected);
  });

  it("refuses WebSockets, and says which host they were for", async () => {
    await using proxy = await openProxy();
    const upgrade = "GET /ws HTTP/1.1\r\nHost: ws.example.com\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n";
    const socket = await tunnel(proxy.port, "ws.example.com:443");
    const secure = connectTls({ socket, servername: "ws.example.com", ca: authorityOf(proxy) });
    expect(await exchange(secure, upgrade)).toContain("501 Not Implemented");
    expect(await exchange(connect(proxy.port, "127.0.0.1"), upgrade)).toContain("501 Not Implemented");
    expect(proxy.complaints).toHaveLength(2);
    expect(proxy.complaints[0]).toContain("ws.example.com");
  });

  it("tells of a client that does not trust its certificate, and of none that does", async () => {
    await using proxy = await openProxy();
    await askHttp2(proxy, { ":path": "/" });
    expect(proxy.complaints).toEqual([]);
    const socket = await tunnel(proxy.port, "pinned.example.com:443");
    const secure = connectTls({ socket, servername: "pinned.example.com" });
    await new Promise((resolve) => secure.once("error", resolve));
    await expect.poll(() => proxy.complaints).toEqual([expect.stringContaining("pinned.example.com")]);
  });

  it("outlives what is no request", async () => {
    await using proxy = await openProxy();
    for (const bytes of ["\u0000\u0001", "\u0016\u0003\u0001garbage", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"]) {
      const socket = connect(proxy.port, "127.0.0.1")
        .on("error", () => {})
        .resume();
      socket.end(bytes);
      await new Promise((resolve) => socket.once("close", resolve));
    }
    expect((await askHttp2(proxy, { ":path": "/" })).status).toBe(200);
  });

  it("ends with connections open", async () => {
    const proxy = await openProxy();
    const socket = (await tunnel(proxy.port, "api.example.com:443")).on("error", () => {});
    const closed = new Promise((resolve) => socket.once("close", resolve));
    await proxy[Symbol.asyncDispose]();
    await closed;
  });
});

describe("the environment of a server behind the proxy", () => {
  it("adds to the options that the server has for its runtime, and replaces the rest", () => {
    const added = { NODE_OPTIONS: "--require x", HTTPS_PROXY: "http://127.0.0.1:1" };
    expect(
      withVariables({ NODE_OPTIONS: "--max-old-space-size=64", HTTPS_PROXY: "http://proxy", A: "b" }, added),
    ).toEqual({
      NODE_OPTIONS: "--max-old-space-size=64 --require x",
      HTTPS_PROXY: "http://127.0.0.1:1",
      A: "b",
    });
    expect(withVariables({}, added)).toEqual(added);
  });

  it.each([
    ["fetch", "fetch('https://api.example.com/x').then((r) => r.text()).then(console.log)"],
    ["https", "require('https').get('https://api.example.com/x', (r) => r.pipe(process.stdout))"],
    ["http at a port", "require('http').get('http://api.example.com:8080/x', (r) => r.pipe(process.stdout))"],
    [
      "an agent of its own",
      "require('https').get({ host: 'api.example.com', path: '/x', agent: new (require('https').Agent)() }, (r) => r.pipe(process.stdout))",
    ],
    [
      "http2",
      "const s = require('http2').connect('https://api.example.com'); s.request({ ':path': '/x' }).on('end', () => s.close()).pipe(process.stdout)",
    ],
    [
      "plain TLS without a name",
      "require('tls').connect(443, 'api.example.com').end('GET /x HTTP/1.0\\r\\nHost: api.example.com\\r\\n\\r\\n').pipe(process.stdout)",
    ],
  ])("leads a program of Node.js there, with or without the variables for proxies: %s", async (_, program) => {
    await using proxy = await openProxy();
    const { NODE_OPTIONS = "", MCP_BENCH_UPSTREAM_PORT = "", NODE_EXTRA_CA_CERTS = "" } = proxy.env;
    const alone = { NODE_OPTIONS, MCP_BENCH_UPSTREAM_PORT, NODE_EXTRA_CA_CERTS };
    for (const env of [proxy.env, alone]) {
      const { stdout } = await promisify(execFile)(process.execPath, ["-e", program], { env });
      expect(stdout).toMatch(/"url":"https?:\/\/api\.example\.com(:8080)?\/x"/);
    }
    expect(proxy.complaints).toEqual([]);
  });

  it("leaves connections within this machine alone", async () => {
    await using proxy = await openProxy();
    const program = `const s = require('http').createServer((q, r) => r.end('local')).listen(0, () =>
      fetch('http://localhost:' + s.address().port).then((r) => r.text()).then((t) => { console.log(t); s.close(); }))`;
    const { stdout } = await promisify(execFile)(process.execPath, ["-e", program], { env: proxy.env });
    expect(stdout).toBe("local\n");
    expect(proxy.seen).toEqual([]);
  });
});
