import { type Html, html } from "../../base/markup.ts";
import { clean, messageLength, nameLength, oneLine } from "../../report/clean.ts";
import { iconsOf } from "../../report/states.ts";
import type { Inline, Text } from "../../report/text.ts";
import { foreign } from "./markup.ts";

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

/* Signs as shapes: not every system has a font for those that texts use. */

const shapes = {
  bad: "M4 4l8 8M12 4l-8 8",
  good: "M3 8.500l3.500 3.500L13 4.500",
  unsure: "M8 2v7M8 12v1.500",
} as const;

const toneOf = new Map(
  (["bad", "good", "unsure"] as const).flatMap((tone) => iconsOf(tone).map((icon) => [icon, tone] as const)),
);
for (const icon of ["☑️", "📏", "⏭️"]) toneOf.set(icon, "good");
const signs = new RegExp(`(${[...toneOf.keys()].join("|")})[ \\u00a0]?`, "u");

/** The shapes, once for a page. */
export const iconShapes: Html = html`<svg width="0" height="0" aria-hidden="true" focusable="false">${Object.entries(
  shapes,
).map(([tone, path]) => html`<symbol id="icon-${tone}" viewBox="0 0 16 16"><path d="${path}"/></symbol>`)}</svg>`;

/** A text of ours with its signs drawn. */
export function withIcons(text: string): Html {
  const parts = oneLine(text).split(signs);
  return html`${parts.map((part) => {
    const tone = toneOf.get(part);
    return tone === undefined
      ? part
      : html`<svg class="icon tone-${tone}" aria-hidden="true"><use href="#icon-${tone}"/></svg> `;
  })}`;
}
