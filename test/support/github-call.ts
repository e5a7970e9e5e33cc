import type { IncomingMessage } from "node:http";

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
  let text = "";
  for await (const chunk of incoming.setEncoding("utf8")) text += chunk;
  return {
    method: incoming.method ?? "GET",
    url,
    path: url.replace(/\?.*$/, ""),
    body: text === "" ? undefined : JSON.parse(text),
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
