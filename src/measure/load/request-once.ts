import { isMap, type JsonObject } from "../../base/json.ts";
import { shortLine } from "../../base/untrusted.ts";
import { ServerError } from "../../errors.ts";
import type { Session, Wire } from "../../server/protocol/session.ts";
import type { Context } from "../context.ts";
import { replyClassifier } from "../replies/classifiers.ts";
import { runClosedLoop } from "./closed-loop.ts";
import { type Failure, shorten } from "./outcome.ts";
import { parseReply, type Reply } from "./reply.ts";

const maximumPages = 1000;

/** Most bytes of all pages together: they are kept until the launch ends. */
const maximumListBytes = 64 * 2 ** 20;

/** Options of single requests outside of benchmarks. */
export interface RequestOptions extends Pick<Context, "clock" | "signal"> {
  readonly timeoutMs: number;
}

/** Sends one request over the wire, one in flight. Throws ServerError when no JSON-RPC response comes. */
export async function requestOnce(
  wire: Wire,
  request: { readonly method: string; readonly params?: JsonObject },
  options: RequestOptions,
): Promise<{ readonly latencyMs: number; readonly bytes: number; readonly reply: Reply }> {
  const frames = [wire.encode(request.method, request.params)];
  const classify = replyClassifier();
  const { answers, failures } = await runClosedLoop({ ...options, wire, frames, concurrency: 1, classify });
  const answer = answers[0];
  if (!answer) throw noReply(request.method, failures.samples[0]);
  const reply = parseReply(answer.body);
  if (reply.kind === "malformed") throw noReply(request.method, reply);
  const { latencyMs, bytes } = answer;
  return { latencyMs, bytes, reply };
}

interface List {
  /** Latency of the first page; undefined where the server does not advertise the list, so that it is not asked for. */
  readonly firstMs: number | undefined;
  readonly pages: readonly Record<string, unknown>[];
  /** The entries of all pages. Untrusted. */
  readonly items: readonly Record<string, unknown>[];
}

/** Reads everything a server lists, page by page. Throws ServerError; a server that refuses to list prompts has none. */
export async function readList(
  { capabilities, wire }: Pick<Session, "capabilities" | "wire">,
  name: "tools" | "prompts",
  options: RequestOptions,
): Promise<List> {
  if (!capabilities.has(name)) return { firstMs: undefined, pages: [], items: [] };
  const method = `${name}/list`;
  const pages: Record<string, unknown>[] = [];
  let firstMs: number | undefined;
  let cursor: string | undefined;
  let wholeBytes = 0;
  do {
    const request = { method, ...(cursor === undefined ? {} : { params: { cursor } }) };
    const { latencyMs, bytes, reply } = await requestOnce(wire, request, options);
    // Clients do without the prompts of a server that announces them and has no such list.
    if (reply.kind === "error" && name === "prompts") return { firstMs, pages: [], items: [] };
    if (reply.kind === "error")
      throw noReply(method, { kind: "rpc-error", message: `${reply.code}: ${reply.message}` });
    const { [name]: listed, nextCursor } = reply.result;
    if (!Array.isArray(listed))
      throw noReply(method, {
        kind: "malformed",
        message: `no list \`${name}\` in ${shorten(JSON.stringify(reply.result))}`,
      });
    wholeBytes += bytes;
    if (wholeBytes > maximumListBytes)
      throw new ServerError(`${method} has given ${wholeBytes} bytes in ${pages.length + 1} pages`, {
        expected: `at most ${maximumListBytes} bytes in all`,
        fix: "list less: a model would have to read all of it",
      });
    firstMs ??= latencyMs;
    pages.push(reply.result);
    cursor = typeof nextCursor === "string" ? nextCursor : undefined;
  } while (cursor !== undefined && pages.length < maximumPages);
  if (cursor !== undefined)
    throw new ServerError(`${method} has not ended after ${maximumPages} pages`, {
      fix: "leave `nextCursor` out of the last page",
    });
  return { firstMs, pages, items: pages.flatMap((page) => page[name]).filter(isMap) };
}

function noReply(method: string, failure: Failure | undefined): ServerError {
  const detail = failure ? `${failure.kind}: ${shortLine(failure.message)}` : "no reply";
  return new ServerError(`the server gave no usable reply to ${method} (${detail})`, {
    fix: "check that the server answers this request with an MCP client such as the Inspector",
  });
}
