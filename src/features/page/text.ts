import { clean, messageLength, nameLength, oneLine } from "../../report/clean.ts";
import type { Inline, Text } from "../../report/text.ts";
import { withIcons } from "./icons.ts";
import { foreign, type Html, html } from "./markup.ts";

export function textHtml(text: Text): Html[] {
  return text.map(inlineHtml);
}

function inlineHtml(part: Inline): Html {
  if (typeof part === "string") return coded(part, withIcons);
  if ("strong" in part) return html`<strong>${oneLine(part.strong)}</strong>`;
  if ("name" in part) return html`<code>${foreign(part.name, nameLength)}</code>`;
  if ("prose" in part) return proseHtml(part.prose);
  const label = oneLine(part.link);
  if (!/^https?:\/\/[^\s()<>[\]"]+$/.test(part.url)) return html`${label}`;
  return html`<a href="${part.url}" rel="noopener noreferrer">${label}</a>`;
}

function proseHtml(text: string): Html {
  return html`<bdi>${coded(clean(text, messageLength) || "–", (words) => html`${words}`)}</bdi>`;
}

/** Marks words in backticks as code, here as in the comment. */
function coded(text: string, written: (words: string) => Html): Html {
  const parts = text.split(/`([^`]+)`/);
  return html`${parts.map((part, index) => (index % 2 === 0 ? written(part) : html`<code>${oneLine(part)}</code>`))}`;
}
