import { oneLine } from "../../report/clean.ts";
import { iconsOf } from "../../report/states.ts";
import { type Html, html } from "./markup.ts";

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
