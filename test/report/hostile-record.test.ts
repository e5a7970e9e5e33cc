import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { JSDOM } from "jsdom";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { readResults } from "../../src/action/run-results.ts";
import { logAnnotations, logFailure, logText } from "../../src/action/runner.ts";
import { renderBadge } from "../../src/baseline/branch/badge.ts";
import { summariseKey } from "../../src/baseline/branch/branch-index.ts";
import { renderReadme } from "../../src/baseline/branch/branch-readme.ts";
import { type Entry, entryFrom } from "../../src/baseline/branch/entry.ts";
import { UserError } from "../../src/errors.ts";
import { renderDashboard } from "../../src/features/page/dashboard.ts";
import { renderHtml } from "../../src/features/page/html.ts";
import { readRecord } from "../../src/record/files/record-file.ts";
import { type RunRecord, recordSchema } from "../../src/record/record.ts";
import { renderBencher } from "../../src/report/exports/bencher.ts";
import { renderCsv } from "../../src/report/exports/csv.ts";
import { renderBiggerIsBetter, renderSmallerIsBetter } from "../../src/report/exports/github-action-benchmark.ts";
import { renderJson } from "../../src/report/exports/json.ts";
import { renderJunit } from "../../src/report/exports/junit.ts";
import { renderOpenMetrics } from "../../src/report/exports/openmetrics.ts";
import { renderDrift, renderSettled } from "../../src/report/markdown/drift.ts";
import { renderFailure, renderSkip } from "../../src/report/markdown/no-result.ts";
import { renderComments, renderSummaries } from "../../src/report/markdown/several.ts";
import { sentenceOf } from "../../src/report/news/sentence.ts";
import type { NamedReport } from "../../src/report/overall.ts";
import type { Report } from "../../src/report/report.ts";
import { annotationsOf } from "../../src/report/terminal/annotations.ts";
import { renderTerminal } from "../../src/report/terminal/terminal.ts";
import { plainText } from "../../src/report/text.ts";
import { judge } from "../../src/run/judge.ts";
import { reproduceCommand } from "../../src/run/reproduce.ts";
import { summarise } from "../../src/table/summarise.ts";
import { tabulate } from "../../src/table/table.ts";
import { temporaryFolder } from "../support/folder.ts";
import { loadsRecord, pairedRecord, variantRecord } from "./full-records.ts";
import { chartsIn, mermaid } from "./markdown/real-mermaid.ts";

/**
 * Whoever measured may have written the record. Each distinct text of a record, keys included, is put in the place of
 * something live, a few at a time, and everything that is made of the record is searched for what came alive.
 */

/** Short: every medium cuts long texts, and what is cut off shows nothing. */
const liveMarkdown = "=1+@mallory #4711 [a](https://evil.example) www.evil.example GH-7 <img></script><!--";
const liveLines = `"' onmouseover="\u001b[2J\u202e\r\n::error::x\n##[error]x\n\n# head\n\`\`\`\n|$x$ :rocket: %%{init: {}}%%`;
/** Two runs of backticks that become a longer one where what stands between them is taken out. */
const joinedRuns = "x\n``\u200b``\n\n# head @mallory ``\u00ad`` #4711 <img>";
const inherited = Object.getOwnPropertyNames(Object.prototype).filter((name) => name !== "__proto__");

/** Returns what takes the place of the nth of a few texts: they stay different ones. */
const payloads: Record<string, (nth: number) => string> = {
  Markdown: (nth) => liveMarkdown + nth,
  lines: (nth) => liveLines + nth,
  "joined backticks": (nth) => joinedRuns + nth,
  "an inherited name": (nth) => inherited[nth] ?? "",
};

/** Every text of a JSON value, keys included. */
function textsOf(value: unknown): Set<string> {
  const found = new Set<string>();
  JSON.stringify(value, (key, inner) => {
    if (key !== "" && !/^\d+$/.test(key)) found.add(key);
    if (typeof inner === "string") found.add(inner);
    return inner;
  });
  return found;
}

/** The same value with some texts in place of others, wherever they stand. */
function replaced(value: unknown, changes: ReadonlyMap<string, string>): unknown {
  if (typeof value === "string") return changes.get(value) ?? value;
  if (Array.isArray(value)) return value.map((one) => replaced(one, changes));
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).map(([key, inner]) => [changes.get(key) ?? key, replaced(inner, changes)]);
  return Object.fromEntries(fields);
}

const harmless = "mallory";

/** Hostile names: as many as there are that every object inherits. */
const atOnce = inherited.length;

/** A record with a text that names a metric is refused in a sentence. */
const refused = ["startup"];

interface Variant {
  readonly from: readonly string[];
  readonly record: RunRecord;
}

/** The record with these texts replaced: as few records as are valid, none for texts that no valid record may have. */
function variants(record: RunRecord, from: readonly string[], payload: (nth: number) => string): Variant[] {
  const changes = new Map(from.map((text, nth) => [text, payload(nth)]));
  const result = recordSchema.safeParse(replaced(record, changes));
  if (result.success) return [{ from, record: result.data }];
  const middle = Math.ceil(from.length / 2);
  return from.length === 1
    ? []
    : [from.slice(0, middle), from.slice(middle)].flatMap((half) => variants(record, half, payload));
}

/** The texts that may be any other, a few at a time; those of which the record is refused alone. */
function groupsOf(record: RunRecord): string[][] {
  const free = [...textsOf(record)].filter((from) => variants(record, [from], () => harmless).length > 0);
  const grouped = free.filter((from) => !refused.includes(from));
  const groups = grouped.flatMap((_, at) => (at % atOnce === 0 ? [grouped.slice(at, at + atOnce)] : []));
  return [...groups, ...free.filter((from) => refused.includes(from)).map((from) => [from])];
}

function entriesOf(record: RunRecord): Entry[] {
  const head = summarise(tabulate(record), "head");
  return ["2", "3"].map((digit) => {
    const commit = { sha: digit.repeat(40), dirty: false };
    return entryFrom({ ...record, commit, createdAt: `2026-11-0${digit}T00:00:00.000Z` }, { head, status: "pass" });
  });
}

function reportOf(record: RunRecord): Report {
  return judge(record, {
    stored: { kind: "entries", entries: entriesOf(record) },
    failOn: ["regression"],
    reproduce: reproduceCommand({ ...record.asked, seed: record.seed }),
    configFile: "mcp-bench.yml",
    runUrl: "https://github.com/octo/server/actions/runs/42",
  });
}

/** On another kind of machine, so that its rounds are not pooled with those of a record under test. */
const other: RunRecord = { ...pairedRecord, environment: { ...pairedRecord.environment, os: "win32" } };
const otherReport = reportOf(other);
const otherText = JSON.stringify(other);

/** Named reports of a run of which this record is one part, as the job that comments reads them. */
async function partsOf(record: RunRecord): Promise<NamedReport[]> {
  using folder = temporaryFolder();
  for (const [name, text] of Object.entries({ one: JSON.stringify(record), other: otherText })) {
    mkdirSync(join(folder.path, name));
    writeFileSync(join(folder.path, name, "record.json"), text);
  }
  const [hostile, second] = await readResults(folder.path, { commit: other.commit?.sha ?? "" });
  if (!hostile || !second) throw new Error("the records were pooled");
  return [
    { name: hostile.name ?? "", report: reportOf(hostile.record) },
    { name: second.name ?? "", report: otherReport },
  ];
}

/** The issue about a lasting change of every row that is stored. */
function driftOf(record: RunRecord, entries: readonly Entry[]): ReturnType<typeof renderDrift> {
  const history = entries.map(({ commit, createdAt, head }) => ({ commit, createdAt, summary: head }));
  const [lastBefore, firstAfter] = history;
  if (!lastBefore || !firstAfter) throw new Error("nothing is stored");
  const shift = {
    metric: "p50",
    direction: "worse",
    before: 1,
    after: 2,
    change: 1,
    pValue: 0,
    lastBefore,
    firstAfter,
  } as const;
  return renderDrift(
    record.rows.map(({ id }) => ({ ...shift, row: id })),
    {
      entries: history,
      environment: entries[0]?.environment.description ?? "",
      repositoryUrl: "https://github.com/octo/server",
      branch: "mcp-bench-baseline",
    },
  );
}

/** Returns what the log of a job would hold. */
function logOf(report: Report): string {
  return printed(() => {
    logAnnotations(annotationsOf(report));
    logText(plainText(sentenceOf(report)));
  });
}

function printed(print: () => void): string {
  const written: string[] = [];
  const spy = vi.spyOn(process.stdout, "write").mockImplementation((chunk) => written.push(String(chunk)) > 0);
  try {
    print();
  } finally {
    spy.mockRestore();
  }
  return written.join("");
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const invisible = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/;
const fence = /^(`{3,}|~{3,})[^\n]*\n[\s\S]*?^\1[`~]*$/gm;
const codeSpan = /(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g;

/** To a folder of the branch; its name is made of letters, digits, `.`, `_` and `-`. */
const ownLink = /\]\(\.\/[a-z0-9._-]+\)|\]\(https:\/\/github\.com\/octo\/server\/[\w./]+\)/g;

function liveInMarkdown(text: string): string | undefined {
  const outside = text.replace(fence, "").replace(codeSpan, "·").replace(ownLink, "]()");
  const patterns = [
    /@mallory/,
    /#4711/,
    /:rocket:/,
    /\$x/,
    /:\/\/evil|www\.|GH-7/,
    /<img|<!--|<\/script/i,
    /^#+ head/m,
  ];
  return [...patterns, invisible].map((pattern) => around(outside, pattern)).find((found) => found !== undefined);
}

function liveInHtml(page: string): string | undefined {
  const patterns = [/<img/i, /["']['"]? onmouseover="/, /(?:href|src)="[^"]*:\/\/evil/];
  return patterns.map((pattern) => around(page, pattern)).find((found) => found !== undefined);
}

function liveInLog(log: string): string | undefined {
  const ours = /^::(?:error|warning|notice)(?: title=[^\n:]*(?:,[^\n:]*)?)?::/gm;
  return [/^\s*::[a-z]/m, /##\[/, invisible]
    .map((pattern) => around(log.replace(ours, ""), pattern))
    .find((found) => found !== undefined);
}

function liveInCsv(text: string): string | undefined {
  const fields = [...text.matchAll(/(?:^|,|\r\n)(?:"((?:[^"]|"")*)"|([^,"\r\n]*))/g)];
  const formula = fields
    .map(([, quoted, plain = ""]) => quoted ?? plain)
    .find((field) => /^[=+\-@\t]/.test(field) && !Number.isFinite(Number(field)));
  return formula ?? around(text.replaceAll("\r\n", "\n"), invisible);
}

/** Returns what a pattern finds, with what stands around it. */
function around(text: string, pattern: RegExp): string | undefined {
  const at = text.search(pattern);
  return at < 0 ? undefined : JSON.stringify(text.slice(Math.max(0, at - 60), at + 80));
}

/** Most texts are in no chart, so most charts are the same. */
const soundCharts = new Set<string>();

async function brokenChart(text: string): Promise<string | undefined> {
  for (const chart of chartsIn(text)) {
    if (soundCharts.has(chart)) continue;
    const parsed = await mermaid.parse(chart, { suppressErrors: true });
    if (parsed === false || parsed.diagramType !== "xychart") return chart;
    soundCharts.add(chart);
  }
  return undefined;
}

/** A line that is none, or a series that is there twice: either of them has the whole text refused. */
function liveInOpenMetrics(text: string): string | undefined {
  const lines = text.split("\n").slice(0, -1);
  const label = String.raw`[a-z_]+="(?:[^"\\\n]|\\[\\"n])*"`;
  const line = new RegExp(
    String.raw`^(?:# (?:TYPE|UNIT|HELP) mcp_bench_\w+ .*|# EOF|(mcp_bench_\w+(?:\{${label}(?:,${label})*\})?) \S+)$`,
  );
  const series = lines.flatMap((one) => line.exec(one)?.[1] ?? []);
  const twice = series.find((one, place) => series.indexOf(one) < place);
  return lines.find((one) => !line.test(one) || invisible.test(one)) ?? twice;
}

/** One for all records: a document of its own takes longer than all that is made of a record. */
const { window } = new JSDOM("");
const xml = new window.DOMParser();

/** Returns what is live in anything that is made of a record, by medium. */
async function liveIn(record: RunRecord): Promise<Record<string, string>> {
  const parts = await partsOf(record);
  const report = parts[0]?.report ?? otherReport;
  const entries = entriesOf(record);
  const key = entries[0]?.key ?? "";
  const figures = summariseKey(entries);
  const index = {
    schema: 1,
    kind: "mcp-bench-baseline",
    history: { commits: 1, bytes: 1 },
    keys: figures ? { [key]: figures } : {},
  } as const;
  const issue = driftOf(record, entries);
  const markdown = {
    comment: renderComments(parts),
    summary: renderSummaries([{ name: "", report }]),
    "README of the branch": renderReadme(index),
    "tracking issue": issue.body,
    "title of the tracking issue": issue.title,
  };
  const html = {
    page: renderHtml(report),
    badge: renderBadge(index),
    dashboard: renderDashboard({ kind: "mcp-bench-export", schema: 1, keys: { [key]: entries } }),
  };
  const logs = {
    terminal: renderTerminal(report, { color: false, width: 100, details: true }),
    log: logOf(report),
  };
  const junit = renderJunit(report);
  const isXml = xml.parseFromString(junit, "text/xml").querySelectorAll("parsererror").length === 0;
  for (const render of [renderJson, renderBencher, renderBiggerIsBetter, renderSmallerIsBetter])
    JSON.parse(render(report));
  const names = [renderBencher(report), renderBiggerIsBetter(report), renderSmallerIsBetter(report)].join("");
  const found = [
    ...Object.entries(markdown).map(([medium, text]) => [medium, liveInMarkdown(text)]),
    ...Object.entries(html).map(([medium, text]) => [medium, liveInHtml(text)]),
    ...Object.entries(logs).map(([medium, text]) => [medium, liveInLog(text)]),
    ["charts", await brokenChart(Object.values(markdown).join("\n"))],
    ["CSV", liveInCsv(renderCsv(report))],
    ["JUnit", isXml ? (liveInHtml(junit) ?? around(junit, invisible)) : "not XML"],
    ["OpenMetrics", liveInOpenMetrics(renderOpenMetrics(report))],
    ["exports", around(names, /\\u001b|\\r|\\n|[\u202e]/)],
  ].filter(([, live]) => live !== undefined);
  return Object.fromEntries(found);
}

const records = { paired: pairedRecord, variants: variantRecord, loads: loadsRecord };

describe.each(Object.entries(records))("the texts of the %s record", (_, record) => {
  let groups: string[][];
  beforeAll(() => {
    groups = groupsOf(record);
  });

  it("are searched for where they are shown", async () => {
    expect(await liveIn(record)).toEqual({});
    const shown = groups
      .filter((from) => !refused.includes(from.join()))
      .flatMap((from) => variants(record, from, (nth) => `${harmless} ${nth}.`))
      .flatMap((one) => {
        const page = renderHtml(reportOf(one.record));
        return one.from.filter((__, nth) => page.includes(`${harmless} ${nth}.`));
      });
    expect(shown.length).toBeGreaterThan(35);
  });

  it.each(Object.entries(payloads))("come alive nowhere as %s", async (_, payload) => {
    const alive: Record<string, unknown> = {};
    for (const { from, record: hostile } of groups.flatMap((group) => variants(record, group, payload))) {
      if (refused.includes(from.join())) {
        await expect(liveIn(hostile)).rejects.toThrow(UserError);
        continue;
      }
      const live = await liveIn(hostile).catch((cause: Error) => ({ failed: cause.stack ?? cause.message }));
      if (Object.keys(live).length > 0) alive[from.join(", ")] = live;
    }
    expect(alive).toEqual({});
  });
});

/** The value with a key more in each of its maps, one map at a time. */
function* withKey(value: unknown, key: string): Generator<unknown> {
  if (typeof value !== "object" || value === null) return;
  if (Array.isArray(value)) {
    // One entry of a list has what the others have.
    const [first, ...rest] = value;
    for (const one of withKey(first, key)) yield [one, ...rest];
    return;
  }
  yield { ...value, [key]: 1 };
  for (const [name, inner] of Object.entries(value))
    for (const one of withKey(inner, key)) yield { ...value, [name]: one };
}

const payloadTexts = { markdown: liveMarkdown, lines: liveLines, "joined backticks": joinedRuns };

describe("the refusal of a record", () => {
  const unkeyed = [...withKey(pairedRecord, "extra")].filter((one) => !recordSchema.safeParse(one).success);
  it("is tried with a key more at each level", () => expect(unkeyed.length).toBeGreaterThan(10));

  it.each(Object.entries(payloadTexts))("is one short line in which nothing comes alive: %s", (_, payload) => {
    const texts = [...textsOf(pairedRecord)].map((from) => replaced(pairedRecord, new Map([[from, payload]])));
    const refusals = [...withKey(pairedRecord, payload), ...texts].flatMap((value) => {
      try {
        return readRecord(JSON.parse(JSON.stringify(value)), `mcp-bench-results-${payload}/record.json`) && [];
      } catch (error) {
        return error instanceof UserError ? error.message : String(error);
      }
    });
    expect(refusals.length).toBeGreaterThan(unkeyed.length);
    for (const message of refusals) {
      expect(message.split("\n").length, message).toBeLessThanOrEqual(2);
      expect(message.length).toBeLessThan(2_000);
      expect(liveInMarkdown(renderFailure({ message })), message).toBeUndefined();
      expect(liveInLog(printed(() => logFailure(message))), message).toBeUndefined();
    }
  });

  it("does not grow with what is refused", () => {
    for (const key of ["\n".repeat(300_000), "x".repeat(300_000)])
      for (const value of [
        { ...pairedRecord, [key]: 1 },
        { ...pairedRecord, createdAt: key },
      ])
        expect(() => readRecord(value, "record.json")).toThrow(/^.{1,600}\n.{1,100}$/);
  });
});

it("a tokenizer that no record may name is escaped all the same", () => {
  const report = reportOf(pairedRecord);
  for (const payload of [liveMarkdown, liveLines]) {
    const hostile = { ...report, run: { ...report.run, tokenizer: payload as "o200k_base" } };
    expect(liveInMarkdown(renderSummaries([{ name: "", report: hostile }]))).toBeUndefined();
    expect(liveInLog(renderTerminal(hostile, { color: false, width: 100, details: true }))).toBeUndefined();
  }
});

it.each(Object.values(payloadTexts))(
  "whoever accepts, skips or fails a run puts nothing live on a page: %j",
  (text) => {
    for (const written of [
      renderSettled({ by: text, reason: text }),
      renderSkip({ by: text, label: text }),
      renderFailure({ message: text, runUrl: `https://github.com/octo/server/actions/runs/42)${text}` }),
    ])
      expect(liveInMarkdown(written)).toBeUndefined();
  },
);

it("the log of the paired record has remarks", () => {
  expect(logOf(reportOf(pairedRecord))).toMatch(/^::warning title=search mean,file=mcp-bench.yml,line=4::/m);
});

it("the search finds what is live where nothing is escaped", () => {
  for (const text of Object.values(payloadTexts)) expect(liveInMarkdown(`before ${text} after`), text).toBeDefined();
  expect(liveInMarkdown("`@mallory` and\n\n```sh\n@mallory\n```\n")).toBeUndefined();
  for (const text of [liveMarkdown, `<p title="${liveLines}">`]) expect(liveInHtml(text)).toBeDefined();
  expect(liveInLog(liveLines)).toBeDefined();
  expect(liveInLog("::error title=p50 of search,file=x::slower\n")).toBeUndefined();
  expect(liveInCsv("a,=1+2\r\n")).toBeDefined();
  expect(liveInCsv('a,-1.5,"=""x"\r\n')).toBe('=""x');
  expect(liveInCsv("a,-1.5,'=x\r\n")).toBeUndefined();
});
