import { isMap, type Json, type JsonObject } from "../../base/json.ts";
import { parseMessage } from "../../base/json-depth.ts";
import { methods } from "../../model/request.ts";

/**
 * The headers that repeat what is in the body of a stateless request, so that a gateway can route it unread:
 * https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#request-metadata
 */
export function statelessHeaders(request: {
  readonly protocol: string;
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
}): Record<string, string> {
  const { protocol, method, params } = request;
  const name = method.startsWith("tasks/") ? params?.taskId : params?.[methods.get(method)?.naming ?? ""];
  return {
    "mcp-protocol-version": protocol,
    "mcp-method": headerValue(method),
    ...(typeof name === "string" ? { "mcp-name": headerValue(name) } : {}),
  };
}

/** A text as the value of a header: as it stands where it is plain ASCII, else in the specification's Base64 form. */
export function headerValue(text: string): string {
  const plain = /^[\x21-\x7e](?:[\x20-\x7e\t]*[\x21-\x7e])?$/.test(text);
  const looksEncoded = text.startsWith("=?base64?") && text.endsWith("?=");
  return plain && !looksEncoded ? text : `=?base64?${Buffer.from(text, "utf8").toString("base64")}?=`;
}

interface Mirrored {
  readonly header: string;
  /** Path to the value in the arguments. */
  readonly path: readonly string[];
}

/** The arguments that a server wants repeated in headers (`x-mcp-header` in the input schema of a tool). */
export class MirroredArguments {
  readonly #tools = new Map<string, readonly Mirrored[]>();
  /** True once a list of tools has been read to its end. */
  complete = false;

  /** Reads a reply to `tools/list`; anything else is passed over. */
  learn(body: Uint8Array): void {
    const message = parseMessage(Buffer.from(body).toString("utf8"));
    const result = isMap(message) ? message.result : undefined;
    if (!isMap(result) || !Array.isArray(result.tools)) return;
    for (const tool of result.tools)
      if (isMap(tool) && typeof tool.name === "string") this.#tools.set(tool.name, declarations(tool.inputSchema, []));
    this.complete = typeof result.nextCursor !== "string";
  }

  headers(params: JsonObject | undefined): Record<string, string> {
    const mirrored = (typeof params?.name === "string" && this.#tools.get(params.name)) || [];
    const values = mirrored.map(({ header, path }) => [header, primitive(valueAt(params?.arguments, path))] as const);
    return Object.fromEntries(
      values.flatMap(([header, value]) => (value === undefined ? [] : [[header, headerValue(value)]])),
    );
  }
}

/** Only chains of `properties` count; an annotation anywhere else is ignored. */
function declarations(schema: unknown, path: readonly string[]): Mirrored[] {
  if (!isMap(schema) || !isMap(schema.properties)) return [];
  return Object.entries(schema.properties).flatMap(([name, property]) => {
    const own = isMap(property) ? property["x-mcp-header"] : undefined;
    const here = [...path, name];
    const isToken = typeof own === "string" && /^[\w!#$%&'*+.^`|~-]+$/.test(own);
    return [
      ...(isToken ? [{ header: `mcp-param-${own.toLowerCase()}`, path: here }] : []),
      ...declarations(property, here),
    ];
  });
}

function valueAt(root: Json | undefined, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (isMap(value) ? value[key] : undefined), root);
}

function primitive(value: unknown): string | undefined {
  if (typeof value === "string" || typeof value === "boolean") return String(value);
  return Number.isSafeInteger(value) ? String(value) : undefined;
}
