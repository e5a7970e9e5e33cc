import { plural } from "../metrics/format.ts";
import type { RowSummary } from "../metrics/summary.ts";
import { armColumn, type Column } from "./table.ts";
import type { RowView } from "./view.ts";

/** One row on one arm. */
export interface ArmLine {
  readonly view: RowView;
  readonly arm: "base" | "head";
  readonly summary: RowSummary;
}

/** Every row on base, where it was measured there, and on head. */
export function armLines(rows: readonly RowView[]): ArmLine[] {
  return rows.flatMap((view) =>
    (["base", "head"] as const).flatMap((arm) => {
      const summary = view[arm];
      return summary ? [{ view, arm, summary }] : [];
    }),
  );
}

/** Columns with the row of a line, and its arm where there are two. */
export function nameColumns<Line extends Pick<ArmLine, "view" | "arm">>(lines: readonly Line[]): Column<Line>[] {
  return [{ label: "Row", align: "left", cell: ({ view }) => ({ name: view.row.id }) }, ...armColumn(lines)];
}

/** Counts the rows of the lines, such as `2 rows`. */
export function rowsAmong(lines: readonly Pick<ArmLine, "view">[]): string {
  return plural(new Set(lines.map(({ view }) => view.row.id)).size, "row");
}
