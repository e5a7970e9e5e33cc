export interface RequestLimits {
  /** For one request with its redirects, until the last byte of the answer. */
  readonly timeoutMs: number;
  /** Of the body of one answer, unpacked. */
  readonly bytes: number;
  readonly redirects: number;
}

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

interface Bounds {
  readonly limits: RequestLimits;
  /** Nothing is asked of any other: the token goes along with requests and redirects. */
  readonly origin: string;
  /** What is left of the time for all requests together. */
  leftMs(): number;
}

/** An answer that a second try would not better. */
export class UnexpectedAnswer extends Error {}

const redirecting = new Set([301, 302, 303, 307, 308]);

/**
 * A fetch whose answers are whole when it returns, and end at the limits whatever the other side does. Redirects are
 * followed with the same method and body
 * (https://docs.github.com/rest/using-the-rest-api/best-practices-for-using-the-rest-api#follow-redirects).
 */
export function boundedFetch(fetch: Fetch, bounds: Bounds): Fetch {
  const { limits } = bounds;
  return async (url, init) => {
    const ms = Math.max(0, Math.min(limits.timeoutMs, bounds.leftMs()));
    const name = requestName(url, init.method);
    const signal = AbortSignal.timeout(ms);
    try {
      const response = await follow({ ...init, signal, redirect: "manual" }, { fetch, url, bounds });
      const body = await readBody(response, limits.bytes);
      if (body === undefined)
        throw new UnexpectedAnswer(`GitHub answered ${name} with more than ${limits.bytes} bytes`);
      return whole(response, body);
    } catch (error) {
      if (!signal.aborted) throw error;
      const limit = ms > 0 ? ` within ${ms / 1000} s` : ": its time was over";
      throw new Error(`no whole answer to ${name}${limit}`, { cause: error });
    }
  };
}

async function follow(
  init: RequestInit,
  { fetch, url, bounds }: { fetch: Fetch; url: string; bounds: Bounds },
): Promise<Response> {
  const name = requestName(url, init.method);
  let at = new URL(url);
  for (let redirects = 0; ; redirects++) {
    if (at.origin !== bounds.origin)
      throw new UnexpectedAnswer(`GitHub leads to another host, ${at.host}, for ${name}`);
    const response = await fetch(at.href, init);
    const location = redirecting.has(response.status) ? response.headers.get("location") : null;
    if (location === null) return response;
    await response.body?.cancel();
    if (redirects === bounds.limits.redirects)
      throw new UnexpectedAnswer(`GitHub answered ${name} with more than ${redirects} redirects`);
    if (!URL.canParse(location, at.href))
      throw new UnexpectedAnswer(`GitHub answered ${name} with a redirect to what is no address`);
    at = new URL(location, at);
  }
}

/** Undefined for a longer one. */
async function readBody(response: Response, limit: number): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > limit) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * The answer with a body that is here already. It is called JSON whatever it is: octokit then gives what is none as text,
 * where other types would become bytes or an error of its own.
 */
function whole({ status, headers, url }: Response, body: Buffer): Response {
  const copy = new Headers([...headers]);
  copy.set("content-type", "application/json");
  const response = new Response(body.length > 0 ? new Uint8Array(body) : null, { status, headers: copy });
  return Object.defineProperty(response, "url", { value: url });
}

/** `GET /repos/octo/server/labels`, without the query, which says little. */
function requestName(url: string, method = "GET"): string {
  return `${method} ${new URL(url).pathname}`;
}
