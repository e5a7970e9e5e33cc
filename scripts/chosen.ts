interface Choice {
  readonly what: string;
  readonly of: readonly string[];
  /** Absent: a comma. */
  readonly separator?: string;
}

/** Returns what `--only NAME,NAME` chooses of what there is; ends the process where it names something else. */
export function chosen(only: string | undefined, { what, of, separator = "," }: Choice): string[] {
  const names = only?.split(separator) ?? [...of];
  const unknown = names.filter((name) => !of.includes(name));
  if (unknown.length === 0) return names;
  console.error(`no ${what} ${unknown.join(", ")}; there are ${of.join(`${separator} `)}`);
  process.exit(2);
}
