import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, test } from "vitest";
import { parse, stringify } from "yaml";
import { type Entry, entryFrom } from "../../src/baseline/branch/entry.ts";
import type { RunRecord } from "../../src/record/record.ts";
import { seededRandom } from "../../src/stats/random.ts";
import { summarise } from "../../src/table/summarise.ts";
import { tabulate } from "../../src/table/table.ts";
import { commitId } from "../baseline/sample.ts";
import { makeRecord, noisyRounds, normal } from "../decide/records.ts";
import { branch, openTestStore, storeHistory } from "../support/git-store.ts";
import { ask, breakServer, mendServer, organisation, Repository, type Run, until } from "./repository.ts";

const forge = inject("forge");

function copied(...names: string[]): Record<string, string> {
  const workflows = names.map((name) => [`workflows/${name}.yml`, `.github/workflows/${name}.yml`] as const);
  return { "test/act/project": ".", ...Object.fromEntries(workflows) };
}

interface Step {
  readonly uses?: string;
  readonly run?: string;
}

/** The nightly workflow, begun whenever a test asks for a night; its measuring step can be replaced. */
function rewriteNightly(folder: string, measure?: Step): void {
  const file = join(folder, ".github/workflows/nightly.yml");
  const workflow = parse(readFileSync(file, "utf8"));
  workflow.on.schedule = [{ cron: "@every 1s" }];
  if (measure) {
    delete workflow.on.push;
    const { steps } = workflow.jobs.measure as { steps: Step[] };
    workflow.jobs.measure.steps = steps.map((step) => (step.uses?.includes("/mcp-bench-action@") ? measure : step));
  }
  writeFileSync(file, stringify(workflow));
}

/** The run of a night: Gitea looks for what is due as soon as it is told to. */
async function night(repository: Repository, { after = 0 } = {}): Promise<Run> {
  const sha = await repository.git("rev-parse", "main");
  const begins = async () => {
    await ask(forge, { method: "POST", path: "/admin/cron/start_schedule_tasks" });
    return (await repository.runs("nightly.yml", sha)).some(({ id }) => id > after);
  };
  await until("the night begins", begins);
  return repository.run("nightly.yml", sha, { after });
}

/** Puts runs on the branch as if earlier nights had stored them. */
async function storeRuns(repository: Repository, entries: readonly Entry[]): Promise<void> {
  const [first, ...others] = entries;
  if (first) await storeHistory(repository.folder, [first, ...others]);
  await repository.git("push", "--quiet", "origin", branch);
}

test("a push and a night are stored by the job that may write, and shown as a page", async () => {
  const files = copied("nightly", "pages");
  await using repository = await Repository.create(forge, {
    name: `${organisation}/nightly`,
    files,
    change: (folder) => {
      rewriteNightly(folder);
      // The package is that of this tree; nobody has published it here.
      const pages = join(folder, ".github/workflows/pages.yml");
      const text = readFileSync(pages, "utf8");
      writeFileSync(pages, text.replace("npx --yes mcp-bench@1", `node ${join(process.cwd(), "dist/cli.js")}`));
    },
  });
  const main = await repository.git("rev-parse", "main");
  const pushed = await repository.run("nightly.yml", main);
  expect(pushed, pushed.log).toMatchObject({ conclusion: "success", jobs: { measure: "success", store: "success" } });
  expect(pushed.log).toContain(`Stored on ${branch} as ${(await repository.fetchBaseline()).slice(0, 7)}`);

  const stored = await night(repository, { after: pushed.id });
  expect(stored, stored.log).toMatchObject({ conclusion: "success", jobs: { measure: "success", store: "success" } });
  expect(stored.log).toContain("Tracking issue: none");
  await repository.fetchBaseline();
  expect(await repository.git("log", "--format=%an", branch)).toBe("github-actions[bot]\ngithub-actions[bot]");
  expect(await repository.git("show", `${branch}:README.md`)).toContain("work");

  const dispatches = `/repos/${repository.name}/actions/workflows/pages.yml/dispatches`;
  await ask(forge, { method: "POST", path: dispatches, body: { ref: "main" } });
  const page = await repository.run("pages.yml", main);
  expect(page, page.log).toMatchObject({ conclusion: "success", jobs: { render: "success", deploy: "success" } });
  expect(page.log).toContain("<title>MCP Bench baseline");
});

test("ten jobs that store at once lose nothing", async () => {
  const runners = Array.from({ length: 10 }, (_, index) => `runner-${index}`);
  const store = {
    "runs-on": "ubuntu-latest",
    strategy: { matrix: { runner: runners } },
    permissions: { contents: "write" },
    steps: [
      { uses: "actions/checkout@v1" },
      {
        run: 'mkdir results && sed "s/COMMIT/$GITHUB_SHA/; s/RUNNER/${{ matrix.runner }}/" record.json > results/record.json',
      },
      { uses: `${organisation}/mcp-bench-action@v1`, with: { mode: "publish", results: "results" } },
    ],
  };
  const workflow = { on: { push: { branches: ["main"] } }, jobs: { store } };
  const measured = makeRecord({ rows: { echo: { head: noisyRounds(3, { median: 1, spread: 0.02, seed: 1 }) } } });
  const environment = { ...measured.environment, runnerKey: "RUNNER" };
  const record = { ...measured, environment, commit: { sha: "COMMIT", dirty: false } };
  await using repository = await Repository.create(forge, {
    name: `${organisation}/race`,
    files: {},
    change: (folder) => {
      mkdirSync(join(folder, ".github/workflows"), { recursive: true });
      writeFileSync(join(folder, ".github/workflows/store.yml"), stringify(workflow));
      writeFileSync(join(folder, "record.json"), JSON.stringify(record));
    },
  });
  const run = await repository.run("store.yml", await repository.git("rev-parse", "main"));
  expect(run.conclusion, run.log).toBe("success");
  expect(Object.values(run.jobs)).toEqual(runners.map(() => "success"));
  await repository.fetchBaseline();
  expect(await repository.git("rev-list", "--count", branch)).toBe("10");
  const files = await repository.git("ls-tree", "-r", "--name-only", branch);
  const entries = files.match(/(?<=_)runner-\d(?=_.*\/\d{4}-\d\d\.json)/g);
  expect(entries?.toSorted()).toEqual(runners);
});

test("a drift opens one issue, later nights keep it, and recovery closes it", async () => {
  const random = seededRandom(15);
  let nights = 0;
  const nightAt = (level: number): RunRecord => {
    nights++;
    const median = level * Math.exp(0.03 * normal(random));
    const record = makeRecord({
      rows: { echo: { head: noisyRounds(3, { median, spread: 0.02, seed: nights, calls: 30 }) } },
      thresholds: { p50: { warn: "+10%" } },
      createdAt: new Date(Date.UTC(2026, 9, 1) + nights * 3_600_000).toISOString(),
    });
    return { ...record, commit: { sha: commitId(nights), dirty: false } };
  };
  await using repository = await Repository.create(forge, {
    name: `${organisation}/drift`,
    files: copied("nightly"),
    change: (folder) =>
      rewriteNightly(folder, {
        run: 'mkdir mcp-bench-results && sed "s/COMMIT/$GITHUB_SHA/" night.json > mcp-bench-results/record.json',
      }),
  });
  const storeNights = (count: number, level: number) => {
    const records = Array.from({ length: count }, () => nightAt(level));
    const entries = records.map((record) =>
      entryFrom(record, { head: summarise(tabulate(record), "head"), status: "pass" }),
    );
    return storeRuns(repository, entries);
  };
  const publish = async (level: number) => {
    const record = { ...nightAt(level), commit: { sha: "COMMIT", dirty: false } };
    await repository.pushToMain((folder) => writeFileSync(join(folder, "night.json"), JSON.stringify(record)));
    const run = await night(repository);
    expect(run, run.log).toMatchObject({ conclusion: "success", jobs: { measure: "success", store: "success" } });
    await repository.fetchBaseline();
    return run.log;
  };
  const issues = () =>
    ask<{ title: string; state: string; body: string }[]>(forge, {
      method: "GET",
      path: `/repos/${repository.name}/issues?state=all&type=issues`,
    });

  await storeNights(12, 1);
  expect(await publish(1)).toContain("nothing shifted");
  await storeNights(9, 1.5);
  expect(await publish(1.5)).toContain("Tracking issue: opened");
  const [issue] = await issues();
  expect(issue).toMatchObject({ state: "open", title: expect.stringContaining("p50 got worse") });
  expect(await publish(1.5)).toContain("Tracking issue: updated");
  await storeNights(11, 1);
  expect(await publish(1)).toContain("Tracking issue: closed");
  expect(await issues()).toMatchObject([{ state: "closed" }]);
});

test("where base is broken, head is compared with the stored runs, and main stores nothing", async () => {
  await using repository = await Repository.create(forge, {
    name: `${organisation}/broken-base`,
    files: copied("nightly", "pull-request"),
  });
  const main = await repository.git("rev-parse", "main");
  const stored = await repository.run("nightly.yml", main);
  expect(stored.conclusion, stored.log).toBe("success");
  await repository.fetchBaseline();
  const [key = ""] = (await repository.git("ls-tree", "-d", "--name-only", branch)).split("\n");
  await using store = await openTestStore(repository.folder);
  const { entries } = await store.read(key);
  const copies = Array.from({ length: 5 }, (_, index) => {
    const createdAt = new Date(Date.now() - (index + 1) * 3_600_000).toISOString();
    return entries.map((entry) => ({ ...entry, commit: commitId(index + 1), createdAt }));
  });
  await storeRuns(repository, copies.flat());
  const before = await repository.fetchBaseline();

  const broken = await repository.run("nightly.yml", await repository.pushToMain(breakServer));
  expect(broken, broken.log).toMatchObject({ conclusion: "failure", jobs: { measure: "failure", store: "skipped" } });
  expect(await repository.fetchBaseline()).toBe(before);

  const head = await repository.pushToBranch("repair", mendServer);
  const number = await repository.open("repair");
  const repaired = await repository.run("pull-request.yml", head);
  expect(repaired, repaired.log).toMatchObject({ conclusion: "success" });
  const [comment] = await repository.comments(number);
  expect(comment?.body).toMatch(/Compared with the stored baseline .*\(6 runs\)/);
});
