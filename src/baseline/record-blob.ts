import { gunzipSync, gzipSync } from "node:zlib";
import { BaselineError } from "../errors.ts";
import { type RunRecord, recordSchema, recordVersion } from "../record/record.ts";
import { parseJson } from "./branch/branch-layout.ts";
import { checkStored, restoreHint } from "./branch/entry.ts";

/** Largest full record that is stored, compressed, and the largest that is unpacked. */
export const maxRecordBytes = 4 * 2 ** 20;
const maxUnpackedBytes = 64 * 2 ** 20;

export function packRecord(record: RunRecord): Uint8Array {
  return gzipSync(JSON.stringify(record), { level: 9 });
}

/** Unpacks a stored record within bounds. Throws BaselineError with `where` when it is damaged, too large or of another version. */
export function unpackRecord(bytes: Uint8Array, where: string): RunRecord {
  const value = parseJson(unpack(bytes, where), where);
  return checkStored(value, { schema: recordSchema, version: recordVersion, what: "a valid record", where });
}

function unpack(bytes: Uint8Array, where: string): string {
  try {
    return gunzipSync(bytes, { maxOutputLength: maxUnpackedBytes }).toString();
  } catch (cause) {
    const isBomb = cause instanceof RangeError || (cause as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE";
    const found = isBomb ? `the file unpacks to more than ${maxUnpackedBytes} bytes` : "the file is not valid gzip";
    throw new BaselineError(found, { where, fix: restoreHint, cause });
  }
}
