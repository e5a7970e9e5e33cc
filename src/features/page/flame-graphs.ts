import { rowName, type View } from "../../report/view.ts";
import { flameOf } from "../why/report/flame.ts";
import type { Flame } from "../why/report/flame-data.ts";
import { profilesOf } from "../why/report/profiles-of.ts";
import { type Html, html } from "./markup.ts";
import { textHtml } from "./text.ts";

/** Graphs of one page: each takes up to fifty kilobytes. */
const most = 12;

/** Where the page's script draws the calls of each row that both arms were looked into for, and what it draws. */
export function flameGraphs({ report }: View): { readonly body: readonly Html[]; readonly flames: readonly Flame[] } {
  const compared = profilesOf(report)
    .filter((profile) => profile.state === "compared")
    .slice(0, most);
  const body = compared.map(({ row, kind }, place) => {
    const name = textHtml([rowName(row), kind === "time" ? "" : `: ${kind}`]);
    return html`<figure class="flame" data-flame="${place}" hidden>
<figcaption><strong>Calls of ${name}</strong><span class="note">Each bar is a function below its caller, as wide as its time, with the functions that it calls. Red takes longer on head, blue less.</span></figcaption>
<div class="tools"><label>Find <input type="search" data-find></label>
<label>Width <select data-side><option value="head">head</option><option value="base">base</option></select></label>
<button type="button" data-whole>Whole</button><span class="quiet" role="status"></span></div>
<div class="bars" role="group" aria-roledescription="flame graph" aria-label="Calls. Arrow keys go to callers, callees and neighbours, Enter widens, Escape shows the whole."></div>
<output class="readout"></output>
</figure>`;
  });
  return { body, flames: compared.map(flameOf) };
}
