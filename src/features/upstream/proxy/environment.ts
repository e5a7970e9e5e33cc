import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Authority } from "./authority.ts";

/** The hook lies beside this file, and beside the bundle that it is a part of. */
const preload = fileURLToPath(new URL("./hooks/proxy-preload.cjs", import.meta.url));

/** Password of the key store: its readers want one, although what is in it is public. */
const storePassword = "changeit";

/** Names of this machine, which no runtime sends to a proxy. */
const local = ["localhost", "127.0.0.1"];

/** Writes what clients have to read into the folder, and returns the variables that lead every known runtime to the proxy. */
export async function proxyEnvironment(
  { certificate }: Authority,
  { port, folder }: { readonly port: number; readonly folder: string },
): Promise<Record<string, string>> {
  const pem = path.join(folder, "authority.pem");
  const store = path.join(folder, "authority.jks");
  await writeFile(pem, `${certificate.toString("pem")}\n`);
  await writeFile(store, javaTrustStore(new Uint8Array(certificate.rawData)));
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

/**
 * Returns a Java key store (JKS) that trusts one certificate: Java reads no PEM.
 * https://docs.oracle.com/javase/8/docs/technotes/guides/security/crypto/CryptoSpec.html#KeystoreImplementation
 */
function javaTrustStore(certificate: Uint8Array): Buffer {
  // The magic number, version 2, and one entry, of the kind of trusted certificates.
  const head = Buffer.from("feedfeed000000020000000100000002", "hex");
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(BigInt(Date.now()));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(certificate.byteLength);
  const store = Buffer.concat([head, utf("mcp-bench"), time, utf("X.509"), length, certificate]);
  const password = Buffer.from(storePassword, "utf16le").swap16();
  const digest = createHash("sha1").update(password).update("Mighty Aphrodite").update(store).digest();
  return Buffer.concat([store, digest]);
}

function utf(text: string): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(text.length);
  return Buffer.concat([length, Buffer.from(text)]);
}
