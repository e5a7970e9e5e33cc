import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { find, output, pinned } from "./contenders.ts";
import { alternate, listed, type Part, ratio } from "./parts.ts";
import { ours } from "./run.ts";

const echo = { tool: "echo", arguments: { text: "hello" } };

/** One in flight, client and server on different cores. */
export const stdioLatency: Part = async (tools) => {
  const { server, client, turns, scale } = tools;
  if (!server || !client) return [{ skipped: "cc was not found: no C client to compare with" }];
  const requests = Math.ceil(20_000 / scale);
  const [command = "", ...args] = pinned(1, [server, "stdio"]);
  const benchmark = { ...echo, concurrency: 1, requests, warmup: Math.ceil(requests / 10) };
  const inC = (over: "pipes" | "sockets") => async () => {
    const [program = "", ...rest] = pinned(0, [client, over, String(requests), command, ...args]);
    return Number(await output(program, rest));
  };
  const [node = "", ...script] = pinned(0, [
    process.execPath,
    import.meta.filename,
    String(requests),
    command,
    ...args,
  ]);
  const p50 = await alternate(turns, {
    ours: async () => 1000 * (await ours({ server: { command, args }, benchmark, core: 0 }, tools)).p50Ms,
    pipes: inC("pipes"),
    sockets: inC("sockets"),
    sdk: async () => Number(await output(node, script)),
  });
  const common = { unit: "×", goal: { atMost: 1.15 } } as const;
  return [
    {
      ...common,
      what: "stdio, one in flight: p50 against a C client",
      ours: listed(p50.ours, "µs"),
      theirs: listed(p50.pipes, "µs"),
      value: ratio(p50.ours, p50.pipes),
    },
    {
      ...common,
      what: "stdio, one in flight: p50 against a C client over sockets, as Node starts children",
      ours: listed(p50.ours, "µs"),
      theirs: listed(p50.sockets, "µs"),
      value: ratio(p50.ours, p50.sockets),
    },
    {
      ...common,
      goal: { atMost: 1 },
      what: "stdio, one in flight: p50 against the SDK's client",
      ours: listed(p50.ours, "µs"),
      theirs: listed(p50.sdk, "µs"),
      value: ratio(p50.ours, p50.sdk),
    },
  ];
};

/** Ten in flight: how much can be asked at all. */
export const stdioRate: Part = async (tools) => {
  const { server, turns, scale } = tools;
  const inspector = find("mcp-inspector");
  if (!server) return [{ skipped: "cc was not found: no echo server" }];
  if (!inspector)
    return [{ skipped: "mcp-inspector was not found: npm install -g @modelcontextprotocol/inspector@2.12.0" }];
  const benchmark = { ...echo, concurrency: 10, requests: Math.ceil(200_000 / scale), warmup: 1000 };
  const load = ["--load", "--load-concurrency", "10", "--load-requests", String(Math.ceil(20_000 / scale))];
  const call = ["--method", "tools/call", "--tool-name", "echo", "--tool-arg", "text=hello"];
  const rates = await alternate(turns, {
    ours: async () => (await ours({ server: { command: server, args: ["stdio"] }, benchmark }, tools)).perSecond,
    inspector: async () => {
      const text = await output(inspector, ["--cli", server, "stdio", ...call, ...load, "--format", "json"]);
      return (JSON.parse(text) as { result: { throughput: number } }).result.throughput;
    },
  });
  const inThousands = (values: readonly number[]) => values.map((value) => value / 1000);
  return [
    {
      what: "stdio, ten in flight: rate against Inspector --load",
      ours: listed(inThousands(rates.ours), "k/s"),
      theirs: listed(inThousands(rates.inspector), "k/s"),
      value: ratio(rates.ours, rates.inspector),
      unit: "×",
      goal: { atLeast: 5 },
    },
  ];
};

/** The SDK's client as a contender, in a process of its own: prints the p50 in microseconds. */
async function sdkClient(requests: number, [command = "", ...args]: readonly string[]): Promise<void> {
  const client = new Client({ name: "bench", version: "1" });
  await client.connect(new StdioClientTransport({ command, args }));
  const took: number[] = [];
  for (let call = -requests / 10; call < requests; call++) {
    const start = performance.now();
    await client.callTool({ name: "echo", arguments: { text: "hello" } });
    if (call >= 0) took.push(performance.now() - start);
  }
  await client.close();
  console.log(1000 * (took.sort((a, b) => a - b)[took.length >> 1] ?? Number.NaN));
}

if (import.meta.main) await sdkClient(Number(process.argv[2]), process.argv.slice(3));
