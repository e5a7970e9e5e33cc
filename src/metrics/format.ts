/** Shown where there is no number: absent, not a number, or infinite. */
export const nothing = "–";

/** Keeps a number and its unit on one line of a narrow table. */
export const noBreak = "\u00a0";

/** A share of 1 as a percentage for a sentence: 0.123 is `12.3%`, 0.1 is `10%`. */
export function percent(share: number): string {
  return writable(share) ? `${shortened(share)}%` : nothing;
}

/** A share of 1 as percentage points for a sentence: 0.1 is `10 pp`. */
export function percentagePoints(share: number): string {
  return writable(share) ? `${shortened(share)}${noBreak}pp` : nothing;
}

/** Milliseconds as µs, ms or s. */
export function duration(milliseconds: number): string {
  const size = rounded(Math.abs(milliseconds));
  if (size === 0) return `0${noBreak}ms`;
  if (size < 1) return `${significant(milliseconds * 1000)}${noBreak}µs`;
  if (size < 1000) return `${significant(milliseconds)}${noBreak}ms`;
  return `${significant(milliseconds / 1000)}${noBreak}s`;
}

const byteUnits = ["B", "KB", "MB", "GB", "TB"];

/** Bytes in powers of 1000, as thresholds write them. */
export function bytes(value: number): string {
  const size = rounded(Math.abs(value));
  const power = Math.min(byteUnits.length - 1, size < 1 ? 0 : Math.floor(Math.log10(size) / 3));
  const scaled = value / 1000 ** power;
  return `${power === 0 ? grouped(scaled, 0) : significant(scaled)}${noBreak}${byteUnits[power]}`;
}

/** About three significant digits, at most six decimals, thousands grouped; never an exponent. */
export function significant(value: number): string {
  if (!writable(value)) return nothing;
  const size = rounded(Math.abs(value));
  if (size < 1e-6) return "0";
  const magnitude = Math.floor(Math.log10(size));
  return grouped(value, Math.min(6, Math.max(0, 2 - magnitude)));
}

/** A whole number with its thousands grouped. */
export function count(value: number): string {
  return writable(value) ? grouped(value, 0) : nothing;
}

/** A change of so many times or more is written as a multiple. */
export const multipleFrom = 10;

/**
 * A change as a signed percentage, from ten times as much on as a multiple such as `32.06x as much`, or for shares as signed
 * percentage points. `share` is a share of 1 in each case.
 */
export function signed(share: number, unit: "%" | "pp" = "%"): string {
  const text = signedLike(share, unit)(share);
  return text.endsWith("x") ? `${text}${noBreak}as${noBreak}much` : text;
}

/** Writes what stands beside a change, such as the ends of its interval, as that change is written: of a multiple `30.12x`. */
export function signedLike(change: number, unit: "%" | "pp" = "%"): (share: number) => string {
  if (unit === "%" && 1 + change >= multipleFrom) return (share) => factor(1 + share);
  return (share) => withSign(share, unit);
}

function withSign(share: number, unit: "%" | "pp"): string {
  if (!writable(share)) return nothing;
  const percent = Math.abs(share * 100);
  const digits = percent >= 99.95 ? 0 : percent < 0.095 && percent > 0 ? 2 : 1;
  const text = grouped(percent, digits);
  const written = unit === "%" ? unit : `${noBreak}${unit}`;
  if (Number(text.replace(/,/g, "")) === 0) return `0${written}`;
  return `${share < 0 ? "−" : "+"}${text}${written}`;
}

/** Writes a ratio, such as `1.47x`. */
export function factor(value: number): string {
  return writable(value) ? `${value >= 100 ? grouped(value, 0) : value.toFixed(2)}x` : nothing;
}

/** An ISO time to the minute; a dash for any other text. */
export function minute(iso: string): string {
  const parts = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/.exec(iso);
  return parts ? `${parts[1]} ${parts[2]} UTC` : nothing;
}

/** `1 row`, `2 rows`, `2 launches`, `2 processes`. */
export function plural(amount: number, noun: string): string {
  if (amount === 1) return `1 ${noun}`;
  return `${count(amount)} ${noun}${/(?:ch|s)$/.test(noun) ? "es" : "s"}`;
}

/** Larger numbers are faults, and would be written with an exponent. */
export function writable(value: number): boolean {
  return Number.isFinite(value) && Math.abs(value) < 1e15;
}

function shortened(share: number): string {
  return significant(share * 100).replace(/\.0+$/, "");
}

function rounded(value: number): number {
  return Number(value.toPrecision(3));
}

/** A number with so many decimals, thousands grouped. */
export function grouped(value: number, digits: number): string {
  const [whole = "", decimals] = withMinus(value.toFixed(digits)).split(".");
  const withGroups = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  return decimals ? `${withGroups}.${decimals}` : withGroups;
}

/** A bound as it was written in a configuration, with the minus sign that figures have here. */
export function withMinus(bound: string): string {
  return bound.replace(/^-/, "−");
}
