import { describe, expect, test } from "vitest";
import { systemClock } from "../../../src/base/host/clock.ts";
import { requestOnce } from "../../../src/measure/load/request-once.ts";
import { fixture, httpSpec, launch, stdioSpec } from "../../server/support.ts";

const specs = {
  stdio: () => stdioSpec(fixture("logging.js")),
  "streamable HTTP": () => httpSpec(fixture("logging.js"), ["--port", "${PORT}"]),
};

const ask = (name: string) => ({ method: "tools/call", params: { name, arguments: {} } });

describe.each(Object.entries(specs))("over %s", (_, spec) => {
  test("a server is told of a request whose time is up, and only of that", async () => {
    const server = await launch(spec());
    const { wire } = await server.connect();
    const options = { clock: systemClock, signal: new AbortController().signal };
    await requestOnce(wire, ask("decide"), { ...options, timeoutMs: 10_000 });
    const timedOut = requestOnce(wire, ask("hang"), { ...options, timeoutMs: 100 });
    await expect(timedOut).rejects.toThrow("timeout: no reply within 100 ms");
    await expect.poll(() => server.stderrTail()).toContain('{"event":"cancelled"}');
    await requestOnce(wire, ask("decide"), { ...options, timeoutMs: 10_000 });
    expect(server.stderrTail().match(/cancelled/g)).toHaveLength(1);
  });
});
