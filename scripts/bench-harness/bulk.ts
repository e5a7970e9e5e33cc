import { alternate, listed, type Part, ratio } from "./parts.ts";
import { ours } from "./run.ts";

const megabyte = 2 ** 20;

/** Large replies: the time per byte must not grow with their size. */
export const largeReplies: Part = async (tools) => {
  const { server, turns, scale } = tools;
  if (!server) return [{ skipped: "cc was not found: no echo server" }];
  const perMegabyte = (size: number) => async () => {
    const bytes = Math.ceil((size * megabyte) / scale);
    const benchmark = { tool: "bytes", arguments: { n: bytes }, concurrency: 1, requests: 12, warmup: 2 };
    const { p50Ms } = await ours({ server: { command: server, args: ["stdio"] }, benchmark }, tools);
    return (p50Ms * megabyte) / bytes;
  };
  const times = await alternate(turns, { one: perMegabyte(1), eight: perMegabyte(8), large: perMegabyte(32) });
  const rows = [
    ["8 MB", times.eight],
    ["32 MB", times.large],
  ] as const;
  return rows.map(([size, values]) => ({
    what: `a reply of ${size}: time per byte against one of 1 MB`,
    ours: listed(values, "ms/MB", 2),
    theirs: listed(times.one, "ms/MB", 2),
    value: ratio(values, times.one),
    unit: "×" as const,
    // One linear pass, within the noise of a median; a pass per chunk would be tens of times.
    goal: { atMost: 1.15 },
  }));
};

/** Very many samples: neither memory nor record may grow with them. */
export const memory: Part = async (tools) => {
  const { server, scale } = tools;
  if (!server) return [{ skipped: "cc was not found: no echo server" }];
  if (process.platform !== "linux") return [{ skipped: "/proc was not found: no high-water mark of memory" }];
  const concurrency = 10;
  const measure = (requests: number, rounds = 1) => {
    const enough = Math.max(requests, concurrency);
    const benchmark = { tool: "echo", arguments: { text: "hello" }, concurrency, requests: enough, warmup: 100 };
    return ours({ server: { command: server, args: ["stdio"] }, benchmark, rounds }, tools);
  };
  const few = await measure(Math.ceil(1000 / scale));
  const many = await measure(Math.ceil(100_000 / scale));
  const some = await measure(Math.ceil(1_000_000 / scale));
  // No benchmark may have more in one round.
  const most = await measure(Math.ceil(1_000_000 / scale), 10);
  const inMegabytes = (bytes: number | undefined) => (bytes === undefined ? Number.NaN : bytes / 1e6);
  // A peak depends on when garbage was collected: growth is what exceeds every smaller run.
  const before = Math.max(inMegabytes(many.peakBytes), inMegabytes(some.peakBytes));
  const peaks = [few, many, some, most].map(({ peakBytes }) => inMegabytes(peakBytes).toFixed(0)).join(", ");
  return [
    {
      what: "peak RSS over 1 k, 100 k, 1 M, 10 M requests",
      ours: `${peaks} MB`,
      value: inMegabytes(most.peakBytes),
      unit: "MB",
      goal: { atMost: 200 },
    },
    {
      what: "peak RSS of 10 M requests against the higher of 100 k and 1 M",
      ours: `${inMegabytes(most.peakBytes).toFixed(0)} MB`,
      theirs: `${before.toFixed(0)} MB`,
      value: inMegabytes(most.peakBytes) / before,
      unit: "×",
      goal: { atMost: 1.15 },
    },
    {
      what: "what 100,000 requests add to the record",
      ours: `${inMegabytes(many.recordBytes - few.recordBytes).toFixed(2)} MB`,
      value: inMegabytes(many.recordBytes - few.recordBytes),
      unit: "MB",
      goal: { atMost: 1 },
    },
  ];
};
