import { crc32, deflateRawSync } from "node:zlib";

export interface Entry {
  readonly name: string;
  readonly content?: string | Buffer;
  /** Of Unix, such as 0o120777 of a link. */
  readonly mode?: number;
  readonly isStored?: boolean;
  /** What the directory says, where that is not true. */
  readonly claims?: number;
  readonly flags?: number;
  readonly method?: number;
}

/** A zip archive as any packer writes it, or as none should. */
export function makeZip(entries: readonly Entry[], { comment = "" }: { comment?: string } = {}): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, content = "", mode = 0o100644, isStored, claims, flags = 0x800, method } of entries) {
    const bytes = Buffer.from(content);
    const packed = isStored ? bytes : deflateRawSync(bytes);
    const title = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(method ?? (isStored ? 0 : 8), 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(claims ?? bytes.length, 18);
    common.writeUInt16LE(title.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04"), common, title, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE((mode << 16) >>> 0, 6);
    rest.writeUInt32LE(at, 10);
    directory.push(Buffer.from("PK\x01\x02"), Buffer.from([20, 3]), common, rest, title);
    parts.push(local);
    at += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(at, 12);
  end.writeUInt16LE(comment.length, 16);
  return Buffer.concat([...parts, listed, Buffer.from("PK\x05\x06"), end, Buffer.from(comment)]);
}
