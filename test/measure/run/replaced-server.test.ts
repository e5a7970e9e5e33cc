import { expect, test } from "vitest";
import { whyUndecidable } from "../../../src/decide/thresholds.ts";
import { tabulate } from "../../../src/table/table.ts";
import { httpEchoServer } from "../../support/http-echo-server.ts";
import { warningTexts } from "../../support/warnings.ts";
import { reportOf, runConfig, summaryOf } from "../run-config.ts";

const config = (url: string, more = "") => `version: 1
server: { url: "${url}", transport: streamable-http, protocol: "2025-11-25" }
defaults: { rounds: 3, requests: 4, warmup: 1 ${more} }
benchmarks: [{ tool: echo, arguments: { text: a } }]
`;

test("a server that is replaced during the run is told, and what was measured of both decides nothing", async () => {
  await using server = await httpEchoServer();
  const versions = ["1.0.0", "1.0.0", "1.1.0", "1.1.0"];
  Object.defineProperty(server, "version", { get: () => versions.shift() ?? "1.1.0" });
  const record = await runConfig(config(server.url));
  expect(warningTexts(record)).toContain(
    "head became another server by round 2: echo 1.1.0 (protocol 2025-11-25), not echo 1.0.0 (protocol 2025-11-25)",
  );
  expect(whyUndecidable(tabulate(record))).toEqual({ code: "replaced", arm: "head" });
  expect(record.arms[0]?.server?.version).toBe("1.0.0");
  expect(record.rounds.map(({ launches }) => launches[0]?.server?.version)).toEqual([undefined, "1.1.0", "1.1.0"]);
  expect(summaryOf(record)).toContain("became another server");
  expect(reportOf(record).verdict.status).not.toBe("regressed");
});

test("a server that stays the same is no news", async () => {
  await using server = await httpEchoServer();
  const record = await runConfig(config(server.url));
  expect(warningTexts(record).filter((warning) => warning.includes("another server"))).toEqual([]);
  expect(whyUndecidable(tabulate(record))).toBeUndefined();
  expect(record.rounds.flatMap(({ launches }) => launches.flatMap((launch) => launch.server ?? []))).toEqual([]);
});
