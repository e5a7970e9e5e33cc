import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Entry, entryFrom } from "../../src/baseline/branch/entry.ts";
import { environmentKey } from "../../src/record/key.ts";
import type { RunRecord } from "../../src/record/record.ts";
import { summarise } from "../../src/table/summarise.ts";
import { tabulate } from "../../src/table/table.ts";
import { makeRecord, noisyRounds } from "../decide/records.ts";
import { mergeGroupEvent, pushEvent, type RunnerEvent } from "../support/events.ts";
import { temporaryFolder } from "../support/folder.ts";
import { openTestStore } from "../support/git-store.ts";
import type { Token } from "../support/github/identities.ts";
import { type Scenario, startScenario } from "../support/scenario.ts";

const tell = "server: { command: node, args: [-e, \"console.error('I was run')\"] }\n";
const files = { "README.md": "A server.\n", "mcp-bench.yml": tell };

const rounds = (median: number, seed: number) => noisyRounds(12, { median, spread: 0.02, seed });

/** A run beside base in which head is slower, or over a budget. */
function slower(sha: string, thresholds: Record<string, unknown> = { p50: "+10%" }): RunRecord {
  const record = makeRecord({ rows: { echo: { base: rounds(10, 1), head: rounds(15, 2) } }, thresholds });
  return { ...record, commit: { sha, dirty: false } };
}

interface Step {
  readonly event: RunnerEvent;
  readonly record: RunRecord;
  readonly mode: "report" | "publish";
  readonly token?: Token;
}

async function give(scenario: Scenario, { event, record, mode, token = "token-of-actions" }: Step) {
  using results = temporaryFolder();
  writeFileSync(join(results.path, "record.json"), JSON.stringify(record));
  return await scenario.run(event, { inputs: { mode, results: results.path, "fail-on": "regression,budget" }, token });
}

test("skip: nothing is measured, the check is green, and the comment says who wanted that", async () => {
  await using scenario = await startScenario(files);
  const { number, labelled, push } = await scenario.openPullRequest({ "README.md": "Better.\n" });
  scenario.api.labels.set(number, "mcp-bench:skip", "alice");
  const outcome = await scenario.run(labelled("mcp-bench:skip"));
  expect(outcome.exitCode, outcome.log).toBe(0);
  expect(outcome.outputs).toMatchObject({ status: "skipped", skipped: "alice" });
  expect(outcome.log).not.toContain("I was run");
  expect(outcome.summary).toContain("`alice` skipped it");
  const [comment] = await scenario.api.comments(number);
  expect(comment?.body).toContain("Nothing was measured");

  const told = await scenario.run(labelled("mcp-bench:skip"), { inputs: { mode: "labels" } });
  expect(told.outputs).toMatchObject({ skipped: "alice" });

  const later = await scenario.run(push({ "README.md": "Worse.\n" }), { inputs: { "compare-ref": "none" } });
  expect(later.log).toContain("I was run");
  expect(later.log).toContain("set it before there was a report on");
});

test("skip by somebody who may not write: the run goes on, and says so", async () => {
  await using scenario = await startScenario(files);
  const { number, opened } = await scenario.openPullRequest({ "README.md": "Better.\n" });
  scenario.api.labels.set(number, "mcp-bench:skip", "mallory");
  const outcome = await scenario.run(opened, { inputs: { "compare-ref": "none" } });
  expect(outcome.log).toContain("@mallory, who set it, may not write");
  expect(outcome.log).toContain("I was run");
  expect(outcome.outputs.status).toBe("errored");
  const told = await scenario.run(opened, { inputs: { mode: "labels" } });
  expect(told.outputs.skipped ?? "").toBe("");
});

test("accept: a regression stays one, but does not fail the check; the comment says by whom", async () => {
  await using scenario = await startScenario(files);
  const { number, opened } = await scenario.openPullRequest({ "README.md": "Better.\n" });
  const step = { event: opened, record: slower(opened.sha), mode: "report" } as const;
  const before = await give(scenario, step);
  expect(before.exitCode, before.log).toBe(1);

  scenario.api.labels.set(number, "mcp-bench:accept", "mallory");
  const forged = await give(scenario, step);
  expect(forged.exitCode, forged.log).toBe(1);
  expect((await scenario.api.comments(number))[0]?.body).toContain("`@mallory`, who set it, may not write");

  scenario.api.labels.remove(number, "mcp-bench:accept", "alice");
  scenario.api.labels.set(number, "mcp-bench:accept", "alice");
  const accepted = await give(scenario, step);
  expect(accepted.exitCode, accepted.log).toBe(0);
  expect(accepted.outputs.status).toBe("regressed");
  const [comment, another] = await scenario.api.comments(number);
  expect(comment?.body).toContain("regression, accepted");
  expect(comment?.body).toMatch(/^<!--.* accepted=alice@/);
  expect(another).toBeUndefined();
});

test("accepted: the pull request passes a merge queue, but for a head that nobody accepted", async () => {
  await using scenario = await startScenario(files);
  const { number, opened, push } = await scenario.openPullRequest({ "README.md": "Better.\n" });
  const baseSha = scenario.repository.git("rev-parse", "main");
  const queued = async (headSha: string) => {
    const event = mergeGroupEvent({ baseSha, headSha, number });
    return await give(scenario, { event, record: slower(headSha), mode: "report" });
  };
  const reported = { event: opened, record: slower(opened.sha), mode: "report" } as const;
  await give(scenario, reported);
  scenario.api.labels.set(number, "mcp-bench:accept", "alice");
  // A label that no report has named yet.
  expect((await queued("4".repeat(40))).exitCode).toBe(1);
  await give(scenario, reported);
  const accepted = await queued("4".repeat(40));
  expect(accepted.exitCode, accepted.log).toBe(0);
  expect(accepted.log).toContain("Accepted by alice");
  push({ "README.md": "Worse.\n" });
  expect((await queued("5".repeat(40))).exitCode).toBe(1);
});

const events = ["synchronize", "unlabeled"] as const;

test("accept holds for the commit that was reported on, and for none that nobody has seen, whatever the event", async () => {
  await using scenario = await startScenario(files);
  const { number, opened, push, labelled } = await scenario.openPullRequest({ "README.md": "Better.\n" });
  await give(scenario, { event: opened, record: slower(opened.sha), mode: "report" });
  const pushed = push({ "README.md": "Worse.\n" });
  scenario.api.labels.set(number, "mcp-bench:accept", "alice");
  const payload = (action: string) => ({ ...pushed, payload: { ...pushed.payload, action } });
  for (const event of [...events.map(payload), labelled("mcp-bench:accept")]) {
    const refused = await give(scenario, { event, record: slower(pushed.sha), mode: "report" });
    expect(refused.exitCode, refused.log).toBe(1);
    expect(refused.summary).toContain("set it before there was a regression in a report on");
  }
});

test("accept says nothing where nothing regressed, and does not lift a budget", async () => {
  await using scenario = await startScenario(files);
  const { number, opened } = await scenario.openPullRequest({ "README.md": "Better.\n" });
  await give(scenario, { event: opened, record: slower(opened.sha), mode: "report" });
  scenario.api.labels.set(number, "mcp-bench:accept", "alice");
  const calm = await give(scenario, { event: opened, record: slower(opened.sha, { p50: "+900%" }), mode: "report" });
  expect(calm.exitCode, calm.log).toBe(0);
  expect(calm.summary).not.toContain("accepted");

  await give(scenario, { event: opened, record: slower(opened.sha), mode: "report" });
  scenario.api.labels.remove(number, "mcp-bench:accept", "alice");
  scenario.api.labels.set(number, "mcp-bench:accept", "alice");
  const over = await give(scenario, {
    event: opened,
    record: slower(opened.sha, { p50: ["+10%", "12ms"] }),
    mode: "report",
  });
  expect(over.exitCode, over.log).toBe(1);
  expect(over.outputs.status).toBe("regressed");
});

async function stored(scenario: Scenario, record: RunRecord): Promise<Entry | undefined> {
  await using store = await openTestStore(join(scenario.repository.remotes, "octo/server.git"));
  const { entries } = await store.read(environmentKey(record));
  return entries.find(({ commit }) => commit === record.commit?.sha);
}

test("merged: the baseline branch records who accepted it and when, and the run becomes a baseline", async () => {
  await using scenario = await startScenario(files);
  const { number, opened } = await scenario.openPullRequest({ "README.md": "Better.\n" });
  const before = scenario.repository.git("rev-parse", "main");
  const [plain, merged] = ["1".repeat(40), "2".repeat(40)];
  const publish = (sha: string) =>
    give(scenario, {
      event: pushEvent({ before, after: sha }),
      record: slower(sha),
      mode: "publish",
      token: "token-that-pushes",
    });

  const alone = await publish(plain);
  expect(alone.exitCode, alone.log).toBe(1);
  expect(await stored(scenario, slower(plain))).toMatchObject({ status: "regressed", usable: false });

  const reported = { event: opened, record: slower(opened.sha), mode: "report" } as const;
  await give(scenario, reported);
  scenario.api.labels.set(number, "mcp-bench:accept", "alice");
  const green = await give(scenario, reported);
  expect(green.exitCode, green.log).toBe(0);
  scenario.api.labels.merge(number, merged);
  const accepted = await publish(merged);
  expect(accepted.exitCode, accepted.log).toBe(0);
  expect(await stored(scenario, slower(merged))).toMatchObject({
    status: "regressed",
    usable: true,
    accepted: { by: "alice", reason: `label mcp-bench:accept on pull request ${number}` },
  });
  // The rest of the entry is what the run says.
  const record = slower(merged);
  const entry = entryFrom(record, { head: summarise(tabulate(record), "head"), status: "regressed" });
  expect((await stored(scenario, record))?.head).toEqual(entry.head);
});

test("merged although the label was refused on the last push: the regression is no baseline", async () => {
  await using scenario = await startScenario(files);
  const { number, opened, push } = await scenario.openPullRequest({ "README.md": "Better.\n" });
  const before = scenario.repository.git("rev-parse", "main");
  const reported = { record: slower(opened.sha), mode: "report" } as const;
  await give(scenario, { ...reported, event: opened });
  scenario.api.labels.set(number, "mcp-bench:accept", "alice");
  await give(scenario, { ...reported, event: opened });
  const pushed = push({ "README.md": "Worse.\n" });
  const red = await give(scenario, { event: pushed, record: slower(pushed.sha), mode: "report" });
  expect(red.exitCode, red.log).toBe(1);
  const merged = "3".repeat(40);
  scenario.api.labels.merge(number, merged);
  const event = pushEvent({ before, after: merged });
  const stores = await give(scenario, { event, record: slower(merged), mode: "publish", token: "token-that-pushes" });
  expect(stores.exitCode, stores.log).toBe(1);
  const entry = await stored(scenario, slower(merged));
  expect(entry).toMatchObject({ status: "regressed", usable: false });
  expect(entry).not.toHaveProperty("accepted");
});
