import { JSDOM } from "jsdom";
import { describe, expect, it } from "vitest";
import type { Finding } from "../../../src/decide/verdict.ts";
import { renderBencher } from "../../../src/report/exports/bencher.ts";
import { renderCsv } from "../../../src/report/exports/csv.ts";
import { renderBiggerIsBetter, renderSmallerIsBetter } from "../../../src/report/exports/github-action-benchmark.ts";
import { renderJson } from "../../../src/report/exports/json.ts";
import { renderJunit } from "../../../src/report/exports/junit.ts";
import { renderOpenMetrics } from "../../../src/report/exports/openmetrics.ts";
import type { Report } from "../../../src/report/report.ts";
import { finding, report, serverStatistics, statistics, threshold } from "../build.ts";
import { situations } from "../situations.ts";

const all = Object.entries(situations);

function situation(name: string): Report {
  const build = situations[name];
  if (!build) throw new Error(`no situation ${name}`);
  return build();
}

describe("JSON", () => {
  it.each(all)("parses for %s and holds no number that is none", (_, build) => {
    const built = build();
    const document = JSON.parse(renderJson(built));
    expect(document).toMatchObject({ schema: 1, kind: "mcp-bench-report", status: built.verdict.status });
    expect(document.findings).toHaveLength(built.comparison.findings.length);
  });

  it("holds verdict, findings and summaries", () => {
    const document = JSON.parse(renderJson(situation("regression")));
    expect(document.failed).toBe(true);
    expect(document.findings[2]).toMatchObject({ row: "search @10", metric: "p50", state: "regressed" });
    expect(document.head.rows[1].statistics.p50.value).toBeCloseTo(29.21, 6);
    expect(document.base.rows).toHaveLength(6);
  });
});

describe("JUnit", () => {
  const parse = (text: string) => new JSDOM(text, { contentType: "text/xml" }).window.document;

  it.each(all)("is XML for %s with true counts", (_, build) => {
    const built = build();
    const document = parse(renderJunit(built));
    const [root] = [...document.querySelectorAll("testsuites")];
    const { findings } = built.comparison;
    const isToldByFinding = findings.some(({ state }) => state === "errored");
    const isErrored = built.verdict.status === "errored" || isToldByFinding;
    expect(document.querySelectorAll("testcase")).toHaveLength(
      findings.length + (isErrored && !isToldByFinding ? 1 : 0),
    );
    expect(document.querySelectorAll("error").length > 0).toBe(isErrored);
    for (const [attribute, element] of [
      ["failures", "failure"],
      ["errors", "error"],
      ["skipped", "skipped"],
    ] as const)
      expect(root?.getAttribute(attribute)).toBe(String(document.querySelectorAll(`testcase > ${element}`).length));
  });

  it("fails what fails, skips what is undecided and passes what warns", () => {
    const of = (state: "regressed" | "inconclusive" | "errored" | "pass", level: "fail" | "warn" = "fail") => {
      const one = finding({ row: "echo", threshold: threshold("p50", "+10%", level), state });
      const document = parse(renderJunit(report({ findings: [one], status: "pass" })));
      return [...document.querySelectorAll("testcase > *")].map((element) => element.tagName);
    };
    expect(of("regressed")).toEqual(["failure"]);
    expect(of("regressed", "warn")).toEqual(["system-out"]);
    expect(of("inconclusive")).toEqual(["skipped"]);
    expect(of("errored")).toEqual(["error"]);
    expect(of("pass")).toEqual(["system-out"]);
  });

  it("tells a budget's one figure, and a threshold's two, whichever way it went", () => {
    const told = (text: string, more: Partial<Finding> = {}) => {
      const echo = { row: "echo", threshold: threshold("p50", text), state: "pass", base: 1, head: 2 } as const;
      const document = parse(renderJunit(report({ findings: [finding({ ...echo, ...more })], status: "pass" })));
      const [one] = [...document.querySelectorAll("testcase > *")];
      return (one?.getAttribute("message") ?? one?.textContent)?.replaceAll("\u00a0", " ");
    };
    const reason = { code: "shown", rounds: 9 } as const;
    expect(told("+10%", { state: "regressed", reason })).toMatch(
      /^regressed: 1\.00 ms → 2\.00 ms, \+100%.* \(shown in 9 paired rounds\)$/,
    );
    const counted = { code: "counted", worse: 4, better: 0, ofRounds: 9 } as const;
    const alike = { state: "regressed", base: 0, head: 0, reason: counted } as const;
    expect(told("+10%", alike)).toMatch(/^regressed: 0[^,]* → 0[^,]* \(worse than base in 4 of 9 rounds/);
    expect(told("5ms")).toBe("pass: 2.00 ms");
    expect(told("+10%")).toMatch(/^pass: 1\.00 ms → 2\.00 ms, \+100%[^→]*$/);
  });

  it("tells the same threshold on base and on a reference apart", () => {
    const same = { row: "echo", threshold: threshold("p50", "+10%"), state: "pass" } as const;
    const findings = [finding(same), finding({ ...same, against: "ts" })];
    const document = parse(renderJunit(report({ findings, status: "pass" })));
    const names = [...document.querySelectorAll("testcase")].map((one) => one.getAttribute("name"));
    expect(names).toEqual(["p50 fail +10%", "p50 fail +10% against ts"]);
  });

  it("keeps names that XML could act on", () => {
    const one = finding({ row: `<a b="c">&'\u0000\uffff`, threshold: threshold("p50", "+10%"), state: "pass" });
    const document = parse(renderJunit(report({ findings: [one], status: "pass" })));
    expect([...document.querySelectorAll("testsuite")][0]?.getAttribute("name")).toBe(`<a b="c">&'`);
  });
});

describe("CSV", () => {
  it("has one line per row and metric with as many fields as the header", () => {
    const lines = renderCsv(situation("clean")).trimEnd().split("\r\n");
    const fields = lines.map((line) => line.split(",").length);
    expect(new Set(fields)).toEqual(new Set([15]));
    expect(lines[2]).toMatch(/^echo,echo,1,1 in flight,p75,ms,/);
    expect(lines.filter((line) => line.startsWith("(server),"))).toHaveLength(8);
    expect(lines.find((line) => line.startsWith("echo,echo,1,1 in flight,p50"))).toContain("fail +10%,pass");
  });

  it.each(["=1+2", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\u200b=1", "＝1", "＋1", "－1", "＠A1"])(
    "does not let %j become a formula",
    (name) => {
      const text = renderCsv(report({ rows: [{ id: name, head: statistics(1) }], status: "pass" }));
      expect(text.split("\r\n")[1]).toMatch(/^'[=+\-@＝＋－＠]/);
    },
  );

  it("quotes separators and quotes, and what separates where a comma is the decimal mark", () => {
    const semicolon = renderCsv(report({ rows: [{ id: "a;=1+1", head: statistics(1) }], status: "pass" }));
    expect(semicolon.split("\r\n")[1]).toMatch(/^"a;=1\+1",/);
    const text = renderCsv(report({ rows: [{ id: 'a,"b"\nc', head: statistics(1) }], status: "pass" }));
    expect(text.split("\r\n")[1]).toMatch(/^"a,""b"" c","a,""b"" c",1,/);
  });

  it("has the parts of a mix and what the server logged of itself", () => {
    const plain = report({ rows: [{ id: "mixed", head: statistics(1) }], status: "pass" });
    const latency = { p50: 1.5, p95: 2, p99: 3, mean: 1.6 };
    const values = { count: 8, mean: 0.25, min: 0.1, max: 0.9, p50: 0.2, p95: 0.8, p99: 0.9 };
    const rows = plain.head.rows.map((row) => ({
      ...row,
      parts: [{ part: "get", attempted: 9, ok: 8, latency }],
      serverMetrics: [{ field: "eval_ms", lines: 8, calls: 9, values }],
    }));
    const lines = renderCsv({ ...plain, head: { ...plain.head, rows } }).split("\r\n");
    expect(lines).toContain("mixed part get,mixed,1,1 in flight,part_ok,count,,8,,,,,,,");
    expect(lines).toContain("mixed part get,mixed,1,1 in flight,part_p95,ms,,2,,,,,,,");
    expect(lines).toContain("mixed field eval_ms,mixed,1,1 in flight,server_metric_mean,,,0.25,,,,,,,");
  });

  it("has the change from base beside base's figure, and one from a reference where there is no base", () => {
    const on = { row: "echo", threshold: threshold("p50", "+10%"), state: "regressed" } as const;
    const findings = [finding({ ...on, base: 1, head: 3, against: "ts" }), finding({ ...on, base: 2, head: 3 })];
    const change = (base: object) => {
      const text = renderCsv(
        report({ rows: [{ id: "echo", head: statistics(3), ...base }], findings, status: "pass" }),
      );
      return text
        .split("\r\n")
        .find((line) => line.includes(",p50,"))
        ?.split(",")[8];
    };
    expect(change({ base: statistics(2) })).toBe("0.5");
    expect(change({})).toBe("2");
  });

  it("has no change but that between the two figures", () => {
    const changes = (input: Parameters<typeof report>[0], cells: RegExp) => {
      const line = renderCsv(report(input))
        .split("\r\n")
        .find((one) => cells.test(one));
      return line?.split(",").slice(8, 11);
    };
    const server = {
      base: serverStatistics({ tools_list_bytes: 10_000 }),
      head: serverStatistics({ tools_list_bytes: 15_000 }),
    };
    const same = { base: 10_000, head: 10_000, change: { estimate: 0 } };
    const list = finding({ row: "(server)", threshold: threshold("tools_list_bytes", "+10%"), state: "pass", ...same });
    expect(changes({ status: "pass", server, findings: [list] }, /tools_list_bytes/)).toEqual(["", "", ""]);
    // Failing is quick.
    const failing = finding({ row: "echo", threshold: threshold("error_rate", "+1%"), state: "regressed", head: 1 });
    const gain = finding({ row: "echo", threshold: threshold("p50", "+10%"), state: "pass", base: 10, head: 1 });
    const rows = [{ id: "echo", base: statistics(10), head: statistics(1) }];
    expect(changes({ status: "regressed", rows, findings: [failing, gain] }, /,p50,/)).toEqual(["", "", ""]);
  });

  it("leaves negative changes numbers", () => {
    const line = renderCsv(situation("improvement"))
      .split("\r\n")
      .find((one) => one.startsWith("search,search,1,1 in flight,p50"));
    expect(line?.split(",")[8]).toMatch(/^-0\.33/);
  });
});

describe("github-action-benchmark", () => {
  it("splits by the direction that is good", () => {
    const smaller = JSON.parse(renderSmallerIsBetter(situation("clean")));
    const bigger = JSON.parse(renderBiggerIsBetter(situation("clean")));
    expect(smaller[0]).toMatchObject({ name: "echo p50", unit: "ms", value: 0.415, extra: "9 rounds" });
    expect(smaller[0].range).toMatch(/^± 0\.00\d+$/);
    expect(bigger.map((entry: { name: string }) => entry.name)).toEqual([
      "echo throughput",
      "read_file throughput",
      "tools/list throughput",
    ]);
    expect(smaller.map((entry: { name: string }) => entry.name)).toContain("server peak RSS");
  });
});

describe("Bencher Metric Format", () => {
  it("uses Bencher's own measures in their units", () => {
    const document = JSON.parse(renderBencher(situation("clean")));
    expect(document.echo.latency.value).toBe(415_000);
    expect(document.echo.latency.lower_value).toBeLessThan(415_000);
    expect(document.echo.throughput.value).toBeCloseTo(900 / 0.415, 6);
    expect(Object.keys(document.server)).toEqual(
      expect.arrayContaining(["startup-ms", "peak-rss-bytes", "tools-list-bytes"]),
    );
  });

  it.each(all)("holds only finite numbers for %s", (_, build) => {
    const document: Record<string, Record<string, object>> = JSON.parse(renderBencher(build()));
    for (const measure of Object.values(document).flatMap(Object.values))
      for (const value of Object.values(measure)) expect(Number.isFinite(value)).toBe(true);
  });
});

describe("rows whose names look alike to another program", () => {
  const rows = [`${"x".repeat(90)}1`, `${"x".repeat(90)}2`, "server"].map((id) => ({ id, head: statistics(2) }));
  const built = report({ status: "pass", rows });

  it("are all told to Bencher, and none of them in the place of the server", () => {
    const short = `${"x".repeat(79)}…`;
    expect(Object.keys(JSON.parse(renderBencher(built)))).toEqual([short, `${short} #2`, "server #2", "server"]);
  });

  it("tell the server of each variant", () => {
    const servers = Object.fromEntries(["py", "ts"].map((variant) => [variant, serverStatistics()]));
    const variants = { ...built, head: { ...built.head, servers } };
    const names = JSON.parse(renderSmallerIsBetter(variants)).map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(["server [py] peak RSS", "server [ts] peak RSS"]));
    expect(Object.keys(JSON.parse(renderBencher(variants))).slice(2)).toEqual(["server", "server [py]", "server [ts]"]);
  });

  it("have charts of their own", () => {
    const names = JSON.parse(renderSmallerIsBetter(built)).map(({ name }: { name: string }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe("OpenMetrics", () => {
  it("has base units, escapes names, keeps those apart that look alike, and ends as it must", () => {
    const rows = ['say "\\hi"', "bell\u0007", "bell"].map((id) => ({ id, head: statistics(2, { throughput: 50 }) }));
    const text = renderOpenMetrics(report({ status: "pass", rows }));
    expect(text).toContain('mcp_bench_p50_seconds{arm="head",row="say \\"\\\\hi\\"",benchmark=');
    expect(text).toMatch(/^mcp_bench_p50_seconds\{arm="head",row="bell",benchmark="[^"]*"\} 0\.002$/m);
    expect(text).toContain('row="bell #2"');
    expect(text).toContain("# UNIT mcp_bench_throughput_per_second per_second\n");
    expect(text).toContain("mcp_bench_failed 0\n");
    expect(text.endsWith("\n# EOF\n")).toBe(true);
  });

  it("names the variant of a server", () => {
    const plain = report({ status: "pass", rows: [] });
    const servers = { proxied: statistics(2) };
    const text = renderOpenMetrics({ ...plain, head: { ...plain.head, servers } });
    expect(text).toContain('mcp_bench_p50_seconds{arm="head",variant="proxied"} 0.002\n');
  });

  it("is valid without a single figure", () => {
    expect(renderOpenMetrics(report({ status: "errored", rows: [] }))).toMatch(/^# TYPE mcp_bench_run_info gauge\n/);
  });
});
