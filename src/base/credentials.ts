import { isMap, type Json, jsonOf, mapValues } from "./json.ts";

/** Replacement for a credential, as in records. */
export const redacted = "***";

const words =
  /(^|[^a-z])(authorization|authentication|auth|token|secret|secrets|password|passwd|pwd|passphrase|credential|credentials|cookie|cookies|session[^a-z]?id|sid|signature|sig|jwt|pat|otp|(api|access|private|secret|signing|encryption|subscription|service|account|master|auth|client|app)[^a-z]?key|key[^a-z]?id|apikey|client[^a-z]?secret|connection[^a-z]?string|dsn)([^a-z]|$)/;

/** Tests whether the value of a field, header or variable of this name is a credential: `apiKey`, `X-Auth-Token`, `DB_PASSWORD`. */
export function isCredentialName(name: string): boolean {
  const inWords = name.replace(/([a-z\d])([A-Z])/g, "$1_$2").replace(/([A-Z]+)([A-Z][a-z])/g, "$1_$2");
  return words.test(inWords.toLowerCase()) || words.test(name.toLowerCase());
}

/** Forms by which vendors let a credential be recognised, and those of the standards. */
const shapes: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  /\beyJ[\w-]{8,}\.[\w-]{8,}(\.[\w-]*)?/g,
  /\b(gh[opsur]|npm|hf|ntn|secret|glpat|glrt|pypi|dop_v1|shpat|shpss|sq0\w{3}|lin_api|figd|nfp|dp\.\w\w|rpa|xai|gsk|r8|pul|sbp|phc|phx|ATATT3|sntry[su])[-_][\w-]{16,}/g,
  /\bgithub_pat_\w{20,}/g,
  /\b(sk|pk|rk|whsec)[-_][\w-]{16,}/g,
  /\b(tvly|fc|xox[a-z]|xapp|key|pat|exa|jina|pplx|re|lsv2)[-_][\w-]{16,}/g,
  /\b(AKIA|ASIA|AROA|AIDA)[A-Z\d]{16}\b/g,
  /\bAIza[\w-]{30,}/g,
  /\bya29\.[\w-]{20,}/g,
  /\bSG\.[\w-]{16,}\.[\w-]{16,}/g,
  /\bBSA[\w-]{20,}/g,
];

/** Credentials by what stands before them, which stays. */
const introduced: readonly RegExp[] = [
  /\b((?:Bearer|Basic|Token|Negotiate)\s+)[\w~+/=.:-]{8,}/gi,
  /(\b[a-z][a-z\d+.-]*:\/\/[^\s/:@]*:)[^\s/@]+(?=@)/gi,
];

/** Replaces what has the form of a credential in a text. */
export function withoutCredentials(text: string): string {
  const masked = introduced.reduce((rest, shape) => rest.replace(shape, `$1${redacted}`), text);
  return shapes.reduce((rest, shape) => rest.replace(shape, redacted), masked);
}

/** Tells credentials in a value of JSON by the names above them, and removes them from all other texts. */
interface Masking {
  readonly isName: (name: string) => boolean;
  readonly clean: (text: string) => string;
}

/**
 * Replaces what is a credential by its name or its form in a value of JSON, and of JSON within its texts. Numbers and texts
 * below a credential's name are credentials; nothing and yes or no are not.
 */
export function redactCredentials(value: Json, how: Masking, isSecret = false): Json {
  if (Array.isArray(value)) return value.map((item: Json) => redactCredentials(item, how, isSecret));
  if (isMap(value)) {
    const fields = mapValues(value, (item: Json, name) => redactCredentials(item, how, isSecret || how.isName(name)));
    return Object.fromEntries(Object.entries(fields).map(([name, item]) => [how.clean(name), item]));
  }
  if (value === null || typeof value === "boolean" || value === "") return value;
  if (isSecret) return redacted;
  if (typeof value === "string") return how.clean(redactJson(value, how));
  return how.clean(String(value)) === String(value) ? value : redacted;
}

/** The same in a text of JSON; it stays as it is where that changes nothing, or it is none. */
export function redactJson(text: string, how: Masking): string {
  const value = /^\s*[[{]/.test(text) ? jsonOf(text) : undefined;
  if (value === undefined) return text;
  const clean = JSON.stringify(redactCredentials(value as Json, how));
  return clean === JSON.stringify(value) ? text : clean;
}
