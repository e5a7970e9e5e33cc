import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { alternate, type Part, ratio, type Tools } from "./parts.ts";
import { find, ours, output } from "./run.ts";

const params = { name: "echo", arguments: { text: "hello" } };

/** Streamable HTTP against the C server; wrk sends the same body. */
export const http: Part = async (tools) => {
  const { server, turns } = tools;
  const wrk = find("wrk");
  if (!server) return [{ skipped: "cc was not found: no echo server" }];
  if (!wrk) return [{ skipped: "wrk was not found: install it with the system's package manager" }];
  const port = await freePort();
  const child = spawn(server, ["http", String(port)], { stdio: "ignore" });
  try {
    const url = `http://127.0.0.1:${port}/mcp`;
    await sleep(200);
    const rates = await alternate(turns, contenders({ connections: 50, figure: "perSecond", url, wrk }, tools));
    const p50 = await alternate(turns, contenders({ connections: 1, figure: "p50", url, wrk }, tools));
    const show = (values: readonly number[], unit: string) =>
      `${values.map((value) => value.toFixed(1)).join(" ")} ${unit}`;
    return [
      {
        what: "HTTP, 50 connections: rate against wrk",
        ours: show(
          rates.ours.map((rate) => rate / 1000),
          "k/s",
        ),
        theirs: show(
          rates.wrk.map((rate) => rate / 1000),
          "k/s",
        ),
        value: ratio(rates.ours, rates.wrk),
        unit: "×",
        goal: { atLeast: 0.5 },
      },
      {
        what: "HTTP, one connection: p50 against wrk",
        ours: show(p50.ours, "µs"),
        theirs: show(p50.wrk, "µs"),
        value: ratio(p50.ours, p50.wrk),
        unit: "×",
        goal: { atMost: 1.9 },
      },
    ];
  } finally {
    child.kill();
  }
};

interface Load {
  readonly connections: number;
  readonly figure: "perSecond" | "p50";
  readonly url: string;
  readonly wrk: string;
}

function contenders(
  { connections, figure, url, wrk }: Load,
  tools: Tools,
): Record<"ours" | "wrk", () => Promise<number>> {
  const { folder, scale } = tools;
  const script = join(folder, "post.lua");
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1_000_000_000, method: "tools/call", params });
  writeFileSync(
    script,
    `wrk.method = "POST"\nwrk.body = '${body}'\n` +
      'wrk.headers["Content-Type"] = "application/json"\nwrk.headers["Accept"] = "application/json, text/event-stream"\n' +
      'done = function(summary, latency) io.write(string.format("p50 %d\\n", latency:percentile(50))) end\n',
  );
  const requests = Math.ceil((connections === 1 ? 20_000 : 100_000) / scale);
  const benchmark = { tool: params.name, arguments: params.arguments, concurrency: connections, requests, warmup: 500 };
  const seconds = `${Math.max(1, Math.round(5 / scale))}s`;
  return {
    ours: async () => {
      const { perSecond, p50Ms } = await ours({ server: { url, transport: "streamable-http" }, benchmark }, tools);
      return figure === "p50" ? 1000 * p50Ms : perSecond;
    },
    wrk: async () => {
      const text = await output(wrk, ["-t1", `-c${connections}`, `-d${seconds}`, "-s", script, url]);
      const pattern = figure === "p50" ? /^p50 (\d+)/m : /^Requests\/sec:\s*([\d.]+)/m;
      return Number(pattern.exec(text)?.[1]);
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
