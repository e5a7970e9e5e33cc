/**
 * A value as an expression of JavaScript that gives that very value. Whatever a name or an argument holds stays within its
 * string: line ends of Unicode are escaped, and `__proto__` is a key like others.
 */
export function literal(value: unknown): string {
  return (
    JSON.stringify(value, undefined, 2)
      .replace(/[\u2028\u2029]/g, (end) => (end === "\u2028" ? "\\u2028" : "\\u2029"))
      // Only a key stands at the beginning of a line with a colon behind it.
      .replace(/^(\s*)"__proto__":/gm, '$1["__proto__"]:')
  );
}

/** Lines of a comment, each of which stays one. */
export function comment(lines: readonly string[]): string {
  return lines.map((line) => `// ${line.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")}`.trimEnd()).join("\n");
}
