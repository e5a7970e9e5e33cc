import { check, sleep } from "k6";
import encoding from "k6/encoding";
import exec from "k6/execution";
import http from "k6/http";
import { Rate, Trend } from "k6/metrics";

/* global __ENV, clientInfo, configured, rows -- they stand above */

/** First revision of the protocol without `initialize`. */
const firstStateless = "2026-07-28";
const newestWithSessions = "2025-11-25";
/** https://grafana.com/docs/k6/latest/javascript-api/error-codes/ */
const requestTimeout = 1050;

/** From the write of a call to the last byte of its reply, of calls that were ok; of turns, the sum of their steps. */
const callDuration = new Trend("mcp_call_duration", true);
/** Calls that were not ok, with what went wrong as the tag `kind`. */
const callFailed = new Rate("mcp_call_failed");
/** Time of `initialize` and the notification behind it. */
const sessionOpen = new Trend("mcp_session_open", true);

const servers = configured.map(fromEnvironment);
/** Sessions of this virtual user, by the index of the server. */
const sessions = new Map();
/** Calls of this virtual user, by row. */
const made = new Map();
/** Failures that have been logged, so that each kind is logged once. */
const told = new Set();

/** A server with what only k6's environment says: another address, and what `${NAME}` stands for in headers. */
function fromEnvironment({ url, headers, ...server }, _place, { length }) {
  const filled = Object.entries(headers).map(([name, text]) => [name, text.replace(/\$\{([A-Za-z_]\w*)\}/g, variable)]);
  return { ...server, url: length === 1 && __ENV.MCP_URL ? __ENV.MCP_URL : url, headers: Object.fromEntries(filled) };
}

function variable(_text, name) {
  if (__ENV[name] === undefined) throw new Error(`${name} is not set; give it with -e ${name}=…`);
  return __ENV[name];
}

/** Runs an iteration of any scenario: one call, or one turn of several. */
export function measure() {
  const scenario = exec.scenario.name;
  const row = rows[scenario];
  const values = { seq: exec.scenario.iterationInTest, session: exec.vu.idInTest - 1 };
  const before = made.get(scenario) ?? 0;
  made.set(scenario, before + 1);
  const outcome = row.http ? plainCall(row, values) : rowCall(row, values);
  if (before >= row.warmup) {
    if (outcome.kind === "ok") callDuration.add(outcome.ms);
    callFailed.add(outcome.kind !== "ok", outcome.kind === "ok" ? {} : { kind: outcome.kind });
  }
  if (outcome.kind !== "ok" && !told.has(`${scenario} ${outcome.kind}`)) {
    told.add(`${scenario} ${outcome.kind}`);
    console.warn(`${row.row}: ${outcome.kind}: ${outcome.message}`);
  }
  if (row.pauseSeconds) sleep(row.pauseSeconds);
}

function rowCall(row, values) {
  if (row.freshSession) sessions.delete(row.server);
  const session = openSession(row);
  // A server that refuses sessions is not asked as often as the processor allows.
  if (session.kind) {
    sleep(1);
    return session;
  }
  if (row.pick) return call(row, { session, request: weighted(row.requests), values });
  let ms = 0;
  for (const request of row.requests) {
    if (row.think) sleep(row.think.exponential ? -Math.log(1 - Math.random()) * row.think.seconds : row.think.seconds);
    const outcome = call(row, { session, request, values });
    if (outcome.kind !== "ok") return outcome;
    ms += outcome.ms;
  }
  return { kind: "ok", ms };
}

function weighted(requests) {
  let left = Math.random() * requests.reduce((sum, { weight }) => sum + weight, 0);
  for (const request of requests) {
    left -= request.weight;
    if (left < 0) return request;
  }
  return requests[0];
}

function call(row, { session, request, values }) {
  const params = paramsOf(request, values);
  const id = session.nextId++;
  const message = { jsonrpc: "2.0", id, method: request.method };
  if (params !== undefined || session.meta) message.params = withMeta(params, session.meta);
  const response = post(row, { message, headers: headersOf(session, { request, params }), name: request.name });
  // The server no longer knows the session: the next call opens another.
  if (response.status === 404) sessions.delete(row.server);
  const outcome = judge(replyIn(response, id), { response, request, values });
  return outcome ?? { kind: "ok", ms: response.timings.duration };
}

function paramsOf({ params, argumentRows }, values) {
  if (params === undefined) return undefined;
  const filled = fill(params, values);
  if (!argumentRows) return filled;
  return { ...filled, arguments: { ...filled.arguments, ...argumentRows[values.seq % argumentRows.length] } };
}

function withMeta(params, meta) {
  return meta ? { ...params, _meta: { ...meta, ...params?._meta } } : params;
}

function post({ server, timeout }, { message, headers, name, ...more }) {
  return http.post(servers[server].url, JSON.stringify(message), {
    headers: { ...servers[server].headers, ...headers },
    timeout,
    redirects: 0,
    responseType: "text",
    tags: { name },
    ...more,
  });
}

const everyHeader = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };

/** The session of this virtual user with the server of a row, opened where there is none; or how that failed. */
function openSession(row) {
  const known = sessions.get(row.server);
  if (known) return known;
  const { protocol } = servers[row.server];
  const isStateless = protocol === "auto" ? discovers(row) : protocol >= firstStateless;
  const opened = isStateless
    ? stateless(row, protocol === "auto" ? firstStateless : protocol)
    : initialize(row, protocol === "auto" ? newestWithSessions : protocol);
  if (!opened.kind) sessions.set(row.server, opened);
  return opened;
}

/** Tests whether a server speaks the line of the protocol without sessions, which is tried first. */
function discovers(row) {
  const session = newStateless(firstStateless);
  const request = { method: "server/discover", name: "server/discover" };
  const message = { jsonrpc: "2.0", id: 0, method: request.method, params: withMeta({}, session.meta) };
  const headers = headersOf(session, { request, params: {} });
  // A server that refuses it has failed at nothing: it is not in `http_req_failed`.
  const response = post(row, { message, headers, name: request.name, responseCallback: null });
  const versions = replyIn(response, 0)?.result?.supportedVersions;
  return Array.isArray(versions) && versions.includes(firstStateless);
}

function initialize(row, protocol) {
  const params = { protocolVersion: protocol, capabilities: {}, clientInfo };
  const message = { jsonrpc: "2.0", id: 0, method: "initialize", params };
  const response = post(row, { message, headers: everyHeader, name: "initialize" });
  const reply = replyIn(response, 0);
  if (!reply?.result) {
    const failure = judge(reply, { response, request: {}, values: {} }) ?? { kind: "malformed", message: "no result" };
    return { ...failure, message: `initialize: ${failure.message}` };
  }
  const spoken = reply.result.protocolVersion;
  if (servers[row.server].protocol !== "auto" && spoken !== protocol)
    return { kind: "rpc-error", message: `initialize: the server speaks protocol ${spoken}, not ${protocol}` };
  const sessionId = response.headers["Mcp-Session-Id"];
  const headers = { ...everyHeader, "Mcp-Protocol-Version": spoken };
  if (sessionId) headers["Mcp-Session-Id"] = sessionId;
  const initialized = { jsonrpc: "2.0", method: "notifications/initialized" };
  const answer = post(row, { message: initialized, headers, name: initialized.method });
  sessionOpen.add(response.timings.duration + answer.timings.duration);
  return { headers, nextId: 1 };
}

/** Nothing is opened: every request says all about itself. Which arguments it repeats in headers, the list of tools says. */
function stateless(row, protocol) {
  const session = newStateless(protocol);
  if (!servers[row.server].listsTools) return session;
  const request = { method: "tools/list", name: "tools/list (headers)" };
  let cursor;
  for (let page = 0; page < 100; page++) {
    const params = cursor === undefined ? {} : { cursor };
    const id = session.nextId++;
    const message = { jsonrpc: "2.0", id, method: request.method, params: withMeta(params, session.meta) };
    const response = post(row, { message, headers: headersOf(session, { request, params }), name: request.name });
    const reply = replyIn(response, id);
    const failure = judge(reply, { response, request, values: {} });
    if (failure) return { ...failure, message: `tools/list: ${failure.message}` };
    for (const { name, inputSchema } of reply.result.tools ?? [])
      session.mirrored.set(name, declarations(inputSchema, []));
    cursor = reply.result.nextCursor;
    if (typeof cursor !== "string") break;
  }
  return session;
}

function newStateless(protocol) {
  const meta = {
    "io.modelcontextprotocol/protocolVersion": protocol,
    "io.modelcontextprotocol/clientInfo": clientInfo,
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  return { headers: { ...everyHeader, "Mcp-Protocol-Version": protocol }, meta, nextId: 1, mirrored: new Map() };
}

/** Finds `x-mcp-header` in an input schema: only chains of `properties` count. */
function declarations(schema, path) {
  return Object.entries(schema?.properties ?? {}).flatMap(([name, property]) => {
    const header = property?.["x-mcp-header"];
    const here = [...path, name];
    return [
      ...(/^[\w!#$%&'*+.^`|~-]+$/.test(header ?? "") ? [{ header: `Mcp-Param-${header}`, path: here }] : []),
      ...declarations(property, here),
    ];
  });
}

function headersOf(session, { request, params }) {
  if (!session.meta) return session.headers;
  const headers = { ...session.headers, "Mcp-Method": headerValue(request.method) };
  const name = request.naming ? params?.[request.naming] : undefined;
  if (typeof name === "string") headers["Mcp-Name"] = headerValue(name);
  const mirrored = request.method === "tools/call" ? (session.mirrored.get(name) ?? []) : [];
  for (const { header, path } of mirrored) {
    const value = path.reduce((at, key) => at?.[key], params.arguments);
    if (["string", "boolean"].includes(typeof value) || Number.isSafeInteger(value))
      headers[header] = headerValue(String(value));
  }
  return headers;
}

/** Plain ASCII as it stands, else in the specification's Base64 form. */
function headerValue(text) {
  const plain = /^[\x21-\x7e](?:[\x20-\x7e\t]*[\x21-\x7e])?$/.test(text);
  const looksEncoded = text.startsWith("=?base64?") && text.endsWith("?=");
  return plain && !looksEncoded ? text : `=?base64?${encoding.b64encode(text)}?=`;
}

/** The JSON-RPC message that answers a request, from a body of JSON or of server-sent events; undefined without one. */
function replyIn(response, id) {
  const isStream = /^text\/event-stream\b/i.test(response.headers["Content-Type"] ?? "");
  const texts = isStream ? eventsIn(response.body ?? "") : [response.body ?? ""];
  return texts.map(parsed).find((message) => message?.id === id && message.method === undefined);
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream */
function eventsIn(text) {
  const events = [];
  let data = [];
  for (const line of text.replace(/^\ufeff/, "").split(/\r\n|\n|\r/)) {
    if (line.startsWith("data:")) data.push(line.slice(line[5] === " " ? 6 : 5));
    if (line !== "" || data.length === 0) continue;
    events.push(data.join("\n"));
    data = [];
  }
  return events;
}

function unanswered({ error_code: code, error }) {
  return { kind: code === requestTimeout ? "timeout" : "disconnected", message: error };
}

/** Returns the fault of a reply; undefined without any. */
function judge(reply, { response, request, values }) {
  const { status } = response;
  if (status === 0) return unanswered(response);
  if (status >= 300 && !reply?.error) return { kind: "rpc-error", message: `HTTP ${status}: ${shown(response.body)}` };
  if (reply?.jsonrpc !== "2.0" || (reply.result === undefined) === (reply.error === undefined))
    return { kind: "malformed", message: `not a JSON-RPC response: ${shown(response.body)}` };
  const failure = failureIn(reply);
  if (!request.expect || (failure && !request.expect.error)) return failure;
  const said = reply.error ? reply.error.message : textOf(reply.result);
  return expected(request, {
    said,
    structured: reply.result?.structuredContent,
    isError: failure !== undefined,
    values,
  });
}

/** Holds a reply against `expect`, as a check: what is wrong with it, or undefined. */
function expected({ expect, check: name }, { said, structured, isError, values }) {
  const isExpected =
    (!expect.error || isError) &&
    (expect.text === undefined || hasText(said, { text: expect.text, values })) &&
    (expect.structured === undefined || holds(structured, fill(expect.structured, values)));
  check(isExpected, { [name]: (it) => it });
  return isExpected ? undefined : { kind: "unexpected", message: `not what \`expect\` says: ${shown(said)}` };
}

function failureIn({ result, error }) {
  if (error) return { kind: "rpc-error", message: `${error.code}: ${error.message}` };
  const { resultType = "complete" } = result;
  if (resultType !== "complete") return { kind: "unexpected", message: `a result of type ${resultType}` };
  return result.isError === true ? { kind: "tool-error", message: shown(textOf(result)) } : undefined;
}

function shown(text) {
  return String(text ?? "").slice(0, 200);
}

function textOf(result) {
  const texts = [result.content, result.contents, result.messages].flatMap(textsIn);
  return texts.length > 0 ? texts.join("\n") : JSON.stringify(result);
}

function textsIn(value) {
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (typeof value !== "object" || value === null) return [];
  return typeof value.text === "string" ? [value.text] : textsIn(value.content);
}

function hasText(said, { text, values }) {
  if (typeof text === "string") return said.includes(fillText(text, values));
  return new RegExp(fillText(text.pattern, values), text.flags).test(said);
}

/** Tests whether `actual` has at least the keys and values of `wanted`; lists must agree item by item. */
function holds(actual, wanted) {
  if (Array.isArray(wanted))
    return (
      Array.isArray(actual) && actual.length === wanted.length && wanted.every((one, at) => holds(actual[at], one))
    );
  if (typeof wanted !== "object" || wanted === null) return Object.is(actual, wanted);
  if (typeof actual !== "object" || actual === null || Array.isArray(actual)) return false;
  return Object.entries(wanted).every(([key, value]) => holds(actual[key], value));
}

/** `{{seq}}` and `{{session}}` in every text; a text that is nothing else becomes the number. `\{{seq}}` stays as it is. */
function fill(template, values) {
  if (typeof template === "string") {
    const name = /^\{\{\s*(seq|session)\s*\}\}$/.exec(template)?.[1];
    return name ? values[name] : fillText(template, values);
  }
  if (Array.isArray(template)) return template.map((one) => fill(one, values));
  if (typeof template !== "object" || template === null) return template;
  return Object.fromEntries(Object.entries(template).map(([key, one]) => [key, fill(one, values)]));
}

function fillText(text, values) {
  return text.replace(/\\?\{\{\s*([\w.[\]-]+)\s*\}\}/g, (match, name) =>
    match.startsWith("\\") ? match.slice(1) : String(values[name] ?? match),
  );
}

/** A request beside MCP. */
function plainCall({ http: request, server, timeout }, values) {
  const headers = Object.entries(request.headers).map(([name, value]) => [name, fillText(value, values)]);
  const body = request.body === undefined ? null : fillText(request.body, values);
  const origin = /^https?:\/\/[^/?#]+/i.exec(servers[server].url)[0];
  const response = http.request(request.verb, origin + fillText(request.path, values), body, {
    headers: { ...servers[server].headers, ...Object.fromEntries(headers) },
    timeout,
    redirects: 0,
    responseType: "text",
    tags: { name: request.name },
  });
  const { status } = response;
  if (status === 0) return unanswered(response);
  if (request.status === undefined ? status < 200 || status > 299 : status !== request.status)
    return { kind: "unexpected", message: `HTTP ${status}: ${shown(response.body)}` };
  const said = response.body ?? "";
  const wrong = request.expect && expected(request, { said, structured: parsed(said), isError: false, values });
  return wrong ?? { kind: "ok", ms: response.timings.duration };
}
