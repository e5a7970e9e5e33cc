import { asHtml, type Html, html } from "../../base/markup.ts";
import { clean } from "../../report/clean.ts";

/** Text from outside: one visible line, kept from turning the direction of what stands beside it. */
export function foreign(text: string, max: number): Html {
  return html`<bdi>${clean(text, max) || "–"}</bdi>`;
}

/** Data as a script element that is read, never run. */
export function dataElement(id: string, data: unknown): Html {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  const json = JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, escaped);
  return html`<script type="application/json" id="${id}">${asHtml(json)}</script>`;
}
