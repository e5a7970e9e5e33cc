import { expect, test } from "vitest";
import { reportFeatures } from "../../../src/feature.ts";
import { features } from "../../../src/features/index.ts";
import { renderComment } from "../../../src/report/markdown/markdown.ts";
import { sentenceOf } from "../../../src/report/news/sentence.ts";
import { plainText } from "../../../src/report/text.ts";
import { judge } from "../../../src/run/judge.ts";
import { makeRecord, type RoundOf } from "../../decide/records.ts";

const added = await reportFeatures(features);

type Routes = Readonly<Record<string, number>>;

/** Rounds of calls that take so long and ask the API by these routes. */
function rounds(routes: Routes, ms = 2, bytes = 2000): RoundOf[] {
  return Array.from({ length: 16 }, (_, round) => {
    const calls = 50;
    const seen = Object.entries(routes).map(([route, perCall]) => ({ route, requests: calls * perCall }));
    const requests = seen.reduce((sum, one) => sum + one.requests, 0);
    const latencies = Array.from({ length: calls }, (_, call) => ms * (1 + 0.01 * ((call + round) % 5)));
    return { latencies, more: { upstream: { calls, requests, receivedBytes: bytes * requests, routes: seen } } };
  });
}

const base: Routes = { "GET /v1/pages/*": 1 };
const head: Routes = { ...base, "GET /v1/users/*": 3 };

function reportOf(sides: { readonly base: RoundOf[]; readonly head: RoundOf[] }, more: object = {}) {
  const thresholds = { p50: "+10%", upstream_requests: "+10%", ...more };
  const other = { base: rounds(base), head: rounds(base) };
  return judge(makeRecord({ rows: { search: { ...sides }, read_page: other }, thresholds }), {
    stored: { kind: "entries", entries: [] },
    failOn: ["regression"],
    reproduce: "npx mcp-bench run",
    features: added,
  });
}

const sentence = (...sides: Parameters<typeof reportOf>) => plainText(sentenceOf(reportOf(...sides)));

test("the headline says how often calls ask the API, and by which route more often", async () => {
  const found = reportOf({ base: rounds(base), head: rounds(head) });
  expect(plainText(sentenceOf(found))).toContain("search calls the API 4 times, before: once");
  await expect(renderComment(found)).toMatchFileSnapshot("golden/more-requests.md");
});

test("where calls became slower too, that comes first, and the requests after it", () => {
  expect(sentence({ base: rounds(base), head: rounds(head, 3) })).toMatch(
    /search is 50% slower: .*\. search calls the API 4 times, before: once; more often: GET \/v1\/users\/\* 3 times, before: never\./,
  );
});

test("nothing is said of the API where calls ask it as often, or less often", () => {
  expect(sentence({ base: rounds(base), head: rounds(base, 3) })).not.toContain("API");
  expect(sentence({ base: rounds(head), head: rounds(base, 3) })).not.toContain("more often");
});

test("larger answers of the API are a regression where a threshold asks for them, and equal ones are none", () => {
  const fetched = (bytes: number) =>
    reportOf({ base: rounds(base), head: rounds(base, 2, bytes) }, { upstream_bytes: "+10%" });
  expect(plainText(sentenceOf(fetched(8000)))).toContain(
    "API bytes per call of search rose: 2,000\u00a0→\u00a08,000\u00a0B",
  );
  expect(fetched(2000).verdict.status).toBe("pass");
});
