import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { listProcesses } from "../../src/base/host/process-tree.ts";
import { ConfigError, ServerError } from "../../src/errors.ts";
import type { LaunchSpec } from "../../src/plan/plan.ts";
import { sharedFolder } from "../support/folder.ts";
import { fixture, launch, launchError, stdioSpec } from "./support.ts";

const run = promisify(execFile);
const directory = sharedFolder();
let [key, cert] = ["", ""];

beforeAll(async () => {
  [key, cert] = [path.join(directory, "key.pem"), path.join(directory, "cert.pem")];
  const subject = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"];
  const kind = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  await run("openssl", ["req", ...kind, "-keyout", key, "-out", cert, ...subject]);
});

function ownPort(pattern: string, more: Partial<LaunchSpec> = {}, args: readonly string[] = []): LaunchSpec {
  return stdioSpec(fixture("own-port.js"), args, {
    transport: "streamable-http",
    urlFrom: { stream: "stderr", pattern },
    ...more,
  });
}

describe("a server that picks its own port", () => {
  test("is reached at the URL it says", async () => {
    const server = await launch(ownPort("listening on (\\S+)"));
    const { identity } = await server.connect();
    expect(identity.name).toBe("own-port");
    expect(server.url?.href).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
  });

  test("is reached at the port it says, put into the URL", async () => {
    const server = await launch(ownPort(":(\\d+)/mcp", { url: "http://localhost:${PORT}/mcp" }));
    expect(server.url?.href).toMatch(/^http:\/\/localhost:\d+\/mcp$/);
  });

  test("is given up when it does not say so in time, with what it did say", async () => {
    const error = await launchError(ownPort("ready at (\\S+)", { startupTimeoutMs: 10_000 }));
    expect(error.message).toMatch(/did not say its address within 10 s[\s\S]*listening on http[\s\S]*\/ready at/);
  });

  test("is told when what it says is no address", async () => {
    const error = await launchError(ownPort("(starting)"));
    expect(error.message).toContain('the server said "starting" where its address was looked for');
  });

  test.each(["99999999", "0"])("is told when what it says is no port: %s", async (port) => {
    const script = `console.error("listening on ${port}"); setInterval(() => {}, 1e6)`;
    const error = await launchError(
      ownPort("on (\\d+)", { args: ["-e", script], url: "http://127.0.0.1:${PORT}/mcp" }),
    );
    expect(error).toBeInstanceOf(ServerError);
    expect(error.message).toContain(`the server said "${port}" where its address was looked for`);
    expect(error.message).toContain("expected: a URL, or a port from 1 to 65535");
  });

  test("gets no secret in the clear, wherever it says that it is", async () => {
    const script = "console.error('listening on http://203.0.113.5/mcp'); setInterval(() => {}, 1e6)";
    const headers = { Authorization: "Bearer secret" };
    const error = await launchError(ownPort("on (\\S+)", { args: ["-e", script], headers, shutdownTimeoutMs: 400 }));
    expect(error.message).toContain('the server said "http://203.0.113.5/mcp", where `auth` and `headers` would be in');
    expect(error.message).not.toContain("secret");
    const own = await launch(ownPort("listening on (\\S+)", { headers }));
    expect((await own.connect()).identity.name).toBe("own-port");
  });

  test("is named by the address it said when that leads nowhere", async () => {
    const script = "console.error('listening on 1'); setInterval(() => {}, 1e6)";
    const more = { args: ["-e", script], startupTimeoutMs: 10_000, shutdownTimeoutMs: 400 };
    const [closed, unknown] = await Promise.all([
      launchError(ownPort("on (\\d+)", { ...more, url: "http://127.0.0.1:${PORT}/mcp" })),
      launchError(ownPort("on (\\d+)", { ...more, url: "http://nowhere.invalid:${PORT}/mcp" })),
    ]);
    expect(closed.message).toContain("at http://127.0.0.1:1/mcp failed: nothing accepts connections");
    expect(unknown.message).toContain('failed: the host "nowhere.invalid" is unknown');
  });

  test("is stopped when the pattern never comes to an end on what it says", async () => {
    const script = "console.error('a'.repeat(34) + '!'); setInterval(() => {}, 1e6)";
    const error = await launchError(ownPort("(a+)+$", { args: ["-e", script] }));
    expect(error).toBeInstanceOf(ConfigError);
    expect(error.message).toMatch(/^server\.url_from: the pattern \/\(a\+\)\+\$\/ did not finish within 1 s on output/);
    expect(listProcesses().filter(({ parent }) => parent === process.pid)).toEqual([]);
  });

  test("is told with its exit when it ends before", async () => {
    const error = await launchError(ownPort("listening on (\\S+)", {}, ["no-such-key", "no-such-cert"]));
    expect(error.message).toMatch(/exited with code 1[\s\S]*no-such-key/);
  });
});

describe("a server with a certificate of its own", () => {
  const https = (tls?: LaunchSpec["tls"]) => ownPort("listening on (\\S+)", tls ? { tls } : {}, [key, cert]);

  test("is refused by default", async () => {
    expect((await launchError(https())).message).toMatch(/self.signed certificate/);
  });

  test("is trusted by its authority, and without a look when told so", async () => {
    for (const tls of [{ ca: cert, verify: true }, { verify: false }]) {
      const server = await launch(https(tls));
      expect((await server.connect()).identity.name).toBe("own-port");
    }
  });

  test("is an error when the file is missing or no certificate", async () => {
    const missing = path.join(directory, "missing.pem");
    expect((await launchError(https({ ca: missing, verify: true }))).message).toContain(missing);
    const wrong = path.join(directory, "wrong.pem");
    await writeFile(wrong, "nothing");
    expect((await launchError(https({ ca: wrong, verify: true }))).message).toContain("holds no certificate");
  });
});
