type Direction = "ascending" | "descending";

/** Lets a table be filtered by text and group, and sorted by its headings; what is shown is said in its live region. */
export function enhanceTable(place: HTMLElement): void {
  const body = place.querySelector("tbody");
  const status = place.querySelector("[role=status]");
  const filter = place.querySelector<HTMLInputElement>("[data-filter]");
  const narrow = place.querySelector<HTMLSelectElement>("[data-narrow]");
  if (!body || !filter) return;
  const rows = [...body.rows];
  const texts = new Map(rows.map((row) => [row, row.textContent.toLowerCase()]));
  let order = "";

  const say = () => {
    const shown = rows.filter((row) => !row.hidden).length;
    const noun = `${place.dataset.noun}${rows.length === 1 ? "" : "s"}`;
    const amount = shown === rows.length ? `${shown} ${noun}` : `${shown} of ${rows.length} ${noun}`;
    if (status) status.textContent = `${amount}${order}`;
  };
  const show = () => {
    const words = filter.value.toLowerCase().split(/\s+/);
    for (const row of rows) {
      const fits = words.every((word) => texts.get(row)?.includes(word));
      row.hidden = !fits || !isOf(row.dataset.group, narrow?.value ?? "");
    }
    say();
  };
  filter.addEventListener("input", show);
  narrow?.addEventListener("change", show);
  filter.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape") return;
    filter.value = "";
    show();
  });

  if (narrow?.value) show();

  for (const button of place.querySelectorAll<HTMLButtonElement>("th button")) {
    button.addEventListener("click", () => {
      const direction = turn(button);
      body.append(...rows.toSorted(compareBy(button, direction)));
      order = `, sorted by ${button.textContent}, ${direction}`;
      say();
    });
  }
}

/** Tests whether a row is of the chosen group; "!pass" chooses all others. */
function isOf(group: string | undefined, chosen: string): boolean {
  if (chosen === "") return true;
  return chosen.startsWith("!") ? group !== chosen.slice(1) : group === chosen;
}

/** Marks the heading as the sorted one, or the other way round when it was. */
function turn(button: HTMLButtonElement): Direction {
  const heading = button.closest("th");
  const before = heading?.getAttribute("aria-sort");
  const first = heading?.dataset.first === "ascending" ? "ascending" : "descending";
  const other = first === "ascending" ? "descending" : "ascending";
  const direction = before === first ? other : first;
  for (const each of heading?.parentElement?.querySelectorAll("th[aria-sort]") ?? [])
    each.setAttribute("aria-sort", "none");
  heading?.setAttribute("aria-sort", direction);
  return direction;
}

function compareBy(button: HTMLButtonElement, direction: Direction) {
  const column = button.closest("th")?.cellIndex ?? 0;
  const sign = direction === "ascending" ? 1 : -1;
  const keyOf = (row: HTMLTableRowElement) => row.cells[column]?.dataset.key;
  return (a: HTMLTableRowElement, b: HTMLTableRowElement): number => {
    const [left, right] = [keyOf(a), keyOf(b)];
    if (left === undefined || right === undefined) return Number(left === undefined) - Number(right === undefined);
    const difference = Number(left) - Number(right);
    return sign * (Number.isNaN(difference) ? left.localeCompare(right) : difference);
  };
}
