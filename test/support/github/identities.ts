import { type Call, no, type Reply } from "./call.ts";

/** Whom a token stands for. `actions` tokens and those of apps may not ask GET /user who they are. */
export interface Identity {
  readonly login: string;
  readonly kind: "actions" | "user";
  readonly comments: "read" | "write";
  readonly contents: "read" | "write";
}

export const identities = {
  "token-of-actions": { login: "github-actions[bot]", kind: "actions", comments: "write", contents: "read" },
  "token-read-only": { login: "github-actions[bot]", kind: "actions", comments: "read", contents: "read" },
  "token-that-pushes": { login: "github-actions[bot]", kind: "actions", comments: "write", contents: "write" },
  "token-of-app": { login: "bench-app[bot]", kind: "actions", comments: "write", contents: "read" },
  "token-of-owner": { login: "octo", kind: "user", comments: "write", contents: "write" },
  "token-of-alice": { login: "alice", kind: "user", comments: "write", contents: "read" },
  "token-of-mallory": { login: "mallory", kind: "user", comments: "write", contents: "read" },
} as const satisfies Record<string, Identity>;
export type Token = keyof typeof identities;

export function identityOf(token: string): Identity | undefined {
  return Object.hasOwn(identities, token) ? identities[token as Token] : undefined;
}

/** Returns what GitHub answers before it looks at the request itself: tokens, permissions, sizes, and what emulate lacks. */
export function gate(call: Call): Reply | undefined {
  const identity = identityOf(call.token);
  if (!identity) return no(401, "Bad credentials");
  if (call.path === "/graphql")
    return { status: 200, headers: {}, body: { data: { viewer: { login: identity.login } } } };
  const notAccessible = "Resource not accessible by integration";
  if (call.path === "/user" && identity.kind === "actions") return no(403, notAccessible);
  if (call.method !== "GET" && identity.comments === "read") return no(403, notAccessible);
  const text = (call.body as { body?: unknown } | undefined)?.body;
  if (typeof text === "string" && text.length > 65_536)
    return no(422, "Validation Failed", {
      errors: [{ resource: "IssueComment", code: "unprocessable", field: "data", message: "Body is too long" }],
    });
  return undefined;
}
