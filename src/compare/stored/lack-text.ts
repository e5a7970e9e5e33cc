import { percent, plural, signed } from "../../metrics/format.ts";
import type { Lack } from "../verdict.ts";

/** Returns what stored runs lack to decide, as one clause. */
export function lackText(lack: Lack): string {
  switch (lack.code) {
    case "few-runs":
      return `${plural(lack.have, "stored run")} ${lack.have === 1 ? "is" : "are"} too few to decide; at least ${lack.need} are needed`;
    case "apart":
      return "two runs measured apart show large changes only";
    case "scatter":
      return `stored runs differ by ${percent(lack.spread)}, too much for any number of them to decide`;
    case "close":
      return lack.need === undefined
        ? `stored runs differ by ${percent(lack.spread)}, and this one is too close to the threshold`
        : `stored runs differ by ${percent(lack.spread)}: it takes about ${lack.need} of them, and there are ${lack.have}`;
    case "machine":
      return `${lack.of === "row" ? "start-up" : "calls"} changed by ${signed(lack.slower)} too: the machine may be another one`;
    case "clock-alone":
      return "CPU time does not confirm it, and a busy machine looks the same";
  }
}
