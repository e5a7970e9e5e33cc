/** Returns what `--only NAME,NAME` chooses of what there is; ends the process where it names something else. */
export function chosen(only: string | undefined, { what, of }: { what: string; of: readonly string[] }): string[] {
  const names = only?.split(",") ?? [...of];
  const unknown = names.filter((name) => !of.includes(name));
  if (unknown.length === 0) return names;
  console.error(`no ${what} ${unknown.join(", ")}; there are ${of.join(", ")}`);
  process.exit(2);
}
