import { z } from "zod";

/** Options for schemas that are used only a few times: reading is quicker without compiling a parser first. */
export const readOnce = { jitless: true } as const;

/** Milliseconds of each unit. */
const units: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, min: 60_000, h: 3_600_000 };

/** Reads `500ms`, `30s`, `2m` or `1h` as milliseconds; undefined for anything else, a bare number included. */
export function parseDuration(text: string): number | undefined {
  const [, amount, unit = ""] = /^(\d+(?:\.\d+)?)\s*(ms|s|m|min|h)$/.exec(text.trim()) ?? [];
  return amount === undefined ? undefined : Number(amount) * (units[unit] ?? 0);
}

/** The longest time that can be asked for, a day: timers do not reach much further. */
const longestMs = 86_400_000;

/** For editors; the transformations below report faults of a text. */
const durationText = z.string().meta({ pattern: "^\\s*\\d+(\\.\\d+)?\\s*(ms|s|m|min|h)\\s*$" });
const perTime = "\\d+(\\.\\d+)?\\s*/\\s*(s|m|min|h)";
const rateText = z.string().meta({ pattern: `^\\s*${perTime}\\s*$` });
const rangeText = z.string().meta({ pattern: `^\\s*${perTime}\\s*\\.\\.\\s*${perTime}\\s*$` });

/** A length of time in the configuration, as milliseconds. Only zero needs no unit. */
export const duration = z.union([durationText, z.number().meta({ const: 0 })]).transform((value, context) => {
  const milliseconds = value === 0 ? 0 : parseDuration(String(value));
  if (milliseconds !== undefined && milliseconds <= longestMs) return milliseconds;
  if (milliseconds !== undefined) {
    context.addIssue(`${JSON.stringify(value)} is longer than a day (24h)`);
    return z.NEVER;
  }
  const unit = /^\d+(\.\d+)?$/.test(String(value)) ? `, for example "${value}s"` : "";
  context.addIssue(`${JSON.stringify(value)} is not a duration; write a number with ms, s, m or h${unit}`);
  return z.NEVER;
});

/** A length of time that may not be zero. */
export const positiveDuration = duration
  .refine((milliseconds) => milliseconds > 0, "must be longer than zero")
  .meta({ not: { const: 0 } });

/** Reads `50/s`, `300/min` or `1000/h` as a number per second; undefined for anything else. */
function parseRate(text: string): number | undefined {
  const [, amount, unit = ""] = /^(\d+(?:\.\d+)?)\s*\/\s*(s|m|min|h)$/.exec(text.trim()) ?? [];
  return amount === undefined ? undefined : Number(amount) / ((units[unit] ?? 0) / 1000);
}

const fastest = 1_000_000;

/** A rate in the configuration, as a number per second. */
export const rate = z.union([rateText, z.number().meta({ not: {} })]).transform((value, context) => {
  const perSecond = parseRate(String(value));
  if (perSecond !== undefined && perSecond > 0 && perSecond <= fastest) return perSecond;
  const unit = /^\d+(\.\d+)?$/.test(String(value)) && Number(value) > 0 ? `, for example "${value}/s"` : "";
  const wrong =
    perSecond === undefined ? "is not a rate; write a number per s, min or h" : `is not between 0 and ${fastest}/s`;
  context.addIssue(`${JSON.stringify(value)} ${wrong}${unit}`);
  return z.NEVER;
});

/** A range of rates such as `10/s..2000/s`, as numbers per second. */
export const rateRange = rangeText.transform((text, context) => {
  const [lowest = 0, highest = 0, ...more] = text.split("..").map((one) => parseRate(one) ?? 0);
  if (more.length === 0 && lowest > 0 && highest > lowest && highest <= fastest) return { lowest, highest };
  context.addIssue(
    `${JSON.stringify(text)} is not a range of rates up to ${fastest}/s; write the lowest and the highest, for example "10/s..2000/s"`,
  );
  return z.NEVER;
});
