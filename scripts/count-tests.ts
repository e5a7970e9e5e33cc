/** Prints "PASSED FAILED" for a vitest JSON report. Usage: count-tests.ts REPORT EXIT_CODE */
import { existsSync, readFileSync } from "node:fs";
import { argv } from "node:process";

interface TestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly unknown[] }[];
}

const [report = "", exitCode = "1"] = argv.slice(2);

if (existsSync(report)) {
  const { numPassedTests, numFailedTests, testResults }: TestReport = JSON.parse(readFileSync(report, "utf8"));
  // A file that did not even load holds no test, and an error outside any test fails the run without failing one.
  const notLoaded = testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0).length;
  const failed = numFailedTests + notLoaded;
  console.log(numPassedTests, failed === 0 && exitCode !== "0" ? 1 : failed);
} else {
  console.log(0, 1);
}
