import { eachLine } from "../../base/host/each-line.ts";
import { isMap, jsonOf, textOf } from "../../base/json.ts";
import { ConfigError } from "../../errors.ts";
import { callOfFields, callOfMessage, type Fields, type SeenCall, timeOf } from "./call.ts";

/** Exporters write a batch of spans per line. */
const longestLine = 64 * 2 ** 20;

const expected =
  "spans of OpenTelemetry or Jaeger in JSON, messages of JSON-RPC one per line, or a gateway's access log that names `mcp.method.name`, gzipped or not";

/**
 * Calls `take` with each call in a file of spans, messages or log lines, in memory that does not grow with the file. Returns
 * the number of its lines, of those that no call could be read of (`strange`), and the place of the first of these. Throws
 * ConfigError for a file that cannot be read or is none of them.
 */
export async function readTrace(file: string, take: (call: SeenCall) => void) {
  const onCall: OnCall = (call) => {
    if (call) take(call);
  };
  const unfit = (found: string, fix?: string) => new ConfigError(found, { where: file, expected, fix });
  let lines = 0;
  let strange = 0;
  let firstStrange: number | undefined;
  // Documents over several lines: one that a person had formatted, or one for each span, as console exporters write them.
  let document: string[] | undefined;
  let length = 0;
  let isKnown = false;
  const endDocument = () => {
    const value = jsonOf(document?.join("\n") ?? "");
    if (value === undefined) return false;
    if (readValue(value, onCall)) isKnown = true;
    else {
      strange += document?.length ?? 0;
      firstStrange ??= lines - (document?.length ?? 0) + 1;
    }
    document = [];
    length = 0;
    return true;
  };
  const onLine = (line: string) => {
    lines++;
    if (lines === 1 && /^\s*(\{|\[\s*(\{|$))/.test(line) && jsonOf(line) === undefined) document = [];
    if (document) {
      length += line.length + 1;
      if (length > longestLine)
        throw unfit(
          `it is one JSON document of more than ${longestLine / 2 ** 20} MiB`,
          "write one object per line: `jq -c '.[]'`",
        );
      document.push(line);
      if (/^\}\s*$/.test(line)) endDocument();
      return;
    }
    if (line.trim() === "" || readLine(line, onCall)) return;
    strange++;
    firstStrange ??= lines;
  };
  const rest = await eachLine(file, { expected, longestLine, onLine });
  if (rest !== "") onLine(rest);
  if (lines === 0) throw unfit("it is empty");
  if (document) {
    if (document.some((line) => line.trim() !== "") && !endDocument())
      throw unfit(
        "it is neither a JSON document nor a line of JSON each",
        "give the whole file; a cut-off first line cannot be read",
      );
    if (!isKnown) return { lines, strange: lines, firstStrange: 1 };
  }
  return { lines, strange, firstStrange };
}

type OnCall = (call: SeenCall | undefined) => void;

/** Returns false where the line is none of what is known; a line that is known may hold no call. */
function readLine(line: string, onCall: OnCall): boolean {
  const value = jsonOf(line);
  if (value !== undefined) return readValue(value, onCall);
  const [time] = /^\d{4}-\d\d-\d\dT\S+/.exec(line) ?? [];
  // Clients log messages behind a few words: `2026-11-20T09:00:00Z [notes] Message from client: {…}`.
  const logged = jsonOf(line.slice(line.indexOf("{")));
  if (isMap(logged) && logged.jsonrpc === "2.0") return readValue({ time, message: logged }, onCall);
  const fields = keyValues(line);
  if (Object.keys(fields).length < 2) return false;
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
  const traces = Array.isArray(value.data) ? value.data.filter((one) => isMap(one) && Array.isArray(one.spans)) : [];
  if (traces.length > 0) {
    for (const { spans } of traces) for (const span of spans.filter(isMap)) onCall(callOfJaegerSpan(span));
    return true;
  }
  const message = messageIn(value);
  const group = textOf(value.sessionId) || textOf(value.session) || undefined;
  const call = message
    ? callOfMessage(message, { timeMs: timeOf(value.timestamp ?? value.time ?? value.ts), group })
    : callOfFields(flat(value), viewOf(value));
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

/** Spans that a console exporter wrote have their kind; lines of a log have none. */
function viewOf({ kind, attributes }: Fields): Partial<SeenCall> {
  if (!isMap(attributes)) return {};
  const side = textOf(kind).toLowerCase();
  return { view: side.endsWith("server") || kind === 2 ? "server" : "client" };
}

/** Puts what is nested beside what is not: `attributes`, `context`, `labels`. */
function flat(value: Fields): Fields {
  const { attributes, context, fields, labels, jsonPayload, status } = value;
  const inner = [fields, labels, jsonPayload, context, attributes].filter(isMap);
  const failed = isMap(status) && /error/i.test(textOf(status.status_code) || textOf(status.code));
  const span = isMap(attributes) ? { "span.name": value.name } : {};
  return Object.assign({}, value, span, ...inner, failed ? { "error.type": "status" } : {});
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

/** A span as Jaeger exports it: https://www.jaegertracing.io/docs/latest/apis/ */
function callOfJaegerSpan({ operationName, tags, startTime, traceID }: Fields): SeenCall | undefined {
  const pairs = (Array.isArray(tags) ? tags : []).filter(isMap).map(({ key, value }) => [textOf(key), value] as const);
  const fields: Fields = { "span.name": operationName, ...Object.fromEntries(pairs) };
  const view = fields["span.kind"] === "server" ? "server" : "client";
  return callOfFields(fields, { view, timeMs: timeOf(startTime), group: textOf(traceID) || undefined });
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
