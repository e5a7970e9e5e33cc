import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { systemClock } from "../../src/base/host/clock.ts";
import { childEnvironment } from "../../src/base/host/environment.ts";
import { listProcesses } from "../../src/base/host/process-tree.ts";
import type { LaunchSpec } from "../../src/plan/plan.ts";
import { launchServer } from "../../src/server/open.ts";
import type { LaunchOptions } from "../../src/server/protocol/connection.ts";
import type { RunningServer, Session, WireFailure } from "../../src/server/protocol/session.ts";
import { compileCache } from "../support/compile-cache.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

export const fixture = (name: string) => `${root}/fixtures/servers/${name}`;
export const everything = `${root}/node_modules/@modelcontextprotocol/server-everything/dist/index.js`;
export const filesystem = `${root}/node_modules/@modelcontextprotocol/server-filesystem/dist/index.js`;
/** The built server: from its source it takes four times as long to start. */
export const sampleServer = `${root}/dist/sample-server.js`;

/** A launch of a Node script over stdio. Its limits are those of a busy machine: a test of one names its own. */
export function stdioSpec(script: string, args: readonly string[] = [], more: Partial<LaunchSpec> = {}): LaunchSpec {
  return {
    transport: "stdio",
    command: process.execPath,
    args: [script, ...args],
    env: childEnvironment(process.env, compileCache),
    cwd: root,
    headers: {},
    startupTimeoutMs: 120_000,
    shutdownTimeoutMs: 10_000,
    protocol: "2025-11-25",
    ...more,
  };
}

/** The same over streamable HTTP on a port of its own. */
export function httpSpec(script: string, args: readonly string[] = [], more: Partial<LaunchSpec> = {}): LaunchSpec {
  const url = "http://127.0.0.1:${PORT}/mcp";
  return { ...stdioSpec(script, args), transport: "streamable-http", url, ...more };
}

/** Launches a server that the end of the test stops. */
export async function launch(spec: LaunchSpec, options: Partial<LaunchOptions> = {}): Promise<RunningServer> {
  const server = await launchServer(spec, { clock: systemClock, ...options });
  onTestFinished(async () => void (await server.stop()));
  return server;
}

/** The error a launch must end with; a launch that succeeds is stopped and fails the test. */
export async function launchError(spec: LaunchSpec, options: Partial<LaunchOptions> = {}): Promise<Error> {
  try {
    await launch(spec, options);
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error("the launch was expected to fail");
}

export type Outcome =
  | { readonly id: number; readonly reply: { result?: unknown; error?: unknown }; readonly at: number }
  | { readonly id: number; readonly failure: WireFailure };

/** One request over the wire. */
export function request({ wire }: Pick<Session, "wire">, method: string, params: Record<string, string | object> = {}) {
  const frame = wire.encode(method, JSON.parse(JSON.stringify(params)));
  return new Promise<Outcome>((resolve) => {
    wire.send(frame, {
      onReply: (id, body, at) => resolve({ id, reply: JSON.parse(Buffer.from(body).toString("utf8")), at }),
      onFailure: (id, failure) => resolve({ id, failure }),
    });
  });
}

/** The result of one request over the wire, which must have one. */
export async function resultOf(session: Session, method: string, params: Record<string, string | object> = {}) {
  const outcome = await request(session, method, params);
  if ("reply" in outcome && outcome.reply.result) return outcome.reply.result as Record<string, unknown[]>;
  throw new Error(`no result: ${JSON.stringify(outcome)}`);
}

/** The names of the tools the server lists. */
export async function toolNames(session: Session): Promise<string[]> {
  const { tools = [] } = await resultOf(session, "tools/list");
  return tools.map((tool) => (tool as { name: string }).name);
}

/** One tool call over the wire. */
export function call(session: Session, args: Record<string, string> = {}, name = "call"): Promise<Outcome> {
  return request(session, "tools/call", { name, arguments: args });
}

/** The text of a tool's reply, or what came instead. */
export function textOf(outcome: Outcome): unknown {
  if ("failure" in outcome) return outcome.failure;
  const { content } = (outcome.reply.result ?? {}) as { content?: readonly { text?: string }[] };
  return content?.[0]?.text ?? outcome.reply;
}

/** Resolves to "pending" when `promise` has not settled after the event loop went round for `ms`. */
export async function settled<T>(promise: Promise<T>, ms: number): Promise<T | "pending"> {
  return Promise.race([promise, new Promise<"pending">((resolve) => setTimeout(resolve, ms, "pending"))]);
}

/** Processes of the server's group that are still alive. */
export function leftOf(group: number): number[] {
  return listProcesses()
    .filter((entry) => entry.group === group)
    .map((entry) => entry.pid);
}
