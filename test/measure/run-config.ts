import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { childEnvironment } from "../../src/base/host/environment.ts";
import { makePlan } from "../../src/config/expand/make-plan.ts";
import { parseConfig } from "../../src/config/parse.ts";
import { runPlan } from "../../src/measure/run/run-plan.ts";
import { standardRun } from "../../src/options/run-options.ts";
import { readRecord } from "../../src/record/files/record-file.ts";
import type { RunRecord } from "../../src/record/record.ts";
import { renderSummary } from "../../src/report/markdown/markdown.ts";
import type { Report } from "../../src/report/report.ts";
import { judge } from "../../src/run/judge.ts";
import { dependencies } from "./plans.ts";

const logging = JSON.stringify(fileURLToPath(new URL("../../fixtures/servers/logging.js", import.meta.url)));
const node = JSON.stringify(process.execPath);

/** The fixture that logs, as a configuration names it. */
export const loggingOver = {
  stdio: (...args: readonly string[]) => `{ command: ${node}, args: [${[logging, ...args].join(", ")}] }`,
  http: `{ command: ${node}, args: [${logging}, --port, "\${PORT}"], url: "http://127.0.0.1:\${PORT}/mcp" }`,
};

/** Measures a configuration as a user writes it; what comes out is a valid record. */
export async function runConfig(
  text: string,
  { directory = process.cwd(), ...given }: { directory?: string } & Parameters<typeof dependencies>[0] = {},
): Promise<RunRecord> {
  const plan = makePlan(parseConfig(text, "c.yml"), {
    directory,
    expansion: { environment: {}, allowed: [] },
    childEnvironment: (configured) => childEnvironment(process.env, configured),
    run: { ...standardRun, seed: 1 },
  });
  const record = await runPlan(plan, dependencies(given));
  expect(readRecord(JSON.parse(JSON.stringify(record)), "record.json")).toEqual(record);
  return record;
}

/** The report of a run alone. */
export function reportOf(record: RunRecord): Report {
  return judge(record, { stored: { kind: "none", reason: "none is needed here" }, failOn: [], reproduce: "" });
}

/** Returns what the job summary holds of it. */
export function summaryOf(record: RunRecord): string {
  return renderSummary(reportOf(record));
}
