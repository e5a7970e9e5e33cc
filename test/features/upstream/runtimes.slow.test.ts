import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { sharedFolder } from "../../support/folder.ts";
import { findTool } from "../../support/tool.ts";
import { type OpenProxy, openProxy } from "./open-proxy.ts";

const run = promisify(execFile);
const url = "https://api.example.com/v1/things?page=1";
const clients = path.resolve("fixtures/clients");
const folder = sharedFolder();

/** Runs a program behind the proxy, with nothing else in its environment than what programs need to start. */
async function ask(proxy: OpenProxy, command: string, words: readonly string[], cwd = folder) {
  const { PATH = "", HOME = "", JAVA_HOME, GOCACHE, CARGO_HOME, RUSTUP_HOME } = process.env;
  const own = { PATH, HOME, JAVA_HOME, GOCACHE, CARGO_HOME, RUSTUP_HOME };
  return run(command, words, { env: { ...own, ...proxy.env }, cwd, timeout: 120_000 });
}

/** Tests that a client is answered by the proxy, or that it fails without having been seen. */
async function check({
  works,
  command,
  words,
  cwd,
}: Led & { readonly command: string; readonly words: readonly string[]; readonly cwd?: string }): Promise<void> {
  await using proxy = await openProxy();
  const asked = ask(proxy, command, [...words, url], cwd);
  if (works) {
    expect(JSON.parse((await asked).stdout)).toMatchObject({ method: "GET", url });
    expect(proxy.complaints).toEqual([]);
  } else {
    await expect(asked).rejects.toThrow();
    expect(proxy.seen).toEqual([]);
  }
}

interface Led {
  readonly works: boolean;
}

const led: Led = { works: true };
const not: Led = { works: false };
/** The keychain of macOS alone says there whom these trust. */
const onlyOpenSsl: Led = { works: process.platform !== "darwin" };

/** Packages of these names are installed here, or by .ci/run. */
const besideNode = path.resolve(".tools/npm");

describe.each([
  ["24", process.execPath],
  ["as installed", findTool("node")],
])("Node.js %s", (_, node = "") => {
  test.skipIf(node === "").each([
    ["fetch", "."],
    ["https", "."],
    ["undici", "."],
    ["axios", "."],
    ["got", besideNode],
    ["node-fetch", besideNode],
  ])("%s", async (client, cwd) => {
    await check({ ...led, command: node, words: [path.join(clients, "client.mjs"), client], cwd });
  });
});

const python = findTool("python");

test.skipIf(python === undefined).each([
  ["urllib", led],
  ["requests", led],
  ["httpx", led],
  ["httpx async", led],
  ["aiohttp trust env", led],
  ["aiohttp", not],
  ["http client", not],
])("Python: %s", async (client, { works }) => {
  await check({ works, command: python ?? "", words: [path.join(clients, "client.py"), client] });
});

const go = findTool("go");

test.skipIf(go === undefined).each([
  ["default client", onlyOpenSsl],
  ["own transport", not],
])("Go: %s", async (client, { works }) => {
  const program = path.join(folder, "client-go");
  await run(go ?? "", ["build", "-o", program, path.join(clients, "client.go")]);
  await check({ works, command: program, words: [client] });
});

const java = findTool("java");

test.skipIf(java === undefined).each(["HttpClient", "HttpURLConnection"])("Java: %s", async (client) => {
  await check({ ...led, command: java ?? "", words: [path.join(clients, "Client.java"), client] });
});

const cargo = findTool("cargo");

describe.skipIf(cargo === undefined)("Rust", () => {
  const built = path.resolve(".tools/rust");
  // .ci/run has begun it: where it is under way this waits for it, and where it is done it takes no time.
  beforeAll(async () => {
    const manifest = path.join(clients, "rust/Cargo.toml");
    await run(cargo ?? "", ["build", "--quiet", "--locked", "--manifest-path", manifest, "--target-dir", built]);
  });

  test.each([
    ["native-tls", onlyOpenSsl],
    ["rustls native roots", led],
    ["rustls bundled roots", not],
  ])("reqwest with %s", async (client, { works }) => {
    await check({ works, command: path.join(built, "debug/client"), words: [client] });
  });
});

const curl = findTool("curl");

test.skipIf(curl === undefined)("curl", async () => {
  await check({ ...led, command: curl ?? "", words: ["--silent", "--show-error"] });
});
