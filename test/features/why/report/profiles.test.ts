import { expect, test } from "vitest";
import type { RecordProfile } from "../../../../src/record/profile.ts";
import { serverRow } from "../../../../src/record/row-ids.ts";
import { renderComment } from "../../../../src/report/markdown/markdown.ts";
import { sentenceOf } from "../../../../src/report/news/sentence.ts";
import { renderTerminal } from "../../../../src/report/terminal/terminal.ts";
import { plainText } from "../../../../src/report/text.ts";
import { finding, report, statistics, threshold } from "../../../report/build.ts";
import { echo, gate } from "../../../report/situations.ts";
import { madeProfile } from "../profile/profiles.ts";

const rows = [{ id: "search", base: statistics(10), head: statistics(12.1) }];
const regressed = finding({
  row: "search",
  threshold: threshold("p50", "+10%"),
  state: "regressed",
  base: 10,
  head: 12.1,
});

function reportOf(profiles: readonly RecordProfile[], findings = [regressed]) {
  const status = findings.length > 0 ? "regressed" : "pass";
  return report({ rows, findings, status, record: { profiles: [...profiles] } });
}

const plain = (text: string) => text.replaceAll("\u00a0", " ");

const base = madeProfile({ tokenize: [4, 4.1, 3.9], rank: [3, 3.2, 3.1] }, { arm: "base" });
const slower = madeProfile({ tokenize: [5.8, 5.9, 5.7], rank: [3.3, 3.4, 3.2] });

test("the function that became slower is told with the regression, and all of them in a table", () => {
  const found = reportOf([base, slower]);
  expect(plainText(sentenceOf(found))).toContain(
    "search is 21% slower: p50 10.0\u00a0→\u00a012.1\u00a0ms, fails at +10%. tokenize (src/search.ts:10) takes 90% of the added CPU time.",
  );
  expect(plainText(sentenceOf(found))).toContain(" Start with tokenize.");
  const comment = renderComment(found);
  expect(comment).toContain("Profile: where the time went");
  expect(plain(comment)).toContain("| `tokenize` (`src/search.ts:10`) | 4.00 → 5.80 ms | +1.80 ms |");
  const terminal = renderTerminal(found, { color: false, width: 100, details: false });
  expect(terminal.replaceAll("\n", " ")).toContain("tokenize (src/search.ts:10) stands out.");
});

test("where the server waits longer, that is told instead of a function", () => {
  const waits = madeProfile({ tokenize: [4, 4, 4], rank: [3, 3, 3] }, { rest: 5 });
  expect(plainText(sentenceOf(reportOf([base, waits])))).toContain(
    "The server waits 5.00\u00a0ms longer per call. Start with search.",
  );
});

/** p50 from 10 to 12.1 ms, and CPU time as it is said; no function stands out. */
function waitingReport(cpuMs: number, parts: readonly [number, number] = [2, 2]) {
  const noisy = madeProfile({ tokenize: [4, 4.2, 3.9], rank: [3, 3.1, 3.2] });
  const made = reportOf([base, noisy]);
  const withCpu = (arm: (typeof made)["head"], value: number, get: number) => ({
    ...arm,
    rows: arm.rows.map((one) => ({
      ...one,
      statistics: { ...one.statistics, cpu_per_call: { state: "measured", value, rounds: [value] } as const },
      parts: [
        { part: "list", attempted: 9, ok: 9, latency: { p50: 1, p95: 1, p99: 1, mean: 1 } },
        { part: "get", attempted: 9, ok: 9, latency: { p50: get, p95: get, p99: get, mean: get } },
      ],
    })),
  });
  if (!made.base) throw new Error("no base");
  return { ...made, head: withCpu(made.head, cpuMs, parts[1]), base: withCpu(made.base, 3, parts[0]) };
}

test("where no function stands out and CPU time is flat over the rounds, calls wait, and the slower step is named", () => {
  const sentence = (...of: Parameters<typeof waitingReport>) => plain(plainText(sentenceOf(waitingReport(...of))));
  expect(sentence(3.05)).toContain("The server waits about 2.10 ms longer per call, while its CPU time is flat");
  expect(sentence(3.05, [2, 4])).toContain("while its CPU time is flat, in get.");
  expect(sentence(3.05)).not.toContain("in get");
  expect(sentence(5)).not.toContain("waits about");
});

test("the part is one of the time that was added, where a function waits without giving way", () => {
  const waits = madeProfile({ tokenize: [5.8, 5.9, 5.7], rank: [3, 3.2, 3.1], "read (waits)": [0.5, 0.4, 0.6] });
  expect(plainText(sentenceOf(reportOf([base, waits])))).toContain(
    "tokenize (src/search.ts:10) takes 78% of the added time.",
  );
});

test("a function that rose while all together did not is no part of a rise", () => {
  const cost = (tokenize: number, other: number) => ({
    tokenize: [tokenize, tokenize + 0.1, tokenize - 0.1],
    rank: [other, other + 0.1, other - 0.1],
    render: [other, other + 0.1, other - 0.1],
  });
  const moved = [madeProfile(cost(4, 3), { arm: "base" }), madeProfile(cost(4.6, 2.6))];
  expect(plainText(sentenceOf(reportOf(moved)))).toContain("tokenize (src/search.ts:10) rose most.");
});

test("where none stands out, none is named", () => {
  const same = madeProfile({ tokenize: [4, 3.9, 4.1], rank: [3.2, 3, 3.1] });
  const found = reportOf([base, same]);
  expect(plainText(sentenceOf(found))).not.toContain("tokenize");
  expect(renderComment(found)).toContain("No function stands out.");
});

test("a row that passes is not accused, also where every row is looked into", () => {
  const found = reportOf([base, slower], []);
  expect(plainText(sentenceOf(found))).not.toContain("tokenize");
  expect(renderComment(found)).toContain("`tokenize`");
  expect(renderComment(found)).not.toContain("stands out");
  const terminal = { color: false, width: 100 };
  expect(renderTerminal(found, { ...terminal, details: false })).not.toContain("tokenize");
  expect(renderTerminal(found, { ...terminal, details: true })).toContain("tokenize");
});

test("nor is a start-up because calls regressed", () => {
  const startup = [base, slower].map(({ row: _, ...one }) => ({ ...one, kind: "start-up" as const }));
  expect(renderComment(reportOf(startup))).not.toContain("stands out");
  const starts = finding({
    row: serverRow,
    threshold: threshold("startup", "+20%"),
    state: "regressed",
    base: 100,
    head: 150,
  });
  expect(renderComment(reportOf(startup, [starts]))).toContain("`tokenize` (`src/search.ts:10`) stands out.");
});

test("a part of more than all, where others became quicker, is all of it", () => {
  const cost = (tokenize: number, rank: number) => ({
    tokenize: [tokenize, tokenize + 0.1, tokenize - 0.1],
    rank: [rank, rank + 0.1, rank - 0.1],
  });
  const moved = [madeProfile(cost(4, 3), { arm: "base" }), madeProfile(cost(6, 2.5))];
  expect(plainText(sentenceOf(reportOf(moved)))).toContain(
    "tokenize (src/search.ts:10) takes all of the added CPU time.",
  );
});

test("of too few launches the function that most of it is in is called likely", () => {
  const two = (tokenize: number, arm: string) =>
    madeProfile({ tokenize: [tokenize, tokenize + 0.1], rank: [3, 3.1] }, { arm });
  const found = reportOf([two(4, "base"), two(6, "head")]);
  expect(plainText(sentenceOf(found))).toContain(
    "tokenize (src/search.ts:10) probably takes most of the added CPU time (too few launches to be sure).",
  );
  expect(renderComment(found)).toContain(
    "`tokenize` (`src/search.ts:10`) rose most, but in too few launches to be sure.",
  );
  const apart = reportOf([base, madeProfile({ tokenize: [6, 5.5, 3.9], rank: [3, 3.2, 3.1] })]);
  expect(plainText(sentenceOf(apart))).not.toContain("tokenize");
  expect(renderComment(apart)).toContain("rose most, but by no more than the noise between launches.");
  const same = reportOf([two(4, "base"), two(4.05, "head")]);
  expect(plainText(sentenceOf(same))).not.toContain("tokenize");
});

test("what allocates what calls keep is told with the growth of memory", () => {
  const kept = { kind: "memory", by: "V8's sampling of the heap" } as const;
  const growth = finding({
    row: serverRow,
    threshold: threshold("memory_growth", "<500000"),
    state: "regressed",
    base: 1000,
    head: 900_000,
  });
  const memory = (cache: number) => madeProfile({ remember: [cache, cache, cache], other: [10, 12, 11] }, kept);
  const found = reportOf([{ ...memory(100), arm: "base" }, memory(1000)], [growth]);
  expect(plainText(sentenceOf(found))).toContain(
    "remember (src/search.ts:10) allocates all of the memory that calls of search leak.",
  );
  expect(plain(renderComment(found))).toMatch(
    /Memory profile[\s\S]*\| `remember` \(`src\/search.ts:10`\) \| 100 → 1,000 B \|/,
  );
});

test("where head keeps no more than base, no function is told: what each keeps scatters", () => {
  const kept = { kind: "memory", by: "V8's sampling of the heap" } as const;
  const growth = finding({
    row: serverRow,
    threshold: threshold("memory_growth", "<500000"),
    state: "regressed",
    base: 1000,
    head: 900_000,
  });
  const memory = (cache: number, other: number) =>
    madeProfile({ remember: [cache, cache, cache], other: [other, other, other] }, kept);
  const found = reportOf([{ ...memory(56, 100), arm: "base" }, memory(100, 53)], [growth]);
  const comment = plain(renderComment(found));
  expect(comment).toContain(
    "`search`: memory that calls leak, 156 B on base and 153 B on head: no increase, so no function is named.",
  );
  expect(comment).not.toContain("remember");
  expect(plainText(sentenceOf(found))).not.toContain("remember");
});

test("what could not be profiled says so in one line", () => {
  const why = { row: "search", arm: "head", kind: "time", unknown: "no process of the server is Node.js" } as const;
  const comment = renderComment(reportOf([{ ...why, arm: "base" }, why]));
  expect(comment).toContain(
    "- `search`: where the time of a call goes is unknown: no process of the server is Node.js",
  );
  expect(renderComment(reportOf([]))).not.toContain("Where the time");
});

test("of a run that compares nothing the functions are told that take most", () => {
  const text = renderComment(reportOf([slower], []));
  expect(text).toContain("Profile: where the time goes");
  expect(plain(text)).toContain("| `tokenize` (`src/search.ts:10`) | 5.80 ms | 63.7% |");
});

test("names of functions and files are shown for what they are", () => {
  const evil = "</details>\n<img src=x onerror=alert(1)> @everyone | `x` \u202e\u001b[2J";
  const hostile = (one: typeof base) => ({
    ...one,
    frames: one.frames.map((frame, place) => ({ ...frame, name: `${evil}${place}`, file: evil })),
  });
  const found = reportOf([hostile(base), hostile(slower)]);
  const comment = renderComment(found);
  expect(comment).not.toMatch(/^ *<(\/details>|img)(?! *$)/m);
  const terminal = renderTerminal(found, { color: false, width: 100, details: true });
  for (const sign of ["\u202e", "\u001b"]) expect(`${comment}${terminal}`).not.toContain(sign);
});

test("a function without a name is called by its place", () => {
  const before = madeProfile({ "(anonymous)": [4, 4.1, 3.9], rank: [3, 3.2, 3.1] }, { arm: "base" });
  const after = madeProfile({ "(anonymous)": [5.8, 5.9, 5.7], rank: [3.3, 3.4, 3.2] });
  const text = plainText(sentenceOf(reportOf([before, after])));
  expect(text).toContain(" src/search.ts:10 takes 90% of the added CPU time. Start with src/search.ts:10.");
});

test("the comment on a function that takes the added time reads as its golden file", async () => {
  const search = { id: "search", base: statistics(10), head: statistics(12.1) };
  const slower = { state: "regressed", reason: { code: "shown", rounds: 9 } } as const;
  const profiles = [
    madeProfile({ tokenize: [4, 4.1, 3.9], rank: [3, 3.2, 3.1], render: [1.1, 1, 1.2] }, { arm: "base", rest: 1.9 }),
    madeProfile({ tokenize: [5.8, 5.9, 5.7], rank: [3.1, 3.3, 3.2], render: [1, 1.1, 1.2] }, { rest: 1.8 }),
  ];
  const found = report({
    rows: [search, echo],
    findings: gate([search, echo], { "search p50": slower, "search throughput": slower }),
    status: "regressed",
    record: { profiles },
  });
  await expect(renderComment(found)).toMatchFileSnapshot("golden/named-function.md");
});
