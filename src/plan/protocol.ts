import type { LaunchSpec } from "./plan.ts";

/** First revision of the stateless line: no `initialize`, no sessions, `_meta` on every request. Revisions are dates. */
export const firstStateless = "2026-07-28";

/** The extension by which servers of the stateless line answer with tasks; before, they declare the capability `tasks`. */
export const tasksExtension = "io.modelcontextprotocol/tasks";

/** Requests that every revision of the stateless line lacks: https://modelcontextprotocol.io/specification/2026-07-28/changelog */
const statefulOnly = new Set([
  "initialize",
  "ping",
  "logging/setLevel",
  "resources/subscribe",
  "resources/unsubscribe",
]);

/** Tests whether a protocol revision belongs to the stateless line. `auto` does not. */
export function isStateless(protocol: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(protocol) && protocol >= firstStateless;
}

/** Tests whether a revision of the protocol defines a request; methods it does not know are left to the server. */
export function definesMethod(protocol: string, method: string): boolean {
  return !(isStateless(protocol) && statefulOnly.has(method));
}

/** The longest that a server may keep a launch waiting, in ms: to find its protocol out takes half a launch more. */
export function patienceMs({ protocol, startupTimeoutMs }: Pick<LaunchSpec, "protocol" | "startupTimeoutMs">): number {
  return protocol === "auto" ? 1.5 * startupTimeoutMs : startupTimeoutMs;
}
