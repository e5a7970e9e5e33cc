import { isMap, textOf } from "../text/json.ts";
import { parseMessage } from "../text/json-depth.ts";
import { ProfileError } from "./profile.ts";
import type { Span } from "./spans.ts";

/*
 * What an exporter of OpenTelemetry posts to /v1/traces, as far as time is concerned. Of its protocol only this is read:
 * https://github.com/open-telemetry/opentelemetry-proto/blob/main/opentelemetry/proto/trace/v1/trace.proto
 *
 *   request.1 resource_spans .2 scope_spans .2 spans:  1 trace_id, 2 span_id, 4 parent_span_id, 5 name,
 *                                                      7 start_time_unix_nano, 8 end_time_unix_nano
 */

/** More messages in one request are none of an exporter, and a few bytes make millions of them. */
const mostMessages = 50_000;

/** Spans in the protobuf encoding. Throws ProfileError. */
export function readOtlp(bytes: Uint8Array): Span[] {
  const inner = (all: readonly Uint8Array[], wanted: number) => {
    const found: Uint8Array[] = [];
    for (const message of all)
      for (const [field, value] of fieldsOf(message))
        if (field === wanted && found.push(value) > mostMessages)
          throw new ProfileError(`it holds more than ${mostMessages} messages`);
    return found;
  };
  return inner(inner(inner([bytes], 1), 2), 2).map(spanOf);
}

/** Spans in the JSON encoding, where ids are hexadecimal and times are text. Throws ProfileError. */
export function readOtlpJson(text: string): Span[] {
  const request = parseMessage(text);
  if (!isMap(request)) throw new ProfileError("it is no JSON object");
  const inner = (all: readonly Readonly<Record<string, unknown>>[], name: string) =>
    all.flatMap((one) => (Array.isArray(one[name]) ? one[name].filter(isMap) : []));
  return inner(inner(inner([request], "resourceSpans"), "scopeSpans"), "spans").map((span) => ({
    trace: textOf(span.traceId),
    id: textOf(span.spanId),
    parent: textOf(span.parentSpanId),
    name: textOf(span.name),
    startMs: msOfText(span.startTimeUnixNano),
    endMs: msOfText(span.endTimeUnixNano),
  }));
}

function spanOf(message: Uint8Array): Span {
  const fields = new Map(fieldsOf(message));
  const bytes = (field: number) => fields.get(field) ?? new Uint8Array();
  const hex = (field: number) => Array.from(bytes(field), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const ms = (field: number) => {
    const time = bytes(field);
    return time.length === 8 ? msOf(new DataView(time.buffer, time.byteOffset).getBigUint64(0, true)) : Number.NaN;
  };
  return {
    trace: hex(1),
    id: hex(2),
    parent: hex(4),
    name: new TextDecoder().decode(bytes(5)),
    startMs: ms(7),
    endMs: ms(8),
  };
}

function msOfText(ns: unknown): number {
  if (typeof ns === "string" && /^\d{1,20}$/.test(ns)) return msOf(BigInt(ns));
  return typeof ns === "number" ? ns / 1e6 : Number.NaN;
}

/** A number has digits for the microseconds since 1970, and none for the nanoseconds. */
function msOf(ns: bigint): number {
  return Number(ns / 1000n) / 1000;
}

/** Fields of a message that are no plain numbers, as their bytes. https://protobuf.dev/programming-guides/encoding/ */
function* fieldsOf(message: Uint8Array): Generator<readonly [field: number, value: Uint8Array]> {
  let at = 0;
  const number = () => {
    for (let value = 0, unit = 1; unit < 2 ** 70; unit *= 128) {
      const byte = message[at++];
      if (byte === undefined) break;
      value += (byte % 128) * unit;
      if (byte < 128) return value;
    }
    throw new ProfileError("it ends within a number, or holds one that is too long");
  };
  while (at < message.length) {
    const key = number();
    const lengths = [undefined, () => 8, number, undefined, undefined, () => 4];
    if (key % 8 === 0) {
      number();
      continue;
    }
    const length = lengths[key % 8]?.() ?? Number.POSITIVE_INFINITY;
    if (at + length > message.length) throw new ProfileError("it ends within a field, or holds one of a kind unknown");
    yield [Math.floor(key / 8), message.subarray(at, at + length)];
    at += length;
  }
}
