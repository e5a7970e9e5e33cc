/** Values shorter than this are no secrets but words that would be blotted out everywhere. */
const shortest = 4;

/**
 * Replaces every occurrence of the given secrets in every string of a value by `***`. GitHub masks the log; this covers
 * comments and files. Values shorter than four characters are left alone, and so are keys and encoded `samples`, which
 * hold no text.
 */
export function redact<T>(value: T, secrets: readonly string[]): T {
  const known = secrets.filter((secret) => secret.length >= shortest).sort((a, b) => b.length - a.length);
  return known.length === 0 ? value : (redactDeep(value, known) as T);
}

function redactDeep(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === "string") return secrets.reduce((text, secret) => text.replaceAll(secret, "***"), value);
  if (Array.isArray(value)) return value.map((item) => redactDeep(item, secrets));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, key === "samples" ? item : redactDeep(item, secrets)]),
  );
}
