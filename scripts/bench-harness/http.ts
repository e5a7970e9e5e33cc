import { find, overHttp, wrkFigures } from "./contenders.ts";
import { alternate, listed, type Part, ratio, type Tools } from "./parts.ts";
import { ours } from "./run.ts";

/** Streamable HTTP against the C server; wrk sends the same body. */
export const http: Part = async (tools) => {
  const { server, turns } = tools;
  const wrk = find("wrk");
  if (!server) return [{ skipped: "cc was not found: no echo server" }];
  if (!wrk) return [{ skipped: "wrk was not found: install it with the system's package manager" }];
  return overHttp(server, async (url) => {
    const rates = await alternate(turns, contenders({ connections: 50, figure: "perSecond", url, wrk }, tools));
    const p50 = await alternate(turns, contenders({ connections: 1, figure: "p50", url, wrk }, tools));
    const inThousands = (values: readonly number[]) => values.map((value) => value / 1000);
    return [
      {
        what: "HTTP, 50 connections: rate against wrk",
        ours: listed(inThousands(rates.ours), "k/s"),
        theirs: listed(inThousands(rates.wrk), "k/s"),
        value: ratio(rates.ours, rates.wrk),
        unit: "×",
        goal: { atLeast: 0.5 },
      },
      {
        what: "HTTP, one connection: p50 against wrk",
        ours: listed(p50.ours, "µs"),
        theirs: listed(p50.wrk, "µs"),
        value: ratio(p50.ours, p50.wrk),
        unit: "×",
        goal: { atMost: 1.9 },
      },
    ];
  });
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
  const requests = Math.ceil((connections === 1 ? 20_000 : 100_000) / scale);
  const benchmark = { tool: "echo", arguments: { text: "hello" }, concurrency: connections, requests, warmup: 500 };
  const seconds = Math.max(1, Math.round(5 / scale));
  return {
    ours: async () => {
      const { perSecond, p50Ms } = await ours({ server: { url, transport: "streamable-http" }, benchmark }, tools);
      return figure === "p50" ? 1000 * p50Ms : perSecond;
    },
    wrk: async () => (await wrkFigures(wrk, { connections, seconds, url, folder }))[figure],
  };
}
