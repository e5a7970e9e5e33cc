import { asHtml, type Html, html, type Part } from "../../base/markup.ts";
import type { Picture } from "../../report/figures/picture.ts";
import { text as script, sha256 as scriptHash } from "./browser/main.ts?page";
import { text as style, sha256 as styleHash } from "./browser/style.css?page";
import { dataElement } from "./markup.ts";
import { iconShapes } from "./text.ts";

/** A part of the page under a heading of its own, reachable from the list at the top. */
export interface PageSection {
  readonly id: string;
  readonly title: Part;
  readonly body: Part;
  /** Shown by its title until the reader opens it. */
  readonly folded?: boolean;
}

export interface Page {
  /** Plain text, for the window. */
  readonly title: string;
  readonly header: Html;
  readonly sections: readonly PageSection[];
  readonly footer: Part;
  readonly charts: readonly Picture[];
}

/** Nothing is loaded, sent or run but the page's own script and style, known by their hashes. */
const policy = [
  "default-src 'none'",
  `script-src 'sha256-${scriptHash}'`,
  `style-src 'sha256-${styleHash}'`,
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

const icon = `data:image/svg+xml,${encodeURIComponent(
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'><path d='M2 14V9h3v5zm4.500 0V5h3v9z' fill='#1f77b4'/><path d='M11 14V2h3v12z' fill='#d95f02'/></svg>",
)}`;

export function pageHtml({ title, header, sections, footer, charts }: Page): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<link rel="icon" href="${icon}">
<style>${asHtml(style)}</style>
</head>
<body>
${iconShapes}
<a class="skip" href="#content">Skip to the content</a>
<header>
${header}
<nav aria-label="On this page"><ul>${sections.map(({ id, title: name }) => html`<li><a href="#${id}">${name}</a></li>`)}</ul></nav>
</header>
<main id="content" tabindex="-1">
<noscript><p class="alert">The charts, the filter and the sorting need JavaScript; the tables hold the figures too.</p></noscript>
${sections.map(sectionHtml)}
</main>
<footer>${footer}</footer>
${dataElement("chart-data", charts)}
<script>${asHtml(script)}</script>
</body>
</html>
`.markup;
}

function sectionHtml({ id, title, body, folded = false }: PageSection): Html {
  if (!folded)
    return html`<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>${body}</section>\n`;
  return html`<section class="folded" id="${id}" aria-labelledby="${id}-title"><details><summary><h2 id="${id}-title">${title}</h2></summary>${body}</details></section>\n`;
}
