/** The picture of a chart: numbers in the unit of the axis, unrounded. */
export interface Picture {
  /** Ascending. */
  readonly x: readonly number[];
  /** Start of the axis; without it at the first x. */
  readonly xFirst?: number;
  readonly xLabel: string;
  /** Text for each x in the table and beside the cursor, where the number itself says little. */
  readonly xTexts?: readonly string[];
  /** Places and texts of the axis; without them those of `xTexts`, or round numbers. */
  readonly ticks?: readonly (readonly [at: number, text: string])[];
  readonly yLabel: string;
  readonly unit: string;
  /** Ends of the y axis. */
  readonly y: readonly [low: number, high: number];
  readonly logarithmic?: boolean;
  /** Places of the y axis; without them round numbers. */
  readonly yTicks?: readonly number[];
  /** The values at one x belong together, and are joined by a line. */
  readonly isPaired?: true;
  readonly series: readonly PictureSeries[];
  /** Positions of vertical lines. */
  readonly marks?: readonly number[];
}

/** Colours in the order in which series take them. What each medium draws for them is its own. */
export const seriesColours = ["base", "head", "third", "fourth", "fifth", "sixth"] as const;

export type SeriesColour = (typeof seriesColours)[number];

export interface PictureSeries {
  readonly label: string;
  readonly colour: SeriesColour | "level";
  /** `edge`: two in a row are the lower and upper edge of a band. */
  readonly shape: "line" | "points" | "steps" | "edge";
  /** One per x; null where there is none. */
  readonly values: readonly (number | null)[];
}
