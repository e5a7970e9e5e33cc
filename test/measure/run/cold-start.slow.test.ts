import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { runPlan } from "../../../src/measure/run/run-plan.ts";
import type { LaunchSpec } from "../../../src/plan/plan.ts";
import { recordSchema } from "../../../src/record/record.ts";
import { judge } from "../../../src/run/judge.ts";
import { summarise } from "../../../src/table/summarise.ts";
import { tabulate } from "../../../src/table/table.ts";
import { fixture } from "../../server/support.ts";
import { arm, dependencies, plan, row, stdioSpec } from "../plans.ts";

/** Far above what the servers take to start otherwise. */
const coldMs = 1_500;

/** The start of a server that takes long the first time only, by the file it leaves. */
function slowAtFirst(file: string, { http = false } = {}): LaunchSpec {
  const directory = mkdtempSync(path.join(os.tmpdir(), "cold-start-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const start = `[ -e started ] || { : > started; sleep ${coldMs / 1000}; }; exec "$0" "$@"`;
  const spec = stdioSpec(["-c", start, process.execPath, fixture(file), http ? "log" : "ok"], {
    command: "sh",
    cwd: directory,
    protocol: "auto",
  });
  if (!http) return spec;
  return {
    ...spec,
    args: [...spec.args, "${PORT}"],
    transport: "streamable-http",
    url: "http://127.0.0.1:${PORT}/mcp",
  };
}

async function measure(spec: LaunchSpec) {
  const rows = [row({ method: "tools/list", target: "tools/list" })];
  const serverThresholds = [
    { metric: "cold_startup", limit: { kind: "absolute", value: 60_000 }, level: "fail", text: "60s" },
  ] as const;
  const record = await runPlan(plan({ arms: [arm(spec)], rows, serverThresholds }), dependencies());
  expect(recordSchema.parse(record)).toEqual(record);
  return { record, cold: summarise(tabulate(record), "head").server.cold_startup };
}

describe("the very first start-up of a server of the older line that `auto` has to start twice", () => {
  test.each([
    ["stdio", () => slowAtFirst("misbehave.js")],
    ["streamable HTTP", () => slowAtFirst("http.js", { http: true })],
  ])("is that of its first process over %s", async (_name, spec) => {
    const { record, cold } = await measure(spec());
    if (cold?.state !== "measured") throw new Error(JSON.stringify(cold));
    expect(cold.value).toBeGreaterThan(coldMs);
    expect(record.rounds[0]?.launches[0]?.metrics.startup).toBeLessThan(cold.value);
  });

  test("is not known where the first process gave no answer, and a budget for it says why", async () => {
    const spec = stdioSpec([fixture("misbehave.js"), "exits-on-unknown"], { protocol: "auto" });
    const { record, cold } = await measure(spec);
    const reason = "the first process could not go on after `protocol: auto` had asked it for the stateless line";
    expect(cold).toEqual({ state: "not-available", reason: expect.stringContaining(reason) });
    const stored = { kind: "none", reason: "none is needed here" } as const;
    const { comparison } = judge(record, { stored, failOn: [], reproduce: "" });
    expect(comparison.findings.find(({ metric }) => metric === "cold_startup")).toMatchObject({
      state: "inconclusive",
      reason: { code: "budget-without-figure", why: { text: expect.stringContaining(reason) } },
    });
  });
});
