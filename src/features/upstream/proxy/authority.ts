import { randomBytes, type webcrypto } from "node:crypto";
import { isIP } from "node:net";
import { createSecureContext, type SecureContext } from "node:tls";
import * as x509 from "@peculiar/x509";

const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;

/** Clocks of machines differ, and no run lasts a week. */
const dayMs = 86_400_000;

/** Key and certificate that a TLS server of one host shows. */
export interface HostIdentity {
  /** In PEM. */
  readonly key: string;
  /** In PEM: the certificate of the host, then that of the authority. */
  readonly cert: string;
}

/** A certificate authority that exists for one run alone. Its key is never written. */
export class Authority {
  /** Its certificate, for the clients that are to trust it. */
  readonly certificate: x509.X509Certificate;
  readonly #authorityKeys: webcrypto.CryptoKeyPair;
  readonly #hostKeys: webcrypto.CryptoKeyPair;
  readonly #hostKeyPem: string;
  readonly #identities = new Map<string, Promise<HostIdentity>>();
  readonly #contexts = new Map<string, Promise<SecureContext>>();

  private constructor(made: {
    readonly certificate: x509.X509Certificate;
    readonly authorityKeys: webcrypto.CryptoKeyPair;
    readonly hostKeys: webcrypto.CryptoKeyPair;
    readonly hostKeyPem: string;
  }) {
    this.certificate = made.certificate;
    this.#authorityKeys = made.authorityKeys;
    this.#hostKeys = made.hostKeys;
    this.#hostKeyPem = made.hostKeyPem;
  }

  static async make(now = new Date()): Promise<Authority> {
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
    const hostKeyPem = x509.PemConverter.encode(exported, x509.PemConverter.PrivateKeyTag);
    return new Authority({ certificate, authorityKeys, hostKeys, hostKeyPem });
  }

  /** Returns key and certificate for a host name or an address, the same ones each time. */
  identity(host: string): Promise<HostIdentity> {
    const known = this.#identities.get(host) ?? this.#make(host);
    this.#identities.set(host, known);
    return known;
  }

  /** Returns the same as a context of TLS. */
  context(host: string): Promise<SecureContext> {
    const known = this.#contexts.get(host) ?? this.identity(host).then((identity) => createSecureContext(identity));
    this.#contexts.set(host, known);
    return known;
  }

  async #make(host: string): Promise<HostIdentity> {
    const certificate = await x509.X509CertificateGenerator.create({
      serialNumber: serialNumber(),
      subject: `CN=${host.length > 64 || /[^\w.-]/.test(host) ? "upstream" : host}`,
      issuer: this.certificate.subject,
      ...lifetime(new Date(this.certificate.notBefore.getTime() + dayMs)),
      signingAlgorithm: algorithm,
      publicKey: this.#hostKeys.publicKey,
      signingKey: this.#authorityKeys.privateKey,
      extensions: [
        new x509.BasicConstraintsExtension(false, undefined, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
        new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
        new x509.SubjectAlternativeNameExtension([{ type: isIP(host) ? "ip" : "dns", value: host }]),
        await x509.AuthorityKeyIdentifierExtension.create(this.#authorityKeys.publicKey),
        await x509.SubjectKeyIdentifierExtension.create(this.#hostKeys.publicKey),
      ],
    });
    return { key: this.#hostKeyPem, cert: `${certificate.toString("pem")}\n${this.certificate.toString("pem")}\n` };
  }
}

function newKeys(): Promise<webcrypto.CryptoKeyPair> {
  return crypto.subtle.generateKey(algorithm, true, ["sign", "verify"]) as Promise<webcrypto.CryptoKeyPair>;
}

function lifetime(now: Date): { readonly notBefore: Date; readonly notAfter: Date } {
  return { notBefore: new Date(now.getTime() - dayMs), notAfter: new Date(now.getTime() + 7 * dayMs) };
}

/** Positive, as the standard asks. */
function serialNumber(): string {
  return `01${randomBytes(15).toString("hex")}`;
}
