import type { Environment } from "../../base/host/environment.ts";
import { isSecretName, looksSecret, type Redactor, shortest } from "../../record/redactor.ts";
import { type Exchange, headerOf } from "./exchange.ts";

/** Returns the values of an environment that look like credentials. */
export function credentialsIn(environment: Environment): string[] {
  return Object.entries(environment).flatMap(([name, value = ""]) => {
    const isOne = isSecretName(name) ? value.length >= shortest.secret : looksSecret(value);
    return isOne ? [value] : [];
  });
}

/** Headers of a response that a server may need; the others differ from time to time, or tell of who asks. */
const keptHeaders =
  /^(content-(type|length|encoding|language|disposition|range)|accept-ranges|cache-control|etag|last-modified|link|location|retry-after|vary|allow|deprecation|sunset|www-authenticate|mcp-protocol-version|(x-)?ratelimit-.*|x-rate-limit-.*|x-(total|page|per-page|next|prev|pagination|has-more|poll)[\w-]*|x-github-(media-type|api-version-selected)|docker-distribution-api-version|notion-version)$/;

/** Returns an exchange as it may be recorded. */
export function redactedExchange(exchange: Exchange, redactor: Redactor): Exchange {
  const { headers, requestType, requestBody, body } = exchange;
  return {
    ...exchange,
    url: redactor.url(exchange.url),
    statusText: redactor.text(exchange.statusText),
    requestType: requestType && redactor.text(requestType),
    requestBody: redactor.body(requestBody, requestType ?? ""),
    headers: headers
      .filter(([name]) => keptHeaders.test(name) && !isSecretName(name))
      .map(([name, value]) => [name, redactedHeader(name, { value, redactor })] as const),
    body: redactor.body(body, headerOf(exchange, "content-type") ?? ""),
  };
}

function redactedHeader(
  name: string,
  { value, redactor }: { readonly value: string; readonly redactor: Redactor },
): string {
  if (name === "location") return redactor.url(value);
  const isLink = name === "link";
  return redactor.text(isLink ? value.replace(/<([^>]*)>/g, (_, url: string) => `<${redactor.url(url)}>`) : value);
}
