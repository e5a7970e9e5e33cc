import { clean, messageLength, nameLength, oneLine } from "../clean.ts";
import type { Inline, Text } from "../text.ts";
import { withIcons } from "./icons.ts";
import { foreign, type Html, html } from "./markup.ts";

export function textHtml(text: Text): Html[] {
  return text.map(inlineHtml);
}

function inlineHtml(part: Inline): Html {
  if (typeof part === "string") return withIcons(part);
  if ("strong" in part) return html`<strong>${oneLine(part.strong)}</strong>`;
  if ("name" in part) return html`<code>${foreign(part.name, nameLength)}</code>`;
  if ("prose" in part) return proseHtml(part.prose);
  const label = oneLine(part.link);
  if (!/^https?:\/\/[^\s()<>[\]"]+$/.test(part.url)) return html`${label}`;
  return html`<a href="${part.url}" rel="noopener noreferrer">${label}</a>`;
}

/** What stands in backticks is code, here as in the comment. */
function proseHtml(text: string): Html {
  const parts = (clean(text, messageLength) || "–").split(/`([^`]+)`/);
  return html`<bdi>${parts.map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`))}</bdi>`;
}
