/** One thing done to the head server, and what a sound decision makes of it. */
export interface Scenario {
  readonly name: string;
  readonly title: string;
  /**
   * Arguments of the sample server that stands for head alone. A slowdown is of the work alone, and about a sixth
   * of a call of 0.7 ms is reading and writing messages: 6 % more work is about 5 % more latency.
   */
  readonly flags: readonly string[];
  /** Arguments of the server of both arms. */
  readonly bothFlags: readonly string[];
  readonly rows: number;
  /** Calls per row, arm and round. */
  readonly requests: number;
  readonly thresholds: string;
  /** The threshold on p50 as a share, for the one-shot rule. */
  readonly limit: number;
  /** Units of work in a call, row after row in turn: 70 take about 0.7 ms. */
  readonly units: readonly number[];
  /** `quiet`: pass is right. `found`: regressed is right. `open`: anything but pass on every row is right. */
  readonly right: "quiet" | "found" | "open";
  /** Says what is promised of it. */
  readonly goal: string;
  /** Says whether the figures that a trial keeps decide it; memory is not among them. */
  readonly replayed: boolean;
  /** About how long a trial takes, until one has been run here. */
  readonly expectedSeconds: number;
}

const usual = {
  bothFlags: [],
  rows: 1,
  requests: 200,
  thresholds: "{}",
  limit: 0.1,
  units: [70],
  goal: "never pass",
  replayed: true,
  expectedSeconds: 20,
};

/** Units of twelve rows, none twice, so that one of them can be made slower. */
const quickRows = [18, 23, 28, 33, 38, 43, 48, 53, 58, 63, 68, 73];

export const scenarios: readonly Scenario[] = [
  {
    ...usual,
    name: "aa",
    title: "unchanged, 20 rows",
    flags: [],
    rows: 20,
    requests: 100,
    units: [20, 27, 34, 41, 48, 55, 62, 69, 76],
    right: "quiet",
    goal: "≤ 1 % regressed, ≤ 20 % inconclusive",
    expectedSeconds: 90,
  },
  {
    ...usual,
    name: "slower-5",
    title: "+5 %, fail at +3 %",
    flags: ["--slowdown-percent", "6"],
    thresholds: "{ p50: +3% }",
    limit: 0.03,
    right: "found",
    goal: "≥ 98 % regressed",
  },
  {
    ...usual,
    name: "slower-10",
    title: "+10 %, fail at +5 %",
    flags: ["--slowdown-percent", "12"],
    thresholds: "{ p50: +5% }",
    limit: 0.05,
    right: "found",
    goal: "≥ 99 % regressed",
  },
  { ...usual, name: "slow-path", title: "10 % of calls × 2", flags: ["--slow-path", "10"], right: "open" },
  { ...usual, name: "pauses", title: "15 ms every 200 calls", flags: ["--pause-ms", "15"], right: "open" },
  {
    ...usual,
    name: "leak",
    title: "1 KB kept per call",
    flags: ["--leak-bytes", "1024"],
    // Short calls: it is their number that leaks.
    units: [5],
    right: "open",
    replayed: false,
    expectedSeconds: 30,
  },
  {
    ...usual,
    name: "quick",
    title: "unchanged, 12 rows",
    flags: [],
    rows: 12,
    requests: 100,
    units: quickRows,
    right: "quiet",
    goal: "≤ 1 % regressed, ≤ 20 % inconclusive",
  },
  {
    ...usual,
    name: "one-of-12",
    title: "one of 12 rows +25 %",
    flags: ["--slowdown-percent", "30", "--only-units", String(quickRows[5])],
    rows: 12,
    requests: 100,
    units: quickRows,
    right: "found",
    goal: "≥ 99 % regressed",
    replayed: false,
  },
  {
    ...usual,
    name: "demo",
    title: "one row +90 %, 20 calls, as in the demo",
    flags: ["--slowdown-percent", "108"],
    requests: 20,
    thresholds: "{ p95: off, throughput: off, peak_rss: off, startup: off, memory_growth: off }",
    right: "found",
    goal: "≥ 99 % regressed",
    replayed: false,
    expectedSeconds: 8,
  },
  ...[5, 8].map((percent) => ({
    ...usual,
    name: `scatter-${percent}`,
    title: `unchanged, 10 rows, launches scatter by ${percent} %`,
    flags: [],
    // Calls are held up now and then on hosted macOS machines, too.
    bothFlags: ["--launch-scatter", String(percent), "--pause-ms", "3", "--pause-every", "70"],
    rows: 10,
    requests: 100,
    units: quickRows.slice(0, 10),
    right: "quiet" as const,
    goal: "≤ 1 % regressed, ≤ 20 % inconclusive",
    expectedSeconds: 60,
  })),
  {
    ...usual,
    name: "leak-of-one",
    title: "10 KB kept per call of one of 4 tools, 2 ms each",
    flags: ["--leak-bytes", "10240", "--only-units", "201"],
    rows: 4,
    requests: 50,
    units: [199, 200, 201, 202],
    right: "open",
    replayed: false,
    expectedSeconds: 60,
  },
];
