import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";

/** A request to the API as its layers see it. */
export interface Call {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly path: string;
  readonly body: unknown;
  readonly token: string;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** A refusal in the form of GitHub's own. */
export function no(status: number, message: string, more: object = {}): Reply {
  const body = { message, documentation_url: "https://docs.github.com/rest", status: String(status), ...more };
  return { status, headers: {}, body };
}

export async function readCall(incoming: IncomingMessage): Promise<Call> {
  const url = incoming.url ?? "/";
  const body = await text(incoming);
  return {
    method: incoming.method ?? "GET",
    url,
    path: url.replace(/\?.*$/, ""),
    body: body === "" ? undefined : JSON.parse(body),
    token: tokenOf(incoming),
  };
}

/** API clients send `token T` or `Bearer T`, git sends it as a password. */
export function tokenOf(incoming: IncomingMessage): string {
  const [scheme, credentials = ""] = (incoming.headers.authorization ?? "").split(" ");
  return scheme?.toLowerCase() === "basic"
    ? Buffer.from(credentials, "base64")
        .toString()
        .replace(/^[^:]*:/, "")
    : credentials;
}
