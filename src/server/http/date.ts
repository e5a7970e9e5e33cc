import { request as requestPlainly } from "node:http";
import { request as requestOverTls } from "node:https";
import type { TlsOptions } from "../../plan/plan.ts";
import { readTrust } from "./tls.ts";

const patienceMs = 2_000;

/**
 * What a server says the time is, in ms since 1970 and whole seconds; undefined where it does not answer, or says none. Whatever
 * it answers has a `Date`, a refusal too.
 */
export function dateOf(url: URL, tls?: TlsOptions): Promise<number | undefined> {
  const request = url.protocol === "https:" ? requestOverTls : requestPlainly;
  return new Promise((resolve) => {
    const sent = request(
      url,
      { method: "HEAD", agent: false, signal: AbortSignal.timeout(patienceMs), ...readTrust(tls) },
      ({ headers }) => {
        const date = Date.parse(headers.date ?? "");
        sent.destroy();
        resolve(Number.isNaN(date) ? undefined : date);
      },
    );
    sent.on("error", () => resolve(undefined)).end();
  });
}
