import { readFileSync } from "node:fs";
import { ConfigError } from "../../errors.ts";
import type { TlsOptions } from "../../plan/plan.ts";

export type TlsTrust = ReturnType<typeof readTrust>;

/** Reads the file of trusted authorities, for `https`. Throws a ConfigError when that file cannot be read. */
export function readTrust(tls: TlsOptions | undefined) {
  if (!tls) return undefined;
  const { ca, verify } = tls;
  return { rejectUnauthorized: verify, ...(ca === undefined ? {} : { ca: readAuthorities(ca) }) };
}

function readAuthorities(path: string): string {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (cause) {
    throw new ConfigError(`the certificates in ${path} cannot be read`, {
      expected: "a PEM file",
      fix: "correct `server.tls.ca`",
      cause,
    });
  }
  if (text.includes("-----BEGIN CERTIFICATE-----")) return text;
  throw new ConfigError(`the file of \`tls.ca\` holds no certificate`, { where: path, expected: "a PEM file" });
}

/** Codes of Node and OpenSSL for a certificate that is not trusted; trying again does not change them. */
export const untrustedCodes =
  /^(CERT_|UNABLE_TO_|DEPTH_ZERO_SELF_SIGNED_CERT$|SELF_SIGNED_CERT_IN_CHAIN$|ERR_TLS_CERT_|INVALID_CA$|HOSTNAME_MISMATCH$)/;
