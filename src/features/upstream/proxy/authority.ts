import { randomBytes, type webcrypto } from "node:crypto";
import { isIP } from "node:net";
import { createSecureContext } from "node:tls";
import * as x509 from "@peculiar/x509";

const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;

/** Clocks of machines differ, and no run lasts a week. */
const dayMs = 86_400_000;

export type Authority = Awaited<ReturnType<typeof makeAuthority>>;

/** Makes a certificate authority that exists for one run alone. Its key is never written. */
export async function makeAuthority() {
  const now = Date.now();
  const [authorityKeys, hostKeys] = await Promise.all([newKeys(), newKeys()]);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serialNumber(),
    // Two runs side by side have two of them: some stores tell authorities apart by name.
    name: `CN=mcp-bench upstream ${randomBytes(4).toString("hex")}, O=Exists for one run`,
    ...lifetime(now),
    signingAlgorithm: algorithm,
    keys: authorityKeys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(authorityKeys.publicKey),
    ],
  });
  const exported = await crypto.subtle.exportKey("pkcs8", hostKeys.privateKey);
  const key = x509.PemConverter.encode(exported, x509.PemConverter.PrivateKeyTag);
  /** Returns key and certificate of a TLS server for a host name or an address, in PEM, the same ones each time. */
  const identity = remembered(async (host) => {
    const own = await x509.X509CertificateGenerator.create({
      serialNumber: serialNumber(),
      subject: `CN=${host.length > 64 || /[^\w.-]/.test(host) ? "upstream" : host}`,
      issuer: certificate.subject,
      ...lifetime(now),
      signingAlgorithm: algorithm,
      publicKey: hostKeys.publicKey,
      signingKey: authorityKeys.privateKey,
      extensions: [
        new x509.BasicConstraintsExtension(false, undefined, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
        new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
        new x509.SubjectAlternativeNameExtension([{ type: isIP(host) ? "ip" : "dns", value: host }]),
        await x509.AuthorityKeyIdentifierExtension.create(authorityKeys.publicKey),
        await x509.SubjectKeyIdentifierExtension.create(hostKeys.publicKey),
      ],
    });
    return { key, cert: `${own.toString("pem")}\n${certificate.toString("pem")}\n` };
  });
  return { certificate, identity, context: remembered(async (host) => createSecureContext(await identity(host))) };
}

/** Makes something once for each host. */
export function remembered<Made>(make: (host: string) => Promise<Made>): (host: string) => Promise<Made> {
  const known = new Map<string, Promise<Made>>();
  return (host) => {
    const made = known.get(host) ?? make(host);
    known.set(host, made);
    return made;
  };
}

function newKeys(): Promise<webcrypto.CryptoKeyPair> {
  return crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]) as Promise<webcrypto.CryptoKeyPair>;
}

function lifetime(now: number): { readonly notBefore: Date; readonly notAfter: Date } {
  return { notBefore: new Date(now - dayMs), notAfter: new Date(now + 7 * dayMs) };
}

/** Positive, as the standard asks. */
function serialNumber(): string {
  return `01${randomBytes(15).toString("hex")}`;
}
