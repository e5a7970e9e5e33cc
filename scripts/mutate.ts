/**
 * Changes each constant that decides by a fifth, up and down, one at a time, and shows whether a test notices:
 *
 *   npm run mutate [-- --only NAME,NAME]
 *
 * The sources are changed in memory alone. Exits with 1 where no test notices a change.
 */
import { spawnSync } from "node:child_process";
import process, { env as environment } from "node:process";
import { parseArgs } from "node:util";
import { chosen } from "./chosen.ts";
import { constants } from "./mutate/constants.ts";
import type { Mutation } from "./mutate/mutation.ts";

const { values } = parseArgs({ options: { only: { type: "string" } } });
const names = chosen(values.only, { what: "constant", of: constants.map(({ name }) => name) });
const vitest = ["node_modules/vitest/vitest.mjs", "run", "--config", "scripts/mutate/vitest.config.ts", "--bail", "1"];

/** Tests whether tests notice, and what they say where they could not even be run. */
function notice(mutation: Mutation, tests: readonly string[]): boolean {
  // Its report is read here, and must not mix with that of the tests that called this.
  const env = { ...environment, TEST_REPORT: "", MUTATION: JSON.stringify(mutation) };
  const words = [...vitest, "--project", "main", "--reporter", "json", ...tests];
  const { stdout } = spawnSync(process.execPath, words, { encoding: "utf8", env, maxBuffer: 2 ** 28 });
  const { numFailedTests, numPassedTests } = JSON.parse(stdout.slice(stdout.indexOf("{")));
  if (numFailedTests + numPassedTests === 0) throw new Error(`no test ran: ${tests.join(" ")}`);
  return numFailedTests > 0;
}

let unnoticed = 0;
for (const { file, name, tests } of constants.filter((one) => names.includes(one.name)))
  for (const factor of [1.2, 0.8]) {
    const isNoticed = notice({ file, name, factor }, tests);
    if (!isNoticed) unnoticed++;
    console.log(`${isNoticed ? "noticed  " : "unnoticed"}  × ${factor}  ${file}  ${name}`);
  }
console.log(`\n${unnoticed} unnoticed`);
process.exitCode = unnoticed > 0 ? 1 : 0;
