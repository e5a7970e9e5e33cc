import { expect, test } from "vitest";
import { tracedWire } from "../../../src/measure/wires/traced-wire.ts";
import { complaint } from "../../config/complaint.ts";
import { fixture } from "../../server/support.ts";
import { FakeWire, ManualClock, okReply } from "../fake-server.ts";
import { runConfig } from "../run-config.ts";

test("each request begins a trace of its own, beside what it says itself", () => {
  const wire = tracedWire(new FakeWire(() => okReply, new ManualClock()));
  const metas = [{ name: "a", _meta: { own: 1 } }, undefined].map((params) => {
    const { bytes } = wire.encode("tools/call", params);
    return JSON.parse(Buffer.from(bytes).toString("utf8")).params;
  });
  const traceparent = expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  expect(metas).toEqual([{ name: "a", _meta: { own: 1, traceparent } }, { _meta: { traceparent } }]);
  expect(metas[0]._meta.traceparent).not.toBe(metas[1]._meta.traceparent);
});

test("a server sees it in every call of a benchmark that asks for it, and in none of another", async () => {
  const server = `{ command: ${JSON.stringify(process.execPath)}, args: [${JSON.stringify(fixture("tasks.js"))}] }`;
  const record = await runConfig(`
server: ${server}
defaults: { rounds: 1, requests: 3, warmup: 1, leak_check: 0, trace_context: true }
benchmarks:
  - { name: traced, tool: work, expect: { text: '/"traceparent":"00-[0-9a-f]{32}-[0-9a-f]{16}-01"/' } }
  - { name: both, steps: [{ tool: work, expect: { text: traceparent } }, { method: tools/list }] }
  - { name: bare, tool: work, trace_context: false, expect: { text: traceparent } }
`);
  const { measurements = [] } = record.rounds[0]?.launches[0] ?? {};
  expect(measurements.map(({ outcomes }) => outcomes)).toEqual([{ ok: 3 }, { ok: 3 }, { unexpected: 3 }]);
  expect(new Set(record.rows.map(({ configHash }) => configHash)).size).toBe(3);
});

test("plain HTTP requests carry none", () => {
  expect(complaint("server: { url: 'http://x/mcp' }\nbenchmarks:\n  - { http: GET /, trace_context: true }\n")).toMatch(
    /`trace_context` needs requests of the protocol/,
  );
});
