import { count, multipleFrom, percent, writable } from "./format.ts";

/** Words for a rise and for a fall, after a percentage and after `32 times`. */
export interface Comparative {
  readonly by: readonly [rise: string, fall: string];
  /** Without one for a fall a percentage is plainer: 97% less, not 32 times as little. */
  readonly times: readonly [rise: string, fall?: string];
}

export const speed: Comparative = { by: ["slower", "faster"], times: ["as slow", "as fast"] };

/**
 * Such as `21% slower`; from ten times on `32 times as slow`, since few can read `3,106% slower`. `change` is a share of 1;
 * `than` is the word before what it is compared with.
 */
export function howMuch(change: number, { by, times }: Comparative) {
  const isRise = change > 0;
  const ratio = isRise ? 1 + change : 1 / (1 + change);
  const multiple = isRise ? times[0] : times[1];
  if (multiple !== undefined && ratio >= multipleFrom && writable(ratio))
    return { words: `${count(ratio)} times ${multiple}`, than: "as" } as const;
  return { words: `${percent(Math.abs(change))} ${isRise ? by[0] : by[1]}`, than: "than" } as const;
}
