/** A figure as it is printed: what it may have been before it was rounded. */
export interface Printed {
  readonly low: number;
  readonly high: number;
  readonly unit: string;
}

const factors: Readonly<Record<string, number>> = {
  µs: 1e-3,
  ms: 1,
  s: 1000,
  B: 1,
  KB: 1e3,
  MB: 1e6,
  GB: 1e9,
  "B/s": 1,
  "KB/s": 1e3,
  "MB/s": 1e6,
  "GB/s": 1e9,
  "/s": 1,
  "batches/s": 1,
  "%": 1,
  x: 1,
  pp: 1,
  "": 1,
};

const kinds: Readonly<Record<string, string>> = {
  µs: "time",
  ms: "time",
  s: "time",
  B: "size",
  KB: "size",
  MB: "size",
  GB: "size",
  "B/s": "bandwidth",
  "KB/s": "bandwidth",
  "MB/s": "bandwidth",
  "GB/s": "bandwidth",
};

export const number = String.raw`[+−]?\d[\d,]*(?:\.\d+)?`;
export const unit = "µs|ms|s|[KMG]?B(?:/s)?|/s|batches/s|%|x|pp";
const pattern = new RegExp(`^(?:≈ )?(${number}) ?(${unit})?(?: as much)?(?: more| less)?(?: \\(n < [\\d,]+\\))?$`);

/** Reads a cell that is a figure alone; undefined for others. `inUnit`: that of the column, where its cells have none. */
export function printed(text: string, inUnit = ""): Printed | undefined {
  const [, digits, own] = pattern.exec(text.trim()) ?? [];
  if (digits === undefined) return undefined;
  const written = own ?? inUnit;
  const factor = factors[written] ?? 1;
  const plain = digits.replaceAll(",", "").replace("−", "-");
  const half = 0.5 * 10 ** -(plain.split(".")[1]?.length ?? 0);
  const value = Number(plain);
  return { low: (value - half) * factor, high: (value + half) * factor, unit: kinds[written] ?? written };
}

/** A change as the factor that it is: `+31.0%` is 1.31. */
export function asFactor({ low, high, unit }: Printed): Printed | undefined {
  if (unit === "x") return { low, high, unit };
  return unit === "%" ? { low: 1 + low / 100, high: 1 + high / 100, unit: "x" } : undefined;
}

/** Undefined where a figure may be nothing. */
export function dividedBy(one: Printed, other: Printed): Printed | undefined {
  if (!(other.low > 0) || one.low < 0) return undefined;
  return { low: one.low / other.high, high: one.high / other.low, unit: "x" };
}

export function minus(one: Printed, other: Printed): Printed {
  return { low: one.low - other.high, high: one.high - other.low, unit: one.unit };
}

/** Tests whether two figures may have been the same before they were rounded. */
export function mayBeEqual(one: Printed, other: Printed): boolean {
  const leeway = 1e-9 * Math.max(Math.abs(one.high), Math.abs(other.high));
  return one.low <= other.high + leeway && other.low <= one.high + leeway;
}
