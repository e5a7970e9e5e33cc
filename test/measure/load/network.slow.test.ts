import { createServer } from "node:net";
import { gzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../../src/base/host/clock.ts";
import { figureOf } from "../../../src/metrics/summary.ts";
import { HttpConnections } from "../../../src/server/http/connections.ts";
import { RequestHead } from "../../../src/server/http/http-request.ts";
import { loggingOver, reportOf, runConfig, summaryOf } from "../run-config.ts";

const benchmarks = `
defaults: { requests: 20, warmup: 8, rounds: 2, leak_check: 0 }
benchmarks:
  - { tool: decide, concurrency: 4 }
`;

test("a run over HTTP tells sizes, bandwidth and connections", async () => {
  const record = await runConfig(`server: ${loggingOver.http}${benchmarks}`);
  const { head } = reportOf(record);
  const figure = (id: Parameters<typeof figureOf>[1]) => figureOf(head.rows[0]?.statistics, id) ?? Number.NaN;
  const { network, requestBytes = 0 } = record.rounds[0]?.launches[0]?.measurements[0] ?? {};
  expect(network).toMatchObject({ requests: 20, opened: 0, failed: 0 });
  // Bodies and heads: more than the bodies alone.
  expect(network?.sentBytes).toBeGreaterThan(20 * requestBytes);
  const request = JSON.stringify({
    jsonrpc: "2.0",
    id: 1_000_000_009,
    method: "tools/call",
    params: { name: "decide" },
  });
  expect(Math.abs(figure("request_gzip_bytes") - gzipSync(request).byteLength)).toBeLessThan(30);
  expect(figure("response_gzip_bytes")).toBeGreaterThan(40);
  expect(figure("received_bandwidth")).toBeGreaterThan(1000);
  expect(figure("connection_reuse")).toBe(1);
  expect(figureOf(head.server, "connection_setup")).toBeGreaterThan(0);
  const summary = summaryOf(record);
  expect(summary).toContain("Network: sizes, bandwidth and connections of 1 row");
  expect(summary).toContain("connection set-up");
});

test("sizes of a batch are those of all its calls, compressed and not; a pause before calls changes none", async () => {
  const record = await runConfig(
    `server: ${loggingOver.http}${benchmarks}  - { name: bulk, tool: decide, batch: { size: 5 } }\n  - { name: polite, tool: decide, delay: 1ms }\n`,
  );
  const { head } = reportOf(record);
  const figures = (row: number) =>
    (["request_bytes", "response_bytes", "request_gzip_bytes", "response_gzip_bytes"] as const).map(
      (id) => figureOf(head.rows[row]?.statistics, id) ?? Number.NaN,
    );
  const single = figures(0);
  for (const [index, value] of figures(1).entries()) expect(value / (single[index] ?? 0)).toBeCloseTo(5, 0);
  for (const [index, value] of figures(2).entries()) expect(value / (single[index] ?? 0)).toBeCloseTo(1, 0);
});

test("over stdio there is no network to tell of", async () => {
  const record = await runConfig(`server: ${loggingOver.stdio()}${benchmarks}`);
  expect(record.rounds[0]?.launches[0]?.measurements[0]).toHaveProperty("network", undefined);
  expect(summaryOf(record)).not.toContain("Network");
});

describe("connections", () => {
  const ask = (connections: HttpConnections) =>
    new Promise<string>((resolve) => {
      const head = new RequestHead({ method: "GET", url: new URL("http://127.0.0.1"), headers: {} });
      const listener = {
        onConnection: () => {},
        onHead: () => {},
        onData: () => {},
        onEnd: () => resolve("complete"),
        onError: (error: Error) => resolve(error.message),
      };
      connections.send(head, { body: null, listener });
    });

  async function listening(answer: (text: string) => string | undefined, { clock = systemClock, ends = false } = {}) {
    const server = createServer((socket) => {
      socket.on("error", () => {});
      socket.on("data", (data) => {
        const text = answer(data.toString());
        if (text === undefined) socket.resetAndDestroy();
        else if (ends) socket.end(text);
        else socket.write(text);
      });
    });
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    const connections = new HttpConnections(new URL(`http://127.0.0.1:${address.port}`), { clock });
    onTestFinished(async () => {
      await connections.destroy();
      await new Promise((resolve) => server.close(resolve));
    });
    return connections;
  }

  test("are opened once and used again", async () => {
    const reply = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok";
    const connections = await listening(() => reply);
    for (let call = 0; call < 3; call++) expect(await ask(connections)).toBe("complete");
    expect(connections.meter.read()).toMatchObject({
      opened: 1,
      failed: 0,
      requests: 3,
      receivedBytes: 3 * reply.length,
    });
    expect(connections.meter.read().setupMs).toHaveLength(1);
    await connections.destroy();
    expect(connections.meter.read().receivedBytes).toBe(3 * reply.length);
  });

  test.each([
    ["said to end", "HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 2\r\n\r\nok", false],
    ["with more on them than was asked for", "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nokok", false],
    ["that end with the reply", "HTTP/1.1 200 OK\r\n\r\nok", true],
  ])("%s are not used again", async (_name, reply, ends) => {
    const connections = await listening(() => reply, { ends });
    for (let call = 0; call < 3; call++) expect(await ask(connections)).toBe("complete");
    expect(connections.meter.read()).toMatchObject({ opened: 3, failed: 0 });
  });

  test("are used until shortly before the server gives them up", async () => {
    let now = 0;
    const reply = "HTTP/1.1 200 OK\r\nkeep-alive: timeout=5\r\ncontent-length: 2\r\n\r\nok";
    const connections = await listening(() => reply, { clock: { now: () => now } });
    const openedAfter = async (ms: number) => {
      now += ms;
      await ask(connections);
      return connections.meter.read().opened;
    };
    expect([await openedAfter(0), await openedAfter(4_000), await openedAfter(4_001)]).toEqual([1, 1, 2]);
  });

  test.each([
    ["is cut short", "HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nok", "other side closed"],
    ["is no HTTP", "220 mail.example.test\r\n\r\n", "not HTTP/1.1: the status line"],
  ])("tell of a reply that %s", async (_name, reply, message) => {
    const connections = await listening(() => reply, { ends: true });
    expect(await ask(connections)).toContain(message);
  });

  test("that break are counted", async () => {
    const connections = await listening(() => undefined);
    expect(await ask(connections)).toContain("ECONNRESET");
    expect(connections.meter.read()).toMatchObject({ opened: 1, failed: 1 });
  });

  test("that are refused are counted", async () => {
    const connections = new HttpConnections(new URL("http://127.0.0.1:1"), { clock: systemClock });
    expect(await ask(connections)).toContain("ECONNREFUSED");
    expect(connections.meter.read()).toMatchObject({ opened: 0, failed: 1, sentBytes: 0 });
    await connections.destroy();
  });
});
