/* Ids that stand for something else than a row in verdicts: no row of a plan may come by them. */

/** Row id under which the metrics of scope `server` are found. */
export const serverRow = "(server)";

/** Row id of the server metrics, of one variant where there are several. */
export function serverRowOf(variant: string | undefined): string {
  return variant === undefined ? serverRow : `${serverRow} [${variant}]`;
}

/** Tests whether a row id stands for metrics of the server. */
export function isServerRow(row: string): boolean {
  return row === serverRow || serverVariant(row) !== undefined;
}

/** The variant of a row of server metrics, where it is of one. */
export function serverVariant(row: string): string | undefined {
  return row.startsWith(`${serverRow} [`) ? row.slice(serverRow.length + 2, -1) : undefined;
}

/** Tests whether the name of a row would be taken for one of those. */
export function isReserved(name: string): boolean {
  return name.startsWith(serverRow);
}
