import type { Reporter, TestModule } from "vitest/node";

const shown = 10;

/** Ends a run of many files with those that took longest, so that growth of the suite is seen where it happens. */
export class SlowestFiles implements Reporter {
  onTestRunEnd(files: readonly TestModule[]): void {
    if (files.length <= shown) return;
    const times = files.map((file) => {
      const { collectDuration, duration } = file.diagnostic();
      return { file: file.relativeModuleId, seconds: (collectDuration + duration) / 1000 };
    });
    const slowest = times.sort((a, b) => b.seconds - a.seconds).slice(0, shown);
    console.log(`\nThe ${shown} slowest of ${files.length} files:`);
    for (const { file, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`);
  }
}
