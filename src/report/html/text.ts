import { clean, messageLength, nameLength } from "../clean.ts";
import type { Inline, Text } from "../text.ts";
import { withIcons } from "./icons.ts";
import { foreign, type Html, html } from "./markup.ts";

export function textHtml(text: Text): Html[] {
  return text.map(inlineHtml);
}

function inlineHtml(part: Inline): Html {
  if (typeof part === "string") return withIcons(part);
  if ("strong" in part) return html`<strong>${part.strong}</strong>`;
  if ("name" in part) return html`<code>${foreign(part.name, nameLength)}</code>`;
  if ("prose" in part) return proseHtml(part.prose);
  if (!/^https?:\/\/[^\s()<>[\]"]+$/.test(part.url)) return html`${part.link}`;
  return html`<a href="${part.url}" rel="noopener noreferrer">${part.link}</a>`;
}

/** What stands in backticks is code, here as in the comment. */
function proseHtml(text: string): Html {
  const parts = (clean(text, messageLength) || "–").split(/`([^`]+)`/);
  return html`<bdi>${parts.map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`))}</bdi>`;
}
