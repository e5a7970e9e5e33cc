import { JSDOM } from "jsdom";
import { describe, expect, test } from "vitest";
import type { FindingState } from "../../../src/decide/verdict.ts";
import { renderHtml } from "../../../src/features/page/html.ts";
import type { Status } from "../../../src/record/status.ts";
import { states } from "../../../src/report/states.ts";
import { finding, report, statistics, threshold } from "../../report/build.ts";
import { study } from "../../report/sections/made-variants.ts";
import { operations } from "../../report/study/made-study.ts";

test("the page draws a line per variant over the sweep", () => {
  const page = new JSDOM(renderHtml(study)).window.document;
  const captions = [...page.querySelectorAll("#variants figure")].map((figure) => ({
    title: [...figure.querySelectorAll("figcaption strong")].map((title) => title.textContent).join(),
    lines: [...figure.querySelectorAll(".legend li")].map((item) => item.textContent),
  }));
  const lines = ["upstream=1", "upstream=4"];
  expect(captions).toEqual(
    ["throughput", "latency p50", "latency p99"].map((label) => ({ title: `${label} of search`, lines })),
  );
});

test("a study stands in the order of its configuration, charts beside their tables", () => {
  const page = renderHtml(operations({ ping: 1.5, read: 0.5, add: undefined }));
  expect(page).toMatch(/How many calls &lt;b&gt;[\s\S]*id="findings"/);
  expect(page.indexOf(">operations</h2>")).toBeLessThan(page.indexOf(">list</h2>"));
  expect(page.match(/<div class="plot"/g)?.length ?? 0).toBeGreaterThan(2);
});

describe.each(Object.entries(states))("what is %s", (state, shown) => {
  test.runIf("result" in shown && state !== "no-baseline")("has its sign drawn beside a result", () => {
    const one = finding({
      row: "echo",
      threshold: threshold("p50", "+10%"),
      state: state as FindingState,
      base: 1,
      head: 1.3,
    });
    const page = renderHtml(
      report({ rows: [{ id: "echo", head: statistics(1) }], findings: [one], status: "regressed" }),
    );
    const drawn = `<svg class="icon tone-${shown.tone}" aria-hidden="true"><use href="#icon-${shown.tone}"/></svg> `;
    expect(page).toContain(
      `<span class="tone-${shown.tone}">${drawn}${"result" in shown ? shown.result.words : ""}</span>`,
    );
    expect(page).not.toMatch(/\p{Emoji_Presentation}/u);
  });

  test.runIf("run" in shown)("has its sign drawn beside the verdict", () => {
    const words = "run" in shown ? shown.run.words : "";
    expect(renderHtml(report({ status: state as Status }))).toMatch(
      new RegExp(`<div class="verdict ${shown.tone}"><p class="status"><svg class="icon.*</svg> ?${words}</p>`),
    );
  });
});
