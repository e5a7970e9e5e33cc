import { randomBytes } from "node:crypto";
import { isMap, type JsonObject } from "../../base/json.ts";
import type { Wire } from "../../server/protocol/session.ts";

/**
 * A wire whose requests each begin a trace that a server may join: SEP-414 puts the W3C's `traceparent` into `_meta`, under its
 * bare name.
 */
export function tracedWire(wire: Wire): Wire {
  return {
    isParallel: wire.isParallel === true,
    encode: (method, params, options) => wire.encode(method, withTrace(params), options),
    send: (frame, listener) => wire.send(frame, listener),
    abandon: (id) => wire.abandon(id),
  };
}

function withTrace(params: JsonObject | undefined): JsonObject {
  const meta = params?._meta;
  return { ...params, _meta: { ...(isMap(meta) ? (meta as JsonObject) : {}), traceparent: newTrace() } };
}

/** Version 00, ids of the trace and of the span, and the flag that it is sampled: https://www.w3.org/TR/trace-context/ */
function newTrace(): string {
  return `00-${randomBytes(16).toString("hex")}-${randomBytes(8).toString("hex")}-01`;
}
