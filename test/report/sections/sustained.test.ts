import { expect, test } from "vitest";
import { renderHtml } from "../../../src/features/page/html.ts";
import { renderComment } from "../../../src/report/markdown/markdown.ts";
import { judge } from "../../../src/run/judge.ts";
import { makeRecord } from "../../decide/records.ts";
import { type Rises, timelineOf } from "../../support/timeline.ts";

function reportOf(head: Rises, base?: Rises) {
  const once = (rises: Rises) => [{ latencies: [5, 5, 5], more: { timeline: timelineOf(rises) } }];
  const record = makeRecord({ rows: { soak: { head: once(head), ...(base ? { base: once(base) } : {}) } } });
  return judge(record, { stored: { kind: "none", reason: "none" }, failOn: ["regression"], reproduce: "x" });
}

test("a sustained load has one line in the comment, with intervals and beside base", () => {
  const text = String(renderComment(reportOf({ rssBytes: 2e6, ok: -0.02 }, {}))).replaceAll("\u00a0", " ");
  const lines = text.split("\n").filter((line) => /`soak`.* over 600 s/.test(line));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/throughput −[12]\.\d+%\/10 min \(−[12]\.\d+ … −[12]\.\d+\)/);
  expect(lines[0]).toMatch(/memory \+12\.\d MB\/h \(\+1\d\.\d … \+1\d\.\d\), base [+−]/);
  expect(lines[0]).not.toContain("⚠️");
});

test("a server that gets worse is marked in it", () => {
  const text = String(renderComment(reportOf({ rssBytes: 6e6 })));
  expect(text).toMatch(/⚠️ `soak` over/);
});

test("the page draws latency, throughput and memory over time", () => {
  const page = String(renderHtml(reportOf({ rssBytes: 2e6 }, {})));
  expect(page).toContain("RSS of the process tree while the load lasts");
  expect(page).toContain("p95 while the load lasts");
  expect(page).toContain("throughput while the load lasts");
});
