import { spawnSync } from "node:child_process";
import { env } from "node:process";
import { expect, test } from "vitest";
import { renderOpenMetrics } from "../../src/report/exports/openmetrics.ts";
import { situations } from "../report/situations.ts";
import { findTool } from "../support/tool.ts";

const python = findTool("python3");
const isThere =
  env.MCP_BENCH_REQUIRE_ALL !== undefined ||
  (python !== undefined && spawnSync(python, ["-c", "import prometheus_client"]).status === 0);

/** Reads with the parsers of the Python client of Prometheus: of OpenMetrics, and of the older text format. */
const program = `
import json, sys
from prometheus_client.openmetrics.parser import text_string_to_metric_families as openmetrics
from prometheus_client.parser import text_string_to_metric_families as text
for document in json.load(sys.stdin):
    families = list(openmetrics(document))
    samples = {(s.name, *sorted(s.labels.items())): s.value for f in families for s in f.samples}
    assert samples == {(s.name, *sorted(s.labels.items())): s.value for f in text(document) for s in f.samples}
    print(json.dumps([len(families), len(samples), sum(len(f.samples) for f in families)]))
`;

function parsed(...documents: string[]): { readonly status: number | null; readonly output: string } {
  const { status, stdout, stderr } = spawnSync(String(python), ["-c", program], {
    input: JSON.stringify(documents),
    encoding: "utf8",
  });
  return { status, output: `${stdout}${stderr}` };
}

test.skipIf(!isThere)("the parsers of Prometheus read every report, each sample once", () => {
  const documents = Object.values(situations).map((build) => renderOpenMetrics(build()));
  const { status, output } = parsed(...documents);
  expect(status, output).toBe(0);
  for (const [place, line] of output.trim().split("\n").entries()) {
    const [families, samples, written] = JSON.parse(line);
    expect(families).toBe(documents[place]?.match(/^# TYPE /gm)?.length);
    expect(samples).toBe(written);
    expect(written).toBe(documents[place]?.match(/^mcp_bench_/gm)?.length);
  }
});

test.skipIf(!isThere)("they refuse what is not OpenMetrics", () => {
  const [build] = Object.values(situations);
  if (!build) throw new Error("no situation");
  expect(parsed(renderOpenMetrics(build()).replace("# EOF\n", "")).status).not.toBe(0);
});
