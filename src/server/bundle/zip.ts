import { inflateRawSync } from "node:zlib";

/*
 * Reads a zip archive from memory, as far as bundles need it: stored and deflated files, no encryption, no ZIP64. Format:
 * https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT (4.3). What is not as it should be throws an Error.
 */

/** A file of an archive. */
interface ZipFile {
  /** Seen from the folder it is unpacked into, with `/`. */
  readonly name: string;
  readonly isExecutable: boolean;
  /** As it says itself, and never more. */
  readonly bytes: number;
  read(): Buffer;
}

interface ZipLimits {
  readonly files: number;
  /** Of all files, unpacked. */
  readonly bytes: number;
}

const signatures = { end: 0x06054b50, entry: 0x02014b50, local: 0x04034b50 };
const sizes = { end: 22, entry: 46, local: 30, comment: 0xffff };

/** The files of an archive, in its order; folders are left out. */
export function filesOfZip(archive: Buffer, limits: ZipLimits): ZipFile[] {
  const end = endOf(archive);
  const count = archive.readUInt16LE(end + 10);
  const start = archive.readUInt32LE(end + 16);
  if (count === 0xffff || start === 0xffffffff) throw new Error("it is a ZIP64 archive, larger than a bundle may be");
  if (count > limits.files) throw new Error(`it has ${count} entries; at most ${limits.files} are unpacked`);
  const files: ZipFile[] = [];
  const names = new Set<string>();
  let bytes = 0;
  let at = start;
  for (let entry = 0; entry < count; entry++) {
    const found = entryAt(archive, at);
    at = found.next;
    if (found.name.endsWith("/")) continue;
    if (names.has(found.name)) throw new Error(`it has ${quoted(found.name)} twice`);
    names.add(found.name);
    bytes += found.bytes;
    if (bytes > limits.bytes) throw new Error(`it unpacks to more than ${limits.bytes} bytes`);
    files.push(found);
  }
  return files;
}

/** The end of the directory is found from behind, since a comment may follow it. */
function endOf(archive: Buffer): number {
  const first = Math.max(0, archive.length - sizes.end - sizes.comment);
  for (let at = archive.length - sizes.end; at >= first; at--)
    if (
      archive.readUInt32LE(at) === signatures.end &&
      at + sizes.end + archive.readUInt16LE(at + 20) === archive.length
    )
      return at;
  throw new Error("it is no zip archive");
}

function entryAt(archive: Buffer, at: number): ZipFile & { readonly next: number } {
  if (at + sizes.entry > archive.length || archive.readUInt32LE(at) !== signatures.entry)
    throw new Error("its directory is damaged");
  const [flags, method] = [archive.readUInt16LE(at + 8), archive.readUInt16LE(at + 10)];
  const checksum = archive.readUInt32LE(at + 16);
  const [packed, bytes] = [archive.readUInt32LE(at + 20), archive.readUInt32LE(at + 24)];
  const lengths = [28, 30, 32].map((offset) => archive.readUInt16LE(at + offset));
  const [nameLength = 0] = lengths;
  const name = archive.toString("utf8", at + sizes.entry, at + sizes.entry + nameLength);
  const mode = modeOf(archive, at);
  const local = archive.readUInt32LE(at + 42);
  checkName(name);
  if ((flags & 1) !== 0) throw new Error(`${quoted(name)} is encrypted`);
  if (method !== 0 && method !== 8) throw new Error(`${quoted(name)} is compressed by a method other than deflate`);
  const kind = mode & 0o170000;
  if (kind === 0o120000) throw new Error(`${quoted(name)} is a link; a bundle holds files only`);
  if (kind !== 0 && kind !== 0o100000 && kind !== 0o040000) throw new Error(`${quoted(name)} is no plain file`);
  return {
    name,
    bytes,
    isExecutable: (mode & 0o111) !== 0,
    next: at + sizes.entry + lengths.reduce((sum, length) => sum + length, 0),
    read: () => contentOf(archive, { name, local, packed, bytes, checksum, isStored: method === 0 }),
  };
}

/** Where the archive was made on Unix. */
function modeOf(archive: Buffer, at: number): number {
  return archive.readUInt8(at + 5) === 3 ? archive.readUInt16LE(at + 40) : 0;
}

/** Nothing leaves the folder that it is unpacked into, on any system. */
function checkName(name: string): void {
  const isOutside =
    name === "" || /[\0\\:]/.test(name) || name.startsWith("/") || name.split("/").some((part) => part === "..");
  if (isOutside) throw new Error(`${quoted(name)} is no path inside of it`);
}

interface Content {
  readonly name: string;
  readonly local: number;
  readonly packed: number;
  readonly bytes: number;
  readonly checksum: number;
  readonly isStored: boolean;
}

function contentOf(archive: Buffer, { name, local, packed, bytes, checksum, isStored }: Content): Buffer {
  if (local + sizes.local > archive.length || archive.readUInt32LE(local) !== signatures.local)
    throw new Error(`${quoted(name)} is damaged`);
  const from = local + sizes.local + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
  const data = archive.subarray(from, from + packed);
  const content = isStored ? data : inflated(data, { name, bytes });
  if (content.length !== bytes) throw new Error(`${quoted(name)} is damaged: ${content.length} of ${bytes} bytes`);
  if (crc32(content) !== checksum) throw new Error(`${quoted(name)} is damaged: its checksum is another`);
  return content;
}

/** Of each byte, by the polynomial of ISO 3309 in reverse. Node has it from 20.15 on only. */
const remainders = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? 0xedb88320 ^ (rest >>> 1) : rest >>> 1;
  return rest;
});

function crc32(data: Buffer): number {
  let sum = 0xffffffff;
  for (let at = 0; at < data.length; at++) sum = (remainders[(sum ^ (data[at] ?? 0)) & 0xff] ?? 0) ^ (sum >>> 8);
  return ~sum >>> 0;
}

/** Stops where it would become longer than it says. */
function inflated(data: Buffer, { name, bytes }: Pick<Content, "name" | "bytes">): Buffer {
  try {
    return inflateRawSync(data, { maxOutputLength: Math.max(1, bytes) });
  } catch (cause) {
    throw new Error(`${quoted(name)} is damaged, or longer than it says`, { cause });
  }
}

function quoted(name: string): string {
  return JSON.stringify(name.slice(0, 200));
}
