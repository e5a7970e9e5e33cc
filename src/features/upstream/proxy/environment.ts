import { writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Authority } from "./authority.ts";
import { javaTrustStore, storePassword } from "./trust-store.ts";

/** The hook lies beside this file, and beside the bundle that it is a part of. */
const preload = fileURLToPath(new URL("./hooks/proxy-preload.cjs", import.meta.url));

/** Names of this machine, which no runtime sends to a proxy. */
const local = ["localhost", "127.0.0.1"];

/** Writes what clients have to read into the folder, and returns the variables that lead every known runtime to the proxy. */
export async function proxyEnvironment({
  authority,
  port,
  folder,
}: {
  readonly authority: Authority;
  readonly port: number;
  readonly folder: string;
}): Promise<Record<string, string>> {
  const pem = path.join(folder, "authority.pem");
  const store = path.join(folder, "authority.jks");
  await writeFile(pem, `${authority.certificate.toString("pem")}\n`);
  await writeFile(store, javaTrustStore(new Uint8Array(authority.certificate.rawData)));
  const address = `http://127.0.0.1:${port}`;
  const each = (names: readonly string[], value: string) => Object.fromEntries(names.map((name) => [name, value]));
  return {
    // Some programs read the one case, some the other.
    ...each(["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy"], address),
    ...each(["NO_PROXY", "no_proxy"], local.join(",")),
    // OpenSSL with all that is built on it, and Go: except on macOS, where Go asks the keychain.
    SSL_CERT_FILE: pem,
    ...each(["REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE", "AWS_CA_BUNDLE", "PIP_CERT", "GIT_SSL_CAINFO"], pem),
    ...each(["NODE_EXTRA_CA_CERTS", "DENO_CERT", "GRPC_DEFAULT_SSL_ROOTS_FILE_PATH"], pem),
    NODE_USE_ENV_PROXY: "1",
    // Node.js before 24, and clients that ignore both variables.
    NODE_OPTIONS: `--require "${preload.replaceAll(/["\\]/g, "\\$&")}"`,
    MCP_BENCH_UPSTREAM_PORT: String(port),
    JAVA_TOOL_OPTIONS: [
      ...["http", "https"].flatMap((scheme) => [`-D${scheme}.proxyHost=127.0.0.1`, `-D${scheme}.proxyPort=${port}`]),
      `-Dhttp.nonProxyHosts=${local.join("|")}`,
      `"-Djavax.net.ssl.trustStore=${store}"`,
      `-Djavax.net.ssl.trustStorePassword=${storePassword}`,
      "-Djavax.net.ssl.trustStoreType=JKS",
    ].join(" "),
  };
}
