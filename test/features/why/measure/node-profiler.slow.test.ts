import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../../../src/base/host/clock.ts";
import { type Kept, profileRows } from "../../../../src/features/why/measure/profile-rows.ts";
import { compareProfiles } from "../../../../src/features/why/profile/compare-profiles.ts";
import { ToolLists } from "../../../../src/measure/launch/tool-lists.ts";
import { preciseAlarm } from "../../../../src/measure/load/alarm.ts";
import { Programs } from "../../../../src/measure/program/programs.ts";
import { resourceReader } from "../../../../src/measure/resources/resources.ts";
import type { LaunchSpec } from "../../../../src/plan/plan.ts";
import { isMade, type ProfileKind, type RecordProfile, recordProfile } from "../../../../src/record/profile.ts";
import { launchServer } from "../../../../src/server/open.ts";
import { arm, plan, stdioSpec, toolRow } from "../../../measure/plans.ts";

const server = fileURLToPath(new URL("node-server.mjs", import.meta.url));
const row = toolRow("search", {}, { load: { warmup: 3 } });

/** On a busy machine a short look may see nothing. */
const [shortMs, longMs] = [400, 10_000];

/** `base` and `head`: how they are launched. */
async function profile(
  arms: { readonly base?: LaunchSpec; readonly head: LaunchSpec },
  { launches = 4, kind = "time", lookMs = shortMs }: { launches?: number; kind?: ProfileKind; lookMs?: number } = {},
) {
  const { signal } = new AbortController();
  const launch = (spec: LaunchSpec) => launchServer(spec, { clock: systemClock, signal });
  const warnings: string[] = [];
  const kept: Kept[] = [];
  const context = {
    clock: systemClock,
    signal,
    launch,
    resources: resourceReader(process.platform),
    delay: (ms: number, aborted: AbortSignal) => wait(ms, undefined, { signal: aborted }),
    alarm: preciseAlarm(systemClock),
    progress: () => {},
    warn: (message: string) => void warnings.push(message),
    plan: plan({
      rows: [row],
      arms: [...(arms.base ? [arm(arms.base, { id: "base", side: "base" })] : []), arm(arms.head)],
    }),
    countTokens: undefined,
    identities: new Map(),
    listed: new ToolLists(),
    programs: new Programs({ arms: [] }),
  };
  const profiles = await profileRows([{ row, kind }], {
    context,
    untilMs: Number.POSITIVE_INFINITY,
    effort: { launches, warmUpMs: 100, lookMs },
    keep: async (one) => void kept.push(one),
  });
  expect(warnings).toEqual([]);
  for (const one of profiles) expect(recordProfile.parse(one)).toEqual(one);
  return { profiles, kept };
}

function made(profiles: readonly RecordProfile[], id: string) {
  const found = profiles.find((one) => one.arm === id);
  if (!found || !isMade(found)) throw new Error(JSON.stringify(found));
  return found;
}

function node(env: Readonly<Record<string, string>> = {}, args: readonly string[] = [server]): LaunchSpec {
  const spec = stdioSpec(args, { cwd: path.dirname(server) });
  return { ...spec, env: { ...spec.env, ...env } };
}

/** Compares head, in which `tokenize` works harder, with base. */
async function slower(lookMs = shortMs) {
  const arms = { base: node(), head: node({ TOKENIZE: "8" }) };
  const { profiles, kept } = await profile(arms, { launches: 2, lookMs });
  const { functions } = compareProfiles(made(profiles, "base"), made(profiles, "head"));
  if (functions[0]?.name !== "tokenize" && lookMs === shortMs) return slower(longMs);
  return { functions, kept };
}

test("the function that became slower is found, and raw profiles are kept that say the same", async () => {
  const { functions, kept } = await slower();
  // test/features/why/profile tests that it stands out, where no machine is busy.
  expect(functions[0]).toMatchObject({ name: "tokenize", file: "node-server.mjs", line: 12 });
  expect(kept.map(({ target, arm: of, launch }) => `${target} ${of} ${launch}`).sort()).toEqual(
    [1, 2].flatMap((launch) => [`search base ${launch}`, `search head ${launch}`]).sort(),
  );
  expect(kept[0]?.name).toMatch(/^\d+-0\.cpuprofile$/);
  expect(JSON.parse(kept[0]?.text ?? "")).toMatchObject({ nodes: expect.any(Array), samples: expect.any(Array) });
});

describe("functions are found", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "mcp bench node-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Returns where `tokenize` is, as one launch tells. */
  async function found(head: LaunchSpec, lookMs = shortMs): Promise<string[]> {
    const { profiles } = await profile({ head }, { launches: 1, lookMs });
    const frames = made(profiles, "head").frames.filter(({ name }) => name.includes("tokenize"));
    if (frames.length === 0 && lookMs === shortMs) return found(head, longMs);
    return frames.map(({ file, line }) => `${file}:${line}`);
  }

  test.each(["file", "inline"] as const)("by the lines of their source, where a map is: %s", async (kind) => {
    const bundle = await rolldown({ input: server, platform: "node", tsconfig: false });
    const file = path.join(folder, kind, "bundle.mjs");
    const sourcemap = kind === "file" ? true : "inline";
    await bundle.write({ file, sourcemap, minify: { mangle: false, codegen: { removeWhitespace: true } } });
    expect(await found(node({}, [file]))).toEqual(["node-server.mjs:12"]);
  });

  test("below a shell, beside options and a hook that are there already", async () => {
    const hook = path.join(folder, "other.cjs");
    writeFileSync(hook, "");
    const shell = { ...node({ NODE_OPTIONS: `--require "${hook}"` }), command: "sh" };
    expect(await found({ ...shell, args: ["-c", `"${process.execPath}" "${server}"; true`] })).toEqual([
      "node-server.mjs:12",
    ]);
  });

  test("in a worker", async () => {
    const file = path.join(folder, "main.mjs");
    const url = JSON.stringify(`file://${server}`);
    writeFileSync(
      file,
      `import { Worker } from "node:worker_threads";
const worker = new Worker(new URL(${url}), { stdin: true });
process.stdin.pipe(worker.stdin);
`,
    );
    expect(await found(node({}, [file]))).toEqual(["node-server.mjs:12"]);
  });

  test("not where no server answers, which is told in a line", async () => {
    const spec = { ...node(), command: "sh", args: ["-c", "cat > /dev/null"], startupTimeoutMs: 500 };
    const { profiles } = await profile({ head: spec }, { launches: 1 });
    expect(profiles).toEqual([{ row: "search", arm: "head", kind: "time", unknown: expect.any(String) }]);
  });
});

test("the library that a start-up loads longer is named", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "mcp-bench-start-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(path.join(folder, "node_modules/heavy"), { recursive: true });
  // Time of the processor, not of the clock: the machine may have others to serve.
  const busy =
    "const from = process.cpuUsage();\nwhile (process.cpuUsage(from).user < 1000 * Number(process.env.LOAD ?? 0));\n";
  writeFileSync(path.join(folder, "node_modules/heavy/index.js"), busy);
  writeFileSync(
    path.join(folder, "main.mjs"),
    `import "heavy";\nawait import(${JSON.stringify(`file://${server}`)});\n`,
  );
  const start = (env: Readonly<Record<string, string>>) => ({
    ...node(env, [path.join(folder, "main.mjs")]),
    cwd: folder,
  });
  const { profiles, kept } = await profile(
    { base: start({}), head: start({ LOAD: "100" }) },
    { kind: "start-up", launches: 1 },
  );
  const { functions } = compareProfiles(made(profiles, "base"), made(profiles, "head"));
  expect(functions[0]).toMatchObject({ name: "heavy", file: "node_modules/heavy" });
  expect(functions[0]?.difference).toBeGreaterThan(50);
  expect(kept.map(({ target }) => target)).toEqual(["start-up", "start-up"]);
});

test("the function whose memory calls keep is named", async () => {
  const arms = { base: node(), head: node({ KEEP: "2000" }) };
  const { profiles, kept } = await profile(arms, { kind: "memory", launches: 3 });
  const { culprit } = compareProfiles(made(profiles, "base"), made(profiles, "head"));
  expect(culprit).toMatchObject({ name: "remember", file: "node-server.mjs" });
  // A list of 2,000 references of 8 bytes, of which some are sampled.
  expect(culprit?.difference).toBeGreaterThan(8_000);
  expect(kept[0]?.name).toMatch(/\.heapprofile$/);
});
