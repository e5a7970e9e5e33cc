import { eachLine } from "../../base/host/each-line.ts";
import { isMap, jsonOf, textOf } from "../../base/json.ts";
import { ConfigError } from "../../errors.ts";
import { callOfFields, callOfMessage, type Fields, type SeenCall, timeOf } from "./call.ts";

/** Exporters write a batch of spans per line. */
const longestLine = 64 * 2 ** 20;

const expected =
  "spans of OpenTelemetry in JSON, messages of JSON-RPC, or a gateway's access log that names `mcp.method.name`, one per line, gzipped or not";

/**
 * Calls `take` with each call in a file of spans, messages or log lines, in memory that does not grow with the file. Returns
 * the number of its lines, of those that no call could be read of (`strange`), and the place of the first of these. Throws
 * ConfigError for a file that cannot be read or is empty.
 */
export async function readTrace(file: string, take: (call: SeenCall) => void) {
  const onCall: OnCall = (call) => {
    if (call) take(call);
  };
  let lines = 0;
  let strange = 0;
  let firstStrange: number | undefined;
  const onLine = (line: string) => {
    lines++;
    if (line.trim() === "" || readLine(line, onCall)) return;
    strange++;
    firstStrange ??= lines;
  };
  const rest = await eachLine(file, { expected, longestLine, onLine });
  if (rest !== "") onLine(rest);
  if (lines === 0) throw new ConfigError("it is empty", { where: file, expected });
  return { lines, strange, firstStrange };
}

type OnCall = (call: SeenCall | undefined) => void;

/** Returns false where the line is none of what is known; a line that is known may hold no call. */
function readLine(line: string, onCall: OnCall): boolean {
  const value = jsonOf(line);
  if (value !== undefined) return readValue(value, onCall);
  const fields = keyValues(line);
  if (Object.keys(fields).length < 2) return false;
  const [time] = /^\d{4}-\d\d-\d\dT\S+/.exec(line) ?? [];
  onCall(callOfFields(time === undefined ? fields : { time, ...fields }));
  return true;
}

/** Reads `key=value key="two words"`, as gateways log. */
function keyValues(line: string): Record<string, unknown> {
  const pairs = [...line.matchAll(/(?<=^|\s)([\w.-]+)=("(?:[^"\\]|\\.)*"|\S*)/g)];
  return Object.fromEntries(
    pairs.map(([, name = "", value = ""]) => [name, value.startsWith('"') ? (jsonOf(value) ?? value) : value]),
  );
}

function readValue(value: unknown, onCall: OnCall): boolean {
  if (Array.isArray(value)) return value.map((item) => readValue(item, onCall)).some(Boolean);
  if (!isMap(value)) return false;
  if (Array.isArray(value.resourceSpans)) {
    for (const span of spansOf(value.resourceSpans)) onCall(callOfSpan(span));
    return true;
  }
  // A span of a console exporter: those of client and server would count twice.
  if (isMap(value.attributes) && value.kind !== undefined) return false;
  const message = messageIn(value);
  const group = textOf(value.sessionId) || textOf(value.session) || undefined;
  const call = message
    ? callOfMessage(message, { timeMs: timeOf(value.timestamp ?? value.time ?? value.ts), group })
    : callOfFields(flat(value));
  onCall(call);
  return message !== undefined || call !== undefined || isMap(value.attributes) || Object.keys(value).length > 2;
}

/** Finds the message of JSON-RPC: the line itself, or a field of what was written around it. */
function messageIn(value: Fields): Fields | undefined {
  const inside = ["message", "payload", "data", "body", "msg", "request", "frame"].map((key) => value[key]);
  return [value, ...inside.map((one) => (typeof one === "string" ? jsonOf(one) : one))].find(
    (one): one is Fields => isMap(one) && one.jsonrpc === "2.0",
  );
}

/** Puts what is nested beside what is not. */
function flat(value: Fields): Fields {
  const { attributes, fields, labels, jsonPayload } = value;
  return Object.assign({}, value, ...[fields, labels, jsonPayload, attributes].filter(isMap));
}

/** https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding */
function* spansOf(resourceSpans: readonly unknown[]): Generator<Fields> {
  for (const resource of resourceSpans) {
    const scopes = isMap(resource) ? (resource.scopeSpans ?? resource.instrumentationLibrarySpans) : undefined;
    for (const scope of Array.isArray(scopes) ? scopes : [])
      if (isMap(scope) && Array.isArray(scope.spans)) yield* scope.spans.filter(isMap);
  }
}

function callOfSpan(span: Fields): SeenCall | undefined {
  const { name, attributes, kind, startTimeUnixNano, traceId, status } = span;
  return callOfFields(Object.fromEntries([["span.name", name], ...attributesOf(attributes)]), {
    view: kind === 2 || kind === "SPAN_KIND_SERVER" ? "server" : "client",
    timeMs: timeOf(startTimeUnixNano),
    group: textOf(traceId) || undefined,
    ...(isMap(status) && (status.code === 2 || status.code === "STATUS_CODE_ERROR") ? { failed: true } : {}),
  });
}

function attributesOf(attributes: unknown): [string, unknown][] {
  return (Array.isArray(attributes) ? attributes : []).flatMap((one): [string, unknown][] =>
    isMap(one) && typeof one.key === "string" ? [[one.key, attributeValue(one.value)]] : [],
  );
}

function attributeValue(value: unknown): unknown {
  if (!isMap(value)) return undefined;
  const { arrayValue, kvlistValue, stringValue, intValue, doubleValue, boolValue } = value;
  if (isMap(arrayValue)) return (Array.isArray(arrayValue.values) ? arrayValue.values : []).map(attributeValue);
  if (isMap(kvlistValue)) return Object.fromEntries(attributesOf(kvlistValue.values));
  return stringValue ?? (intValue === undefined ? undefined : Number(intValue)) ?? doubleValue ?? boolValue;
}
