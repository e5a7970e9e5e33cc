import { createHash } from "node:crypto";
import { JSDOM } from "jsdom";
import { describe, expect, it } from "vitest";
import { html } from "../../../src/base/markup.ts";
import type { Reason } from "../../../src/decide/reason.ts";
import { renderHtml } from "../../../src/features/page/html.ts";
import { dataElement } from "../../../src/features/page/markup.ts";
import { textHtml } from "../../../src/features/page/text.ts";
import type { Picture } from "../../../src/report/figures/picture.ts";
import type { Report } from "../../../src/report/report.ts";
import { finding, report, statistics, sweep, threshold } from "../../report/build.ts";
import { madeReport } from "../../report/made-reports.ts";
import { injections, situations } from "../../report/situations.ts";

type Page = JSDOM["window"]["document"];

/** The pages of all situations, by name. */
const pages = Object.fromEntries(Object.entries(situations).map(([name, build]) => [name, renderHtml(build())]));

const parsed = new Map<string, Page>();

/** The document of a page, which most tests look at more than once. */
function parse(page: string): Page {
  const document = parsed.get(page) ?? new JSDOM(page).window.document;
  parsed.set(page, document);
  return document;
}

function texts(page: string, selector: string): string[] {
  return [...parse(page).querySelectorAll(selector)].map(({ textContent }) => textContent.replace(/\s+/g, " ").trim());
}

function chartsOf(page: string): Picture[] {
  return JSON.parse(texts(page, "#chart-data")[0] ?? "");
}

/** The chart under a title. */
function chart(page: string, title: string): Picture {
  const place = texts(page, "figcaption strong").indexOf(title);
  const plot = [...parse(page).querySelectorAll(".plot")][place];
  const found = chartsOf(page)[Number(plot?.getAttribute("data-chart") ?? -1)];
  if (!found) throw new Error(`no chart ${title} among ${texts(page, "figcaption strong").join(", ")}`);
  return found;
}

function series(spec: Picture, label: string): readonly (number | null)[] {
  return spec.series.find((one) => one.label === label)?.values ?? [];
}

describe("markup", () => {
  it.each(["<b>", "</script>", '" onload="x', "' x='", "&lt;", "<!--"])("writes %j as text", (text) => {
    const document = parse(html`<p id="${text}">${text}</p>`.markup);
    const [paragraph] = document.querySelectorAll("p");
    expect(paragraph?.textContent).toBe(text);
    expect(paragraph?.getAttribute("id")).toBe(text);
    expect([...document.querySelectorAll("body *")]).toHaveLength(1);
  });

  it.each([...injections, "</script><script>alert(1)</script>", "-->", "<!-- <script>", "\u2028\u2029"])(
    "keeps %j inside its data element",
    (text) => {
      const { markup } = dataElement("data", { text });
      expect(markup.slice(0, -"</script>".length)).not.toMatch(/<\/|<!--|-->|[\u2028\u2029]/);
      const [element] = parse(markup).querySelectorAll("script");
      expect(JSON.parse(element?.textContent ?? "")).toEqual({ text });
    },
  );
});

describe.each(Object.entries(situations))("the page of %s", (name, build) => {
  const page = pages[name] ?? "";
  const document = parse(page);

  it("is the same twice and small", () => {
    expect(renderHtml(build())).toBe(page);
    expect(Buffer.byteLength(page)).toBeLessThan(1_000_000);
  });

  it("holds no live element or attribute but its own", () => {
    const tags = new Set([...document.querySelectorAll("*")].map(({ tagName }) => tagName.toLowerCase()));
    for (const tag of ["img", "iframe", "object", "embed", "form", "base", "video", "audio"])
      expect(tags).not.toContain(tag);
    expect(document.querySelectorAll('script:not([type="application/json"])')).toHaveLength(1);
    expect(document.querySelectorAll("style")).toHaveLength(1);
    const allowed =
      /^(?:#[\w-]+|https:\/\/github\.com\/octo\/server\/actions\/runs\/42|https:\/\/github\.com\/org\/mcp-bench-action\/blob\/v1\/docs\/(?:metrics\.md#glossary|how-it-decides\.md)|data:image\/svg\+xml,.*)$/;
    for (const link of document.querySelectorAll("[href]")) expect(link.getAttribute("href")).toMatch(allowed);
    expect(document.querySelectorAll("[src], [style], [onload], [onerror], [onclick]")).toHaveLength(0);
  });

  it("draws only numbers", () => {
    for (const { x, y, series } of chartsOf(page)) {
      for (const { values } of series) expect(values).toHaveLength(x.length);
      const numbers = [...x, ...y, ...series.flatMap(({ values }) => values.filter((value) => value !== null))];
      expect(numbers.every(Number.isFinite)).toBe(true);
    }
  });

  it("says everything that a picture needs in words", () => {
    for (const plot of document.querySelectorAll(".plot")) expect(plot.getAttribute("aria-label")).toMatch(/\w+.*\./);
    expect(page).not.toMatch(/aria-label="[^"]*(?:NaN|undefined|Infinity)/);
  });
});

describe("the policy", () => {
  it("names the hashes of the page's script and style and allows nothing else to run or load", () => {
    const page = renderHtml(madeReport({ rounds: 7, calls: 20 }));
    const document = parse(page);
    const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
    const [policy] = [...document.querySelectorAll("meta[http-equiv]")].map((meta) => meta.getAttribute("content"));
    const [style = ""] = [...document.querySelectorAll("style")].map(({ textContent }) => textContent);
    const script = [...document.querySelectorAll("script")].at(-1)?.textContent ?? "";
    expect(policy?.split("; ")).toEqual([
      "default-src 'none'",
      `script-src ${hash(script)}`,
      `style-src ${hash(style)}`,
      "img-src data:",
      "base-uri 'none'",
      "form-action 'none'",
    ]);
    expect(style).not.toMatch(/@import|url\(/);
  });
});

describe("the results", () => {
  it("stand worst first, a warning of what fails left out, with keys that sort as numbers", () => {
    const rows = [{ id: "echo", base: statistics(1), head: statistics(1.3) }];
    const page = renderHtml(
      report({
        rows,
        status: "regressed",
        findings: [
          finding({
            row: "echo",
            threshold: threshold("p95", "+5%", "warn"),
            state: "regressed",
            base: 1500,
            head: 2000,
          }),
          finding({
            row: "echo",
            threshold: threshold("mean", "+5%", "warn"),
            state: "regressed",
            base: 1500,
            head: 2000,
          }),
          finding({ row: "echo", threshold: threshold("p50", "+10%"), state: "pass", base: 1, head: 1.01 }),
          finding({ row: "echo", threshold: threshold("p95", "+10%"), state: "regressed", base: 1500, head: 2000 }),
          finding({ row: "echo", threshold: threshold("throughput", "-10%"), state: "pass", base: 100, head: 90 }),
        ],
      }),
    );
    expect(texts(page, "#results tbody td:nth-child(2)")).toEqual(["p95", "mean", "throughput", "p50"]);
    expect(texts(page, "#results tbody td:nth-child(7)")[1]).toContain("warning");
    // The limit has the minus sign of the figures beside it.
    expect(texts(page, "#results tbody td:nth-child(6)")[2]).toBe("−10%");
    const keys = [...parse(page).querySelectorAll("#results tbody td:nth-child(5)")];
    // Up is worse for every metric, so that sorting by change puts the bad ones together.
    expect(keys.map((cell) => Number(cell.getAttribute("data-key")).toFixed(3))).toEqual([
      "0.333",
      "0.333",
      "0.100",
      "0.010",
    ]);
    expect(texts(page, ".tally li")).toEqual(["1 failing", "1 warning", "2 pass"]);
    expect(texts(page, ".sentence code")).toEqual(["echo", "echo"]);
  });

  it("names the reference of a result that is not on base", () => {
    const same = { row: "echo", threshold: threshold("p50", "+10%"), state: "pass", base: 1, head: 1 } as const;
    const page = renderHtml(report({ status: "pass", findings: [finding(same), finding({ ...same, against: "ts" })] }));
    expect(texts(page, "#results tbody tr td:first-child, #results tbody tr th:first-child")).toEqual([
      "echo",
      "echo against ts",
    ]);
  });

  it("say which time passes by CPU time, and once what that means", () => {
    const of = (more: object) => {
      const one = finding({ row: "a", threshold: threshold("p50", "+10%"), state: "pass", base: 1, head: 1, ...more });
      return renderHtml(report({ status: "pass", rows: [{ id: "a", head: statistics(1) }], findings: [one] }));
    };
    expect(texts(of({ byCpu: true }), "td[data-label=Verdict]")).toEqual(["pass by CPU time"]);
    expect(of({ byCpu: true }).split("By CPU time:")).toHaveLength(2);
    expect(texts(of({}), "td[data-label=Verdict]")).toEqual(["pass"]);
    expect(of({})).not.toContain("By CPU time:");
  });

  it("of a limit that only warns are left out while open, where one that fails is decided", () => {
    const one = (text: string, level: "warn" | "fail", state: "pass" | "inconclusive" | "regressed") =>
      finding({ row: "a", threshold: { ...threshold("p50", text), level }, state, base: 1, head: 1 });
    const states = (...findings: ReturnType<typeof one>[]) =>
      texts(renderHtml(report({ status: "pass", findings })), "#results td[data-label=Verdict]");
    const pass = one("+10%", "fail", "pass");
    expect(states(pass, one("+5%", "warn", "inconclusive"))).toEqual(["pass"]);
    expect(states(pass, one("+5%", "warn", "regressed"))).toHaveLength(2);
    expect(states(one("+5%", "warn", "inconclusive"))).toHaveLength(1);
  });

  it.each<[number, Reason, string]>([
    [9, { code: "too-few", rounds: 9, gates: 46, need: 14 }, "9 rounds"],
    [9, { code: "evidence", rounds: 9, evidence: 12, need: 100 }, "9 rounds"],
    [7, { code: "evidence", rounds: 7, evidence: 12, need: 100 }, "7 of 9 rounds"],
    [
      7,
      { code: "too-few", rounds: 7, gates: 46, need: 14 },
      "7 of 9 rounds: with 46 gates a regression needs at least 14",
    ],
    [
      1,
      { code: "too-few", rounds: 1, gates: 46, need: 14 },
      "1 of 9 rounds: a pass needs at least 6, a regression among 46 gates 14",
    ],
    [9, { code: "no-ratio" }, "no round has p50 above zero on both commits"],
  ])("say of %i rounds why they are open, and what these need where the run has more: %o", (rounds, reason, words) => {
    const open = { threshold: threshold("p50", "+10%"), state: "inconclusive", base: 1, head: 1, rounds } as const;
    const page = renderHtml(report({ status: "inconclusive", findings: [finding({ row: "a", ...open, reason })] }));
    expect(texts(page, "td[data-label=Verdict] small")).toEqual([words]);
  });

  it("are cut where they are too many, the worst kept and the rest counted", () => {
    const page = pages["many-benchmarks"] ?? "";
    expect(parse(page).querySelectorAll("#results tbody tr")).toHaveLength(500);
    expect(texts(page, "#results tbody td:nth-child(7)").filter((text) => text.includes("regressed"))).toHaveLength(12);
    expect(texts(page, "#results > p").join()).toContain("3,700 further results");
  });
});

it("begins with what was measured where there is nothing to compare with", () => {
  const page = pages["no-baseline"] ?? "";
  expect(texts(page, "main h2").slice(0, 1)).toEqual(["Measurements"]);
  expect(texts(page, ".verdict .status")[0]).toContain("no baseline yet");
  expect(texts(page, "#results, .tally")).toEqual([]);
});

describe("latency", () => {
  const made = madeReport({ rounds: 8, calls: 400 });
  const page = renderHtml(made);

  it("is drawn of base and head from the record's samples", () => {
    const percentiles = chart(page, "Latency percentiles");
    const middle = percentiles.x.findIndex((nines) => nines >= Math.log10(2));
    const p50 = made.head.rows[0]?.statistics.p50;
    expect(p50?.state === "measured" && p50.value).toBeCloseTo(series(percentiles, "head")[middle] ?? 0, 0);
    expect(percentiles.xTexts?.[0]).toBe("p0");
  });

  it("says beside a row how many results fail, and counts no warning", () => {
    const findings = made.comparison.findings.map((one) =>
      one.row === "search" ? { ...one, state: "regressed" as const } : one,
    );
    const slow = renderHtml({ ...made, comparison: { ...made.comparison, findings } });
    const own = findings.filter(({ row }) => row === "search");
    const failing = own.filter(({ threshold: { level } }) => level === "fail").length;
    expect(failing).toBeLessThan(own.length);
    expect(texts(slow, "#rows summary .quiet")[0]).toContain(`, ${failing} of ${own.length} results failing`);
  });

  it("of base is not drawn where base was measured in another run", () => {
    const stored: Report = {
      ...made,
      comparison: {
        ...made.comparison,
        reference: { kind: "stored", createdAt: "2026-11-01T00:00:00.000Z", entries: 5 },
      },
    };
    const labels = chart(renderHtml(stored), "Latency percentiles").series.map(({ label }) => label);
    expect(labels).toEqual(["head"]);
  });

  it("of each round stands in the order of the rounds", () => {
    const rounds = chart(page, "latency p50 of each round");
    expect(rounds.x).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(series(rounds, "base")).toHaveLength(8);
    // Launches are no course of time: points, those of a round joined.
    expect(rounds.series.map(({ shape }) => shape)).toEqual(["points", "points"]);
    expect(rounds.isPaired).toBe(true);
    expect(texts(page, "figcaption .note").join()).toContain("Head was slower than base in 8 of 8 rounds");
  });
});

describe("history", () => {
  const made = madeReport({ rounds: 7, calls: 60 });

  it("marks the run where a level changed, and only there", () => {
    const page = renderHtml(made);
    const moved = chart(page, "latency p50 of search");
    expect(moved.marks).toEqual([20]);
    expect(series(moved, "level").slice(19, 21)).toSatisfy(([before, after]) => after / before > 1.2);
    expect(chart(page, "latency p50 of read_file").marks).toEqual([]);
    expect(texts(page, "#history .note").join()).toMatch(/Changes of level: \+\d/);
  });

  it("ends with this run and carries the interval of the rounds", () => {
    const spec = chart(renderHtml(made), "latency p50 of search");
    expect(spec.x).toHaveLength(31);
    expect(spec.xTexts?.at(-1)).toBe("1f2e3d4c5b, 2026-11-18");
    const [low, value, high] = ["interval from", "p50", "interval to"].map((label) => series(spec, label)[3] ?? 0);
    expect(low).toBeLessThanOrEqual(value ?? 0);
    expect(high).toBeGreaterThanOrEqual(value ?? 0);
  });

  it("leaves out runs of another configuration", () => {
    const [first, ...others] = made.history;
    if (!first) throw new Error("no history");
    const rows = first.summary.rows.map((row) => ({ ...row, configHash: "another" }));
    const page = renderHtml({ ...made, history: [{ ...first, summary: { ...first.summary, rows } }, ...others] });
    expect(chart(page, "latency p50 of search").x).toHaveLength(30);
  });

  it("is not there without stored runs", () => {
    expect(texts(renderHtml({ ...made, history: [] }), "#history")).toEqual([]);
  });
});

describe("sweeps and resources", () => {
  it("draws throughput, p50 and p99 over the swept value, without rows that had errors", () => {
    const rows = sweep("docs", { 1: 1, 5: 1, 10: 1, 20: 1 });
    const failing = rows.map((row) => (row.x === 5 ? { ...row, headFailures: { timeout: 1 } } : row));
    const page = renderHtml(report({ rows: failing, status: "pass" }));
    for (const label of ["throughput", "latency p50", "latency p99"])
      expect(chart(page, `${label} of docs`).xTexts).toEqual(["1", "10", "20"]);
    expect(texts(page, "figcaption .note").join()).toContain("Omitted because of errors: docs @5");
  });

  it("draws memory and phases of each launch, and no metric that never differs", () => {
    const page = renderHtml(madeReport({ rounds: 7, calls: 20 }));
    const memory = chart(page, "peak RSS of each round");
    expect(memory.unit).toBe("MB");
    expect(series(memory, "head")).toHaveLength(7);
    expect(texts(page, "figcaption strong")).not.toContain("tools/list size of each round");
  });
});

it("shows as code what stands in backticks, in words of ours as in those of others", () => {
  const said = "allow 5 minutes (`<time>`)";
  const shown = "allow 5 minutes (<code>&lt;time&gt;</code>)";
  expect(textHtml([said, { prose: said }]).map(({ markup }) => markup)).toEqual([shown, `<bdi>${shown}</bdi>`]);
});
