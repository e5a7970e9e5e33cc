import { significant } from "../../../metrics/format.ts";
import type { ChartSpec } from "../../figures/plot.ts";

/** One point of a chart in words, such as `round 3: base 1.21 ms, head 1.35 ms`. */
export function pointText(spec: ChartSpec, index: number): string {
  const x = spec.xTexts?.[index] ?? significant(spec.x[index] ?? Number.NaN);
  const values = spec.series.flatMap(({ label, values }) => {
    const value = values[index];
    return value === null || value === undefined ? [] : [`${label} ${significant(value)} ${spec.unit}`.trim()];
  });
  return `${spec.xLabel} ${x}: ${values.length > 0 ? values.join(", ") : "no value"}`;
}
