import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { signal as sendSignal } from "../../src/base/host/process-tree.ts";
import { starterWorkflow } from "../../src/init/starter-workflow.ts";
import { freePort } from "../../src/server/process/port.ts";
import { openTestStore } from "../support/git-store.ts";
import { findTool } from "../support/tool.ts";
import { type Happening, openWorld, type World } from "./world.ts";

const act = findTool("act");
const timeout = 600_000;
/** Says what unchanged code may come out as on a busy machine. */
const calm = ["pass", "inconclusive"];

/** A configuration that measures one round, which tells that a workflow works; how many decide is asked elsewhere. */
function inOneRound(file: string): string {
  const asIs = readFileSync(file, "utf8");
  const changed = asIs.replace(/defaults: \{( rounds: auto, stop: first-regression,)?/, "defaults: { rounds: 1,");
  expect(changed).not.toBe(asIs);
  return changed;
}

/** The base commit says how long is measured: main. */
function measureLess({ project }: World, config = "mcp-bench.yml"): void {
  const file = join(project.folder, config);
  writeFileSync(file, inOneRound(file));
  project.commit("Measure less");
  project.git("push", "--quiet", "origin", "main");
}

/** Puts other words into a workflow of the project: what is not there, or not yet published, has a stand-in. */
function rewrite({ project }: World, workflow: string, changes: readonly (readonly [string | RegExp, string])[]): void {
  const file = join(project.folder, ".github/workflows", workflow);
  const text = changes.reduce(
    (before, [from, to]) => {
      const after = before.replace(from, to);
      expect(after, String(from)).not.toBe(before);
      return after;
    },
    readFileSync(file, "utf8"),
  );
  writeFileSync(file, text);
  project.commit(`Change ${workflow}`);
  project.git("push", "--quiet", "origin", "main");
}

function delayTool(milliseconds: number): (folder: string) => void {
  return (folder) => {
    const server = join(folder, "server.mjs");
    writeFileSync(server, readFileSync(server, "utf8").replace(/DELAY_MS = \d+/, `DELAY_MS = ${milliseconds}`));
  };
}

describe.skipIf(act === undefined)("a project with the ready-to-copy workflows", () => {
  const open = () => openWorld(act ?? "", { "test/act/project": ".", workflows: ".github/workflows" });

  it("stores every push and night, and tells a slow pull request from a harmless one", { timeout }, async () => {
    await using world = await open();
    const { api, project } = world;
    const pushed = await world.run("nightly.yml", { event: "push", payload: project.pushToMain() });
    expect(pushed.jobs, pushed.log).toEqual({ measure: "success", store: "success" });
    expect(pushed.statuses).toEqual(["no-baseline"]);
    const first = world.baseline();
    expect(first).not.toBe("");

    const harmless = await world.pullRequest(delayTool(0));
    const unchanged = await world.run("pull-request.yml", harmless.happening);
    expect(unchanged.jobs, unchanged.log).toEqual({ bench: "success" });
    expect(calm).toContain(unchanged.statuses[0]);
    const before = await api.comments(harmless.number);
    expect(before.map(({ user }) => user.login)).toEqual(["github-actions[bot]"]);

    const slow = await world.pullRequest(delayTool(10));
    const slowed = await world.run("pull-request.yml", slow.happening);
    expect(slowed.jobs, slowed.log).toEqual({ bench: "failure" });
    expect(slowed.statuses).toEqual(["regressed"]);
    const after = await api.comments(slow.number);
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(after[0]?.body).not.toBe(before[0]?.body);
    expect(world.baseline()).toBe(first);

    const night = await world.run("nightly.yml", { event: "schedule", payload: project.schedule() });
    expect(night.jobs, night.log).toEqual({ measure: "success", store: "success" });
    expect(world.baseline()).not.toBe(first);
    expect(api.violations).toEqual([]);
  });

  it("gets the same from the reusable workflows", { timeout }, async () => {
    await using world = await open();
    const push = { event: "push", payload: world.project.pushToMain() };
    const pushed = await world.run("publish-reusable.yml", push);
    expect(pushed.jobs, pushed.log).toEqual({ plan: "success", measure: "success", store: "success" });
    expect(world.baseline()).not.toBe("");

    const { number, happening } = await world.pullRequest(delayTool(10));
    const slowed = await world.run("pull-request-reusable.yml", happening);
    expect(slowed.jobs, slowed.log).toEqual({
      plan: "success",
      measure: "success",
      report: "failure",
      verdict: "failure",
    });
    expect(slowed.statuses).toEqual(["regressed"]);
    expect(await world.api.comments(number)).toHaveLength(1);
    expect(world.api.violations).toEqual([]);
  });

  it("gets five stored runs at once from the reusable workflow that is started by hand", { timeout }, async () => {
    await using world = await open();
    measureLess(world);
    const { project } = world;
    const by = { event: "workflow_dispatch", payload: { ref: "refs/heads/main" } };
    const published = await world.run("publish-reusable.yml", by);
    expect(published.jobs, published.log).toEqual({ plan: "success", measure: "success", store: "success" });
    await using store = await openTestStore(project.remote);
    const [key = ""] = Object.keys((await store.snapshot()).index.keys);
    const { entries } = await store.read(key);
    expect(new Set(entries.map(({ run }) => run))).toEqual(new Set([1, 2, 3, 4, 5]));
    expect(entries).toHaveLength(5);
    expect(new Set(entries.map(({ commit }) => commit))).toEqual(new Set([project.git("rev-parse", "main")]));
    expect(world.api.violations).toEqual([]);
  });

  // The next three ask for no verdict on latency, so they may disturb each other.
  it.concurrent("pools the parts of two shards on two runners, and fails with a part that does not work", {
    timeout,
  }, async () => {
    await using world = await open();
    measureLess(world);
    const second = (folder: string) => {
      const file = join(folder, "mcp-bench.yml");
      writeFileSync(file, readFileSync(file, "utf8").replace("thresholds:", "  - method: ping\nthresholds:"));
    };
    const { number, happening } = await world.pullRequest(second);
    const pooled = await world.run("many-runners.yml", happening);
    expect(pooled.jobs, pooled.log).toMatchObject({ plan: "success", measure: "success", report: "success" });
    const [comment] = await world.api.comments(number);
    expect(comment?.body).toMatch(/2 benchmark rows/);

    const broken = await world.pullRequest((folder) => {
      second(folder);
      const file = join(folder, "mcp-bench.yml");
      writeFileSync(file, readFileSync(file, "utf8").replace("tool: work", "tool: play"));
    });
    const failed = await world.run("many-runners.yml", broken.happening);
    expect(failed.jobs.verdict, failed.log).toBe("failure");
    expect(failed.statuses).not.toContain("pass");
    const [told] = await world.api.comments(number);
    expect(told?.body).toContain("a measuring job failed or was cancelled");
    expect(world.api.violations).toEqual([]);
  });

  it.concurrent("gives several servers one comment with a section each", { timeout }, async () => {
    await using world = await open();
    const { number, happening } = await world.pullRequest((folder) => {
      for (const name of ["search", "files"]) {
        const target = join(folder, "servers", name);
        mkdirSync(target, { recursive: true });
        copyFileSync(join(folder, "server.mjs"), join(target, "server.mjs"));
        writeFileSync(join(target, "mcp-bench.yml"), inOneRound(join(folder, "mcp-bench.yml")));
      }
    });
    const { log, jobs } = await world.run("several-servers.yml", happening);
    const [comment, another] = await world.api.comments(number);
    expect(comment?.body.match(/^## \S+ (files|search): /gm), log).toHaveLength(2);
    expect(another).toBeUndefined();
    expect(jobs.all, log).toBe("success");
    expect(world.api.violations).toEqual([]);
  });

  it.concurrent("gives a merge queue the check it waits for, without a comment", { timeout }, async () => {
    await using world = await open();
    measureLess(world);
    const { number } = await world.pullRequest(delayTool(0));
    const queued = await world.run("pull-request-reusable.yml", {
      event: "merge_group",
      payload: world.project.mergeGroup(),
    });
    expect(queued.jobs, queued.log).toMatchObject({ report: "success", verdict: "success" });
    expect(queued.statuses).toHaveLength(1);
    expect(await world.api.comments(number)).toEqual([]);
    expect(world.api.violations).toEqual([]);
  });

  it("comments for a fork from a second workflow, which runs nothing of it", { timeout }, async () => {
    await using world = await open();
    const { api, project } = world;
    const baseSha = project.git("rev-parse", "main");
    const { number, happening } = await world.pullRequest(delayTool(10));
    const head_sha = project.git("rev-parse", "change");
    api.comesFrom(number, { owner: "mallory", branch: "change", baseSha });
    const artifacts = join(project.scratch, "kept");
    const measured = await world.run("fork-safe.yml", { ...happening, artifacts });
    expect(measured.statuses, measured.log).toEqual(["regressed"]);
    expect(await api.comments(number)).toEqual([]);

    const head_repository = { full_name: "mallory/server", owner: { login: "mallory" } };
    const run = {
      id: 1, // of every run of act's
      event: "pull_request",
      conclusion: "failure",
      head_sha,
      head_branch: "change",
      head_repository,
    };
    const payload = { action: "completed", workflow_run: run, repository: { full_name: "octo/server" } };
    const commented = await world.run("fork-safe-comment.yml", { event: "workflow_run", payload, artifacts });
    expect(commented.jobs, commented.log).toEqual({ comment: "success" });
    expect(commented.statuses).toEqual(["regressed"]);
    const [comment] = await api.comments(number);
    expect(comment?.body).toMatch(/untrusted/i);
    expect(api.violations).toEqual([]);
  });

  it("compares any two versions by hand", { timeout }, async () => {
    await using world = await open();
    const { project } = world;
    await world.pullRequest(delayTool(10));
    project.git("checkout", "--quiet", "main");
    const inputs = { base: project.git("rev-parse", "main"), head: "change" };
    const payload = { ref: "refs/heads/main", inputs };
    const compared = await world.run("compare-refs.yml", { event: "workflow_dispatch", payload });
    expect(compared.jobs, compared.log).toEqual({ bench: "failure" });
    expect(compared.statuses).toEqual(["regressed"]);
    for (const name of ["main", "change"]) expect(compared.log).toContain(project.git("rev-parse", name).slice(0, 7));
  });

  it("measures on a local machine beside main, without a token, comment or baseline", { timeout }, async () => {
    await using world = await open();
    const desk = { event: "workflow_dispatch", token: "none" } as const;
    await world.pullRequest(delayTool(0));
    const unchanged = await world.run("local.yml", desk);
    expect(unchanged.jobs, unchanged.log).toEqual({ bench: "success" });
    expect(calm).toContain(unchanged.statuses[0]);
    expect(world.baseline()).toBe("");
    expect(world.api.requests).toEqual([]);
  });
});

describe.skipIf(act === undefined)("workflows that are started by something else, or by another program", () => {
  const cli = `node ${resolve("dist/cli.js")}`;

  it("on demand: measures when the label is set, and not for any other, without a configuration", {
    timeout,
  }, async () => {
    await using world = await openWorld(act ?? "", { "test/act/project": ".", workflows: ".github/workflows" });
    const { folder } = world.project;
    rmSync(join(folder, "mcp-bench.yml"));
    writeFileSync(join(folder, "package.json"), '{ "name": "work", "bin": "server.mjs" }');
    rewrite(world, "on-demand.yml", [["runs-on: macos-latest", "runs-on: macos-latest\n      rounds: 1"]]);
    const { happening } = await world.pullRequest(delayTool(0));
    const labelled = (name: string) => ({
      ...happening,
      payload: { ...(happening.payload as object), action: "labeled", label: { name } },
    });
    const other = await world.run("on-demand.yml", labelled("bug"));
    expect(other.statuses, other.log).toEqual([]);
    const asked = await world.run("on-demand.yml", labelled("mcp-bench:run"));
    expect(asked.jobs, asked.log).toMatchObject({ measure: "success", report: "success", verdict: "success" });
    expect(world.api.violations).toEqual([]);
  });

  it("init: measures the pull request that adds what it writes", { timeout }, async () => {
    await using world = await openWorld(act ?? "", { "test/act/project": "." });
    measureLess(world);
    const { number, happening } = await world.pullRequest((folder) => {
      mkdirSync(join(folder, ".github/workflows"), { recursive: true });
      const workflow = starterWorkflow({ inside: "", directory: folder });
      writeFileSync(join(folder, ".github/workflows/mcp-bench.yml"), workflow);
    });
    const { jobs, log, statuses } = await world.run("mcp-bench.yml", happening);
    expect(jobs, log).toEqual({ plan: "success", measure: "success", report: "success", verdict: "success" });
    expect(statuses).not.toContain("errored");
    expect(await world.api.comments(number)).toHaveLength(1);
    expect(world.api.violations).toEqual([]);
  });

  it("pages: renders the history that nights have stored", { timeout }, async () => {
    await using world = await openWorld(act ?? "", { "test/act/project": ".", workflows: ".github/workflows" });
    measureLess(world);
    const { project } = world;
    rewrite(world, "pages.yml", [["npx --yes mcp-bench@1", cli]]);
    const stored = await world.run("nightly.yml", { event: "push", payload: project.pushToMain() });
    expect(stored.jobs, stored.log).toMatchObject({ store: "success" });
    const page = await world.run("pages.yml", { event: "workflow_dispatch", payload: { ref: "refs/heads/main" } });
    expect(page.jobs, page.log).toEqual({ render: "success", deploy: "success" });
    expect(page.log).toContain("<title>MCP Bench baseline");
  });

  it("k6: its results are commented, and stored from main", { timeout }, async () => {
    await using world = await openWorld(act ?? "", { "test/act/project": ".", workflows: ".github/workflows" });
    const { project, api } = world;
    const pidFile = join(project.scratch, "server.pid");
    // The lane interop has the real k6: here what it wrote once stands for it.
    rewrite(world, "k6.yml", [
      ["npm ci", "true"],
      ["node dist/server.js --port 3000 &", `node server.mjs 3000 & echo $! >> ${pidFile}`],
      [/docker run [\s\S]*?load\.js/, `cp ${resolve("fixtures/k6/foreign.json.gz")} results.json.gz`],
      [/npx --yes mcp-bench@1/g, cli],
      [/3000/g, String(await freePort())],
    ]);
    try {
      const { number, happening } = await world.pullRequest(delayTool(0));
      const commented = await world.run("k6.yml", happening);
      expect(commented.jobs, commented.log).toMatchObject({ load: "success", report: "success" });
      expect(await api.comments(number)).toHaveLength(1);
      project.git("checkout", "--quiet", "main");
      const stored = await world.run("k6.yml", { event: "push", payload: project.pushToMain() });
      expect(stored.jobs, stored.log).toMatchObject({ load: "success", store: "success" });
      expect(world.baseline()).not.toBe("");
      expect(api.violations).toEqual([]);
    } finally {
      // On GitHub the server ends with its machine.
      for (const pid of existsSync(pidFile) ? readFileSync(pidFile, "utf8").split("\n").filter(Boolean) : [])
        sendSignal(Number(pid), "SIGKILL");
    }
  });
});

describe.skipIf(act === undefined)("at a desk whose remote is elsewhere", () => {
  const desk = {
    event: "workflow_dispatch",
    token: "none",
    environment: { GITHUB_REPOSITORY: "http://git.example/team/server" },
  } as const;

  it("local.yml measures all the same, and every failing run says why", { timeout }, async () => {
    await using world = await openWorld(act ?? "", { "test/act/project": ".", workflows: ".github/workflows" });
    await world.pullRequest(delayTool(10));
    const slowed = await world.run("local.yml", desk);
    expect(slowed.jobs, slowed.log).toEqual({ bench: "failure" });
    expect(slowed.statuses).toEqual(["regressed"]);
    expect(slowed.log).not.toContain("actions/runs");
    await world.pullRequest((folder) => writeFileSync(join(folder, "mcp-bench.yml"), "benchmark: []\n"));
    world.project.git("checkout", "--quiet", "change");
    for (let run = 0; run < 2; run++) {
      const { jobs, log } = await world.run("local.yml", desk);
      expect(jobs, log).toEqual({ bench: "failure" });
      expect(log).toContain("::error::mcp-bench.yml:1:1: unknown key");
    }
  });
});

/** Each run has a home of its own, where Go would compile its own packages anew. */
function goCache(): Readonly<Record<string, string>> {
  const go = findTool("go");
  return go === undefined ? {} : { GOCACHE: execFileSync(go, ["env", "GOCACHE"], { encoding: "utf8" }).trim() };
}

const callers = {
  http: { secrets: { MCP_BENCH_ENV: "API_TOKEN=open-sesame" }, tool: "node" },
  python: { tool: "python3" },
  go: { tool: "go", environment: goCache() },
} as const;

describe.skipIf(act === undefined)("a project whose server is of another kind", () => {
  it.each(Object.entries(callers))("%s: is measured beside its base", { timeout }, async (kind, { tool, ...more }) => {
    if (findTool(tool) === undefined) return;
    const server = kind === "http" ? { "test/act/project/server.mjs": "server.mjs" } : {};
    const files = { ...server, [`test/act/projects/${kind}`]: ".", workflows: ".github/workflows" };
    await using world = await openWorld(act ?? "", files);
    const { number, happening } = await world.pullRequest(() => undefined);
    const { jobs, log, statuses } = await world.run(`${kind}-server.yml`, { ...happening, ...more });
    expect(jobs, log).toEqual({ plan: "success", measure: "success", report: "success", verdict: "success" });
    expect(statuses).toHaveLength(1);
    const [comment] = await world.api.comments(number);
    expect(comment?.body).toContain(world.project.git("rev-parse", "main").slice(0, 10));
    expect(comment?.body).not.toContain("open-sesame");
    expect(world.api.violations).toEqual([]);
  });
});

/** Projects of which the comment on top of their workflow says how they are built and started. */
const commented = {
  java: {
    needs: "javac",
    row: "method: ping",
    files: { "fixtures/servers/Echo.java": "Echo.java", "test/act/toolchains/mvnw": "mvnw" },
  },
  swift: { needs: "node", row: "tool: work", files: { "test/act/project/server.mjs": "server.mjs" } },
  dotnet: { needs: "node", row: "tool: work", files: { "test/act/project/server.mjs": "server.mjs" } },
} as const;

describe.skipIf(act === undefined)("a project that is built as its workflow says", () => {
  it.each(Object.entries(commented))(
    "%s: is measured beside its base",
    { timeout },
    async (kind, { needs, row, files }) => {
      if (findTool(needs) === undefined) return;
      const workflow = `${kind}-server.yml`;
      await using world = await openWorld(act ?? "", { ...files, workflows: ".github/workflows" });
      const lines = readFileSync(join("workflows", workflow), "utf8").match(/^# {3}(?:server|build): .+$/gm) ?? [];
      expect(lines).toHaveLength(2);
      const { project } = world;
      writeFileSync(
        join(project.folder, "mcp-bench.yml"),
        `${lines.map((line) => line.slice(4)).join("\n")}
profile: "off" # tests of workflows look at verdicts
defaults: { rounds: 2, leak_check: 0 }
benchmarks: [{ ${row}, requests: 10, warmup: 1 }]
thresholds: { p50: +1500% }
`,
      );
      project.commit("Measure");
      project.git("push", "--quiet", "origin", "main");
      const { number, happening } = await world.pullRequest(() => undefined);
      const { jobs, log } = await world.run(workflow, happening);
      expect(jobs, log).toEqual({ plan: "success", measure: "success", report: "success", verdict: "success" });
      const [comment] = await world.api.comments(number);
      expect(comment?.body).toContain(project.git("rev-parse", "main").slice(0, 10));
      expect(world.api.violations).toEqual([]);
    },
  );
});

describe.skipIf(act === undefined)("our own workflow", () => {
  const happenings: Record<string, (world: World) => Promise<Happening>> = {
    pull_request: async (world) => (await world.pullRequest(() => undefined)).happening,
    push: async ({ project }) => ({ event: "push", payload: project.pushToMain() }),
  };

  it.each(Object.keys(happenings))("measures the bundled server on %s", { timeout }, async (event) => {
    const files = ["action.yml", "dist", "fixtures/dogfood", ".github/workflows/ci.yml"];
    await using world = await openWorld(act ?? "", Object.fromEntries(files.map((file) => [file, file])));
    measureLess(world, "fixtures/dogfood/mcp-bench.yml");
    const happening = await happenings[event]?.(world);
    const { jobs, log, statuses } = await world.run("ci.yml", { event, ...happening, job: "dogfood" });
    expect(jobs, log).toEqual({ dogfood: "success" });
    expect(statuses).not.toContain("errored");
    expect(statuses).toHaveLength(1);
  });
});
