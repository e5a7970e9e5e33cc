import { factor } from "../../metrics/format.ts";

/** A smaller change of throughput, as a share, is called unchanged. */
export const noticeable = 0.05;

/** Where throughput is higher, lower or unchanged over a sweep, such as `faster than base at 10 … 100 (1.40x to 1.60x)`. */
export function speedUpText(points: readonly { readonly x: number; readonly ratio: number }[], than: string): string[] {
  const found: { direction: string; xs: number[]; ratios: number[] }[] = [];
  for (const { x, ratio } of points) {
    const direction = ratio > 1 + noticeable ? "faster" : ratio < 1 - noticeable ? "slower" : "unchanged";
    const last = found.at(-1);
    if (last?.direction === direction) {
      last.xs.push(x);
      last.ratios.push(ratio);
    } else found.push({ direction, xs: [x], ratios: [ratio] });
  }
  return found.map(({ direction, xs, ratios }) => {
    const at = xs.length === 1 ? `at ${xs[0]}` : `at ${xs[0]} … ${xs.at(-1)}`;
    const [low, high] = [factor(Math.min(...ratios)), factor(Math.max(...ratios))];
    const times = low === high ? low : `${low} to ${high}`;
    return direction === "unchanged"
      ? `within ${noticeable * 100}% of ${than} ${at}`
      : `${direction} than ${than} ${at} (${times})`;
  });
}
