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

export interface Unit {
  readonly name: string;
  /** Number of these units in one of ours: a millisecond, a byte. */
  readonly factor: number;
}

const timeUnits: readonly Unit[] = [
  { name: "µs", factor: 1e3 },
  { name: "ms", factor: 1 },
  { name: "s", factor: 1e-3 },
];

/** In powers of 1000, as thresholds write them. */
const byteUnits: readonly Unit[] = ["B", "KB", "MB", "GB", "TB"].map((name, power) => ({
  name,
  factor: 1000 ** -power,
}));

/** Returns the unit for a time of so many milliseconds: µs, ms or s. */
export function timeUnit(milliseconds: number): Unit {
  return milliseconds === 0 ? { name: "ms", factor: 1 } : fitting(timeUnits, milliseconds);
}

export function byteUnit(bytes: number): Unit {
  return fitting(byteUnits, bytes);
}

/** The largest unit of which there is at least one; the smallest where there is none. */
function fitting(units: readonly Unit[], size: number): Unit {
  const known = units.findLast(({ factor }) => rounded(Math.abs(size)) * factor >= 1);
  return known ?? units[0] ?? { name: "", factor: 1 };
}

/** Milliseconds as µs, ms or s. */
export function duration(milliseconds: number): string {
  const { name, factor } = timeUnit(milliseconds);
  return `${significant(milliseconds * factor)}${noBreak}${name}`;
}

export function bytes(value: number): string {
  const { name, factor } = byteUnit(value);
  return `${name === "B" ? count(value) : significant(value * factor)}${noBreak}${name}`;
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

/** Units that changes are written in: a percentage, percentage points, or a multiple. */
export type ChangeUnit = "%" | "pp" | "x";

/** Returns the unit of a change, and of what stands beside it, such as the ends of its interval. */
export function changeUnit(share: number): ChangeUnit {
  return 1 + share >= multipleFrom ? "x" : "%";
}

/**
 * A change as a signed percentage, from ten times as much on as a multiple such as `32.06x as much`, or for shares as signed
 * percentage points. `share` is a share of 1 in each case.
 */
export function signed(share: number, unit: ChangeUnit = changeUnit(share)): string {
  return `${changeIn(unit, share)}${unit === "x" ? `${noBreak}as${noBreak}much` : ""}`;
}

/** A change in a unit, such as `+30.1%` or `30.12x`. */
export function changeIn(unit: ChangeUnit, share: number): string {
  const number = changeNumber(unit, share);
  return number === nothing ? nothing : `${number}${unit === "pp" ? noBreak : ""}${unit}`;
}

/** The same without its unit, for where that stands beside it. */
export function changeNumber(unit: ChangeUnit, share: number): string {
  if (!writable(share)) return nothing;
  if (unit === "x") return factorNumber(1 + share);
  const size = Math.abs(share * 100);
  if (size < 0.005) return "0";
  const digits = size >= 99.95 ? 0 : size < 0.095 ? 2 : 1;
  return `${share < 0 ? "−" : "+"}${grouped(size, digits)}`;
}

/** Writes a ratio, such as `1.47x`. */
export function factor(value: number): string {
  return writable(value) ? `${factorNumber(value)}x` : nothing;
}

/** Writes a ratio without its sign, such as `1.47`. */
export function factorNumber(value: number): string {
  return value >= 100 ? grouped(value, 0) : value.toFixed(2);
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
