import { type Html, html, type Part } from "../../base/markup.ts";
import { plural } from "../../metrics/format.ts";
import { scrollableTable } from "./blocks.ts";

export interface SortableColumn<Item> {
  readonly label: string;
  readonly align: "left" | "right";
  cell(item: Item): Part;
  /** Key that the column is sorted by; without it, it is not. Items without a key come last. */
  readonly key?: (item: Item) => number | string | undefined;
  /** The items come in ascending order of this column. */
  readonly given?: boolean;
}

interface Sortable<Item> {
  readonly label: string;
  readonly noun: string;
  readonly columns: readonly SortableColumn<Item>[];
  readonly items: readonly Item[];
  /** Group that the items can be filtered by, beside the typed text. */
  readonly group: (item: Item) => string;
  readonly groups: readonly (readonly [group: string, name: string])[];
}

/** A table that the page's script filters and sorts; without it, all rows in the order given. */
export function sortableTable<Item>({ label, noun, columns, items, group, groups }: Sortable<Item>): Html {
  const head = columns.map((column) => headingHtml(column, items[0]));
  const body = items.map((item) => {
    const cells = columns.map(
      ({ label: name, align, cell, key }) =>
        html`<td class="${align}" data-label="${name}"${sortKey(key?.(item))}>${cell(item)}</td>`,
    );
    return html`<tr data-group="${group(item)}">${cells}</tr>\n`;
  });
  // A group with a leading "!" is what does not belong to it, and where one begins.
  const options = groups.map(
    ([value, name]) => html`<option value="${value}"${value.startsWith("!") ? html` selected` : ""}>${name}</option>`,
  );
  const narrow =
    groups.length > 1
      ? html`<label>Show <select data-narrow><option value="">all</option>${options}</select></label>`
      : undefined;
  return html`<div class="cards" data-sortable data-noun="${noun}">
<div class="tools" role="group" aria-label="${label}: filter"><label>Filter <input type="search" data-filter autocomplete="off" spellcheck="false"></label>${narrow}
<p class="quiet" role="status">${plural(items.length, noun)}</p></div>
${scrollableTable(label, { head, body })}
</div>`;
}

/** Names are looked for from the first, figures from the largest. */
function headingHtml<Item>({ label, align, key, given }: SortableColumn<Item>, first: Item | undefined): Html {
  if (!key) return html`<th scope="col" class="${align}">${label}</th>`;
  const ascends = given || (first !== undefined && typeof key(first) === "string");
  return html`<th scope="col" class="${align}" aria-sort="${given ? "ascending" : "none"}" data-first="${ascends ? "ascending" : "descending"}"><button type="button">${label}</button></th>`;
}

function sortKey(key: number | string | undefined): Html {
  return key === undefined || Number.isNaN(key) ? html`` : html` data-key="${key}"`;
}
