import { createHash } from "node:crypto";

/** Its readers want one, although what is in it is public. */
export const storePassword = "changeit";

/**
 * Returns a Java key store (JKS) that trusts one certificate: Java reads no PEM.
 * https://docs.oracle.com/javase/8/docs/technotes/guides/security/crypto/CryptoSpec.html#KeystoreImplementation
 */
export function javaTrustStore(certificate: Uint8Array): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt32BE(0xfeedfeed, 0);
  head.writeUInt32BE(2, 4); // version
  head.writeUInt32BE(1, 8); // entries
  const kind = Buffer.from([0, 0, 0, 2]); // trusted certificate
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(BigInt(Date.now()));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(certificate.byteLength);
  const store = Buffer.concat([head, kind, utf("mcp-bench"), time, utf("X.509"), length, certificate]);
  const password = Buffer.from(storePassword, "utf16le").swap16();
  const digest = createHash("sha1").update(password).update("Mighty Aphrodite").update(store).digest();
  return Buffer.concat([store, digest]);
}

function utf(text: string): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(text.length);
  return Buffer.concat([length, Buffer.from(text)]);
}
