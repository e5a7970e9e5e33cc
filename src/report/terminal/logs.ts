import { count, noBreak, nothing, plural, significant } from "../../metrics/format.ts";
import type { StreamedDescription } from "../../stats/streamed-sample.ts";
import { nameLength } from "../clean.ts";
import { type Column, table } from "../table.ts";
import { terminalTable } from "./terminal-table.ts";
import { asPrintable, type Printable, printed, terminalSafe, terminalText, terminalWords } from "./terminal-text.ts";

/** Figures of a log, by the values of a field where one was named. */
export interface LogFigures {
  readonly groups: readonly {
    readonly group?: string;
    readonly lines: number;
    readonly fields: Readonly<Record<string, StreamedDescription>>;
  }[];
  readonly groupBy: string | undefined;
  readonly lines: number;
  readonly matched: number;
  readonly unread: number;
}

interface Line {
  readonly group: string | undefined;
  readonly field: string;
  readonly values: StreamedDescription;
}

/** The figures of a log as text of at most `width` columns. */
export function renderLogs({ groups, groupBy, lines, matched, unread }: LogFigures, width: number): Printable {
  const all = groups.flatMap(({ group, fields }) =>
    Object.entries(fields).map(([field, values]): Line => ({ group, field, values })),
  );
  const columns: Column<Line>[] = [
    ...(groupBy === undefined
      ? []
      : [{ label: terminalSafe(groupBy, nameLength), align: "left" as const, cell: groupOf }]),
    { label: "field", align: "left", cell: ({ field }) => terminalSafe(field, nameLength) },
    { label: "n", align: "right", cell: ({ values }) => count(values.count) },
    ...(["mean", "min", "p50", "p95", "p99", "max"] as const).map(
      (id): Column<Line> => ({ label: id, align: "right", cell: ({ values }) => significant(values[id]) }),
    ),
  ];
  const block = table(columns, all);
  const cells = block.rows.map((row) => row.map(terminalText));
  const skipped = unread > 0 ? `, ${plural(unread, "line")} without a JSON object skipped` : "";
  const matches = terminalWords(`${count(matched)} of ${plural(lines, "line")} matched${skipped}`);
  return asPrintable(printed`${terminalTable(block, cells, width)}\n\n${matches}`.replaceAll(noBreak, " "));
}

function groupOf({ group }: Line): string {
  return group === undefined ? nothing : terminalSafe(group, nameLength);
}
