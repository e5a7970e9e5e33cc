import { env } from "node:process";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { inlineForPages } from "./scripts/inline-for-pages.ts";

const { TEST_REPORT } = env;

/** Folders of test/ with a lane of their own: they need more than Node and git, or minutes. All else is the lane `main`. */
const lanes = ["act", "browser", "interop", "studies"];

/** Files that take long begin first: else one of them keeps a single worker busy at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => /\/test\/(act|studies|e2e|docs)\//.test(moduleId);
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  plugins: [inlineForPages()],
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    pool: "forks",
    sequence: { sequencer: LongestFirst },
    // A report for machines beside the one for people: how many tests there were, and how long each took.
    reporters: TEST_REPORT ? ["default", ["json", { outputFile: TEST_REPORT }]] : ["default"],
    projects: [
      {
        extends: true,
        test: { name: "main", include: ["test/**/*.test.ts"], exclude: lanes.map((lane) => `test/${lane}/**`) },
      },
      ...lanes.map((name) => ({ extends: true as const, test: { name, include: [`test/${name}/**/*.test.ts`] } })),
    ],
  },
});
