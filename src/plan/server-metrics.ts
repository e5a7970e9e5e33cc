/** Fields to read as numbers from matching lines of a log. */
export interface LogQuery {
  /** Names of fields; dots lead into maps. */
  readonly fields: readonly string[];
  /** Values that the other fields of a line must have. */
  readonly where: Readonly<Record<string, string | number | boolean>>;
}

/** One kind of line in the server's own log, whose numbers are reported beside the latencies. */
export interface ServerMetricSpec extends LogQuery {
  /** `stderr`, or a path inside the server's working directory. */
  readonly from: "stderr" | { readonly file: string };
  /** Label of each field in the report. */
  readonly labels: readonly string[];
  /** Absent: of every variant. */
  readonly variant?: string;
}
