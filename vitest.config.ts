import { env } from "node:process";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { inlineForPages, inlineText } from "./scripts/bundler/inline.ts";
import { SlowestFiles } from "./scripts/slowest-files.ts";

const { TEST_REPORT } = env;

/** Where Node keeps what it has compiled, for the many processes that tests start; Node 20 knows no such place. */
const NODE_COMPILE_CACHE = fileURLToPath(new URL("node_modules/.cache/compiled", import.meta.url));

/** Folders of test/ with a lane of their own: they need more than Node and git, or minutes. */
const lanes = ["act", "browser", "hostile", "interop", "studies"];

/** The lane of a real forge takes ten minutes to install: `npm run test:forge`, and no other command, runs it. */
const forge = "forge";

/** Tests beside others of their folder that take seconds each: a lane too. All else is `npm test`. */
const slow = "test/**/*.slow.test.ts";

const filesOf = (folders: readonly string[]) => folders.map((folder) => `test/${folder}/**/*.test.ts`);

/** Files that take long, those that take longest before the others; of the rest the largest is taken for the longest. */
const longest = [
  /\/test\/(act\/workflows|everyday\/)/,
  /\/test\/(studies\/|hostile\/|measure\/(memory\/session-check|load\/capacity))/,
  /\/test\/(baseline|browser|cli|docs|e2e|host|interop|server)\/|\.slow\.test\.ts$/,
];

/**
 * Files that take long begin first: else one of them keeps a single worker busy at the end. Those that share a process
 * come last and together, as another file between them would end it.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification) => {
      const place = longest.findIndex((pattern) => pattern.test(moduleId));
      return (project.config.isolate ? 0 : longest.length + 1) + (place < 0 ? longest.length : place);
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  plugins: [inlineForPages(), inlineText()],
  test: {
    env: { NODE_COMPILE_CACHE },
    // Some tests are several runs of the action each, on a machine that may be busy with others.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // What is waited for comes when the machine gets to it: a second, as is the rule, is not long on a busy one.
    expect: { poll: { timeout: 180_000 } },
    maxWorkers: 4,
    // Those of one file that are marked so wait for time limits and programs, not for a core.
    maxConcurrency: 8,
    pool: "forks",
    sequence: { sequencer: LongestFirst },
    // A report for machines beside the one for people: how many tests there were, and how long each took.
    reporters: [
      "default",
      new SlowestFiles(),
      ...(TEST_REPORT ? [["json", { outputFile: TEST_REPORT }] as ["json", object]] : []),
    ],
    projects: [
      {
        extends: true,
        test: {
          name: "main",
          include: ["test/**/*.test.ts"],
          exclude: [...filesOf([...lanes, forge]), slow],
          // What files have in common is loaded once: it was a quarter of their time.
          isolate: false,
        },
      },
      { extends: true, test: { name: "slow", include: [slow] } },
      ...lanes.map((name) => ({ extends: true as const, test: { name, include: filesOf([name]) } })),
      {
        extends: true,
        test: {
          name: forge,
          include: filesOf([forge]),
          globalSetup: "test/forge/setup.ts",
          // One measures at a time.
          fileParallelism: false,
        },
      },
    ],
  },
});
