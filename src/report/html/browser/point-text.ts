import { significant } from "../../../metrics/format.ts";
import type { Picture } from "../../figures/picture.ts";

/** One point of a chart in words, such as `round 3: base 1.21 ms, head 1.35 ms`. */
export function pointText(picture: Picture, index: number): string {
  const x = picture.xTexts?.[index] ?? significant(picture.x[index] ?? Number.NaN);
  const values = picture.series.flatMap(({ label, values }) => {
    const value = values[index];
    return value === null || value === undefined ? [] : [`${label} ${significant(value)} ${picture.unit}`.trim()];
  });
  return `${picture.xLabel} ${x}: ${values.length > 0 ? values.join(", ") : "no value"}`;
}
