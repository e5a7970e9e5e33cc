import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { childEnvironment } from "../../../src/base/host/environment.ts";
import { listProcesses } from "../../../src/base/host/process-tree.ts";
import { makePlan } from "../../../src/config/expand/make-plan.ts";
import { parseConfig } from "../../../src/config/parse.ts";
import type { ProgressEvent } from "../../../src/measure/progress.ts";
import { rowSeed, scheduleBlocks } from "../../../src/measure/row/schedule.ts";
import { readLines } from "../../../src/measure/run/environment.ts";
import { type RunDependencies, runPlan } from "../../../src/measure/run/run-plan.ts";
import { standardRun } from "../../../src/options/run-options.ts";
import { planOfBoth } from "../../../src/plan/both-commits.ts";
import { type RunRecord, recordSchema } from "../../../src/record/record.ts";
import { launchServer } from "../../../src/server/open.ts";
import { summarise } from "../../../src/table/summarise.ts";
import { tabulate } from "../../../src/table/table.ts";
import { sampleServer } from "../../server/support.ts";
import { sharedFolder } from "../../support/folder.ts";
import { dependencies, referenceServer } from "../plans.ts";

const directory = sharedFolder();

const node = JSON.stringify(process.execPath);
const sample = `{ command: ${node}, args: [${JSON.stringify(sampleServer)}], protocol: 2025-11-25 }`;
const few = "defaults: { requests: 8, warmup: 2, rounds: 2, leak_check: 0 }\n";

interface Options {
  readonly base?: boolean;
  readonly given?: Partial<RunDependencies>;
}

/** Runs a configuration, checks the record, and that no process is left of it. */
async function run(text: string, { base = false, given = {} }: Options = {}): Promise<RunRecord> {
  const head = makePlan(parseConfig(text, "mcp-bench.yml", { workingDirectory: directory }), {
    directory,
    expansion: { environment: {}, allowed: [] },
    childEnvironment: (configured) => childEnvironment(process.env, configured),
    run: { ...standardRun, seed: 7 },
  });
  const plan = base ? planOfBoth({ head, base: head, directories: { head: directory, base: directory } }) : head;
  const before = new Set(children());
  const record = await runPlan(plan, dependencies(given));
  expect(recordSchema.parse(record)).toEqual(record);
  expect(children().filter((pid) => !before.has(pid))).toEqual([]);
  return record;
}

function children(): number[] {
  return listProcesses().flatMap(({ pid, parent }) => (parent === process.pid ? [pid] : []));
}

const variants = `variants:
  direct: {}
  failing: { args: [${JSON.stringify(sampleServer)}, --fail-rate, "0.5"], reference: direct }
`;

describe("variants", () => {
  test("are measured in turns on both sides, in an order the seed gives again", async () => {
    const record = await run(
      `server: ${sample}\n${variants}${few}benchmarks:\n  - { tool: work, arguments: { units: 50 } }\n  - { tool: echo, arguments: { text: x }, variants: [failing] }`,
      { base: true },
    );
    const all = ["head/direct", "head/failing", "base/direct", "base/failing"];
    expect(record.arms.map(({ id, reference }) => [id, reference])).toEqual(
      all.map((id) => [id, id.endsWith("failing") ? "direct" : undefined]),
    );
    for (const { index, order, launches } of record.rounds) {
      const again = (key: string, arms: readonly string[]) =>
        scheduleBlocks(arms, {
          load: { kind: "closed", requests: 8, concurrency: 1, warmup: 0, timeoutMs: 1000 },
          round: index,
          seed: rowSeed(record.seed, key),
        }).map(({ arm }) => arm);
      expect(order).toEqual({
        work: again("work", all),
        echo: again("echo", ["head/failing", "base/failing"]),
      });
      expect(launches.map(({ arm, measurements }) => [arm, measurements.map(({ row }) => row)])).toEqual([
        ["head/direct", ["work [direct]"]],
        ["head/failing", ["work [failing]", "echo [failing]"]],
        ["base/direct", ["work [direct]"]],
        ["base/failing", ["work [failing]", "echo [failing]"]],
      ]);
      for (const { arm, measurements } of launches)
        for (const { position } of measurements[0]?.blocks ?? []) expect(order.work?.[position]).toBe(arm);
    }
    const head = summarise(tabulate(record), "head");
    expect(head.rows.map(({ row, attempted, ok }) => [row, attempted, ok])).toEqual([
      ["work [direct]", 16, 16],
      ["work [failing]", 16, 8],
      ["echo [failing]", 16, 8],
    ]);
    expect(Object.keys(head.servers ?? {})).toEqual(["direct", "failing"]);
  });

  test("that lack a tool are refused before anything is measured", async () => {
    await expect(
      run(
        `server: ${sample}\n${variants}benchmarks:\n  - { name: w, variants: { direct: { tool: work }, failing: { tool: wrok } }, arguments: { units: 1 } }`,
      ),
    ).rejects.toThrow(/the server has no tool "wrok"[\s\S]*did you mean "work"/);
  });
});

describe("launches", () => {
  const concurrent = () => {
    let [live, most, count] = [0, 0, 0];
    const launch: RunDependencies["launch"] = async (spec, options) => {
      count++;
      most = Math.max(most, ++live);
      const server = await launchServer(spec, options);
      let stopped = false;
      const stop = async () => {
        const report = await server.stop();
        if (!stopped) live--;
        stopped = true;
        return report;
      };
      return { ...server, stop };
    };
    return { launch, most: () => most, count: () => count };
  };
  const benchmark = "benchmarks:\n  - { tool: echo, arguments: { text: x }";

  test("of servers that cannot coexist follow one another, and pair all the same", async () => {
    const seen = concurrent();
    const record = await run(`server: ${sample}\n${variants}${few}${benchmark}, isolate: launch }`, {
      given: { launch: seen.launch },
    });
    expect(seen.most()).toBe(1);
    expect(seen.count()).toBe(2 + 2 * 2);
    expect(record.rounds.map(({ order }) => [...new Set(order.echo)])).toEqual([
      ["head/direct", "head/failing"],
      ["head/failing", "head/direct"],
    ]);
    for (const { launches } of record.rounds) {
      const positions = launches.flatMap(({ measurements }) =>
        measurements.flatMap(({ blocks }) => blocks.map(({ position }) => position)),
      );
      expect(new Set(positions).size).toBe(8);
    }
  });

  test("stand side by side otherwise", async () => {
    const seen = concurrent();
    await run(`server: ${sample}\n${variants}${few}${benchmark} }`, { given: { launch: seen.launch } });
    expect(seen.most()).toBe(2);
  });

  test("are a row's own with `isolate: row`, and several with `processes`", async () => {
    const seen = concurrent();
    const record = await run(
      `server: ${sample}\n${few}${benchmark}, isolate: row, processes: 2 }\n  - { method: ping }\n  - { method: tools/list, rounds: 1 }`,
      { given: { launch: seen.launch } },
    );
    expect(
      record.rounds.map(({ launches }) =>
        launches.map(({ purpose, measurements }) => [purpose, measurements.map(({ row }) => row)]),
      ),
    ).toEqual([
      [
        ["echo", ["echo"]],
        ["echo", ["echo"]],
        [undefined, ["ping", "tools/list"]],
      ],
      [
        ["echo", ["echo"]],
        ["echo", ["echo"]],
        [undefined, ["ping"]],
      ],
    ]);
    expect(seen.count()).toBe(1 + 2 * 3);
    const summary = summarise(tabulate(record), "head");
    expect(summary.rows.map(({ row, attempted }) => [row, attempted])).toEqual([
      ["echo", 32],
      ["ping", 16],
      ["tools/list", 8],
    ]);
  });

  test("take the values of a matrix into the server's arguments and environment", async () => {
    const script = path.join(directory, "say.mjs");
    await writeFile(
      script,
      `process.argv.push("--fail-rate", process.env.RATE); await import(${JSON.stringify(sampleServer)});`,
    );
    const record = await run(
      `server: { command: ${node}, args: [${JSON.stringify(script)}], env: { RATE: "{{rate}}" } }\n${few}${benchmark}, matrix: { rate: [0, 0.5] } }`,
    );
    const [round] = record.rounds;
    expect(round?.launches.map(({ purpose, measurements }) => [purpose, measurements[0]?.outcomes])).toEqual([
      ["rate=0", { ok: 8 }],
      ["rate=0.5", { ok: 4, "tool-error": 4 }],
    ]);
  });
});

describe("steps around a row, with the filesystem server", () => {
  const server = (folder: string) =>
    `server: { command: ${node}, args: [${JSON.stringify(referenceServer("filesystem"))}, ${JSON.stringify(folder)}], cwd: ${JSON.stringify(folder)} }\n${few}`;
  const setup = (folder: string, file = "content[0].text[*].name") => `
      - run: printf '%s' "$MCP_BENCH_SIZE" > "first-$MCP_BENCH_SIDE.txt"
      - { tool: write_file, arguments: { path: "${folder}/n{{seq}}.txt", content: "note {{seq}}" }, repeat: 3 }
      - { tool: directory_tree, arguments: { path: "${folder}" }, capture: { names: "${file}" } }`;
  const entry = (folder: string, more = "") => `benchmarks:
  - tool: read_text_file
    matrix: { size: [1, 2] }
    arguments: { path: "${folder}/{{names[seq]}}" }
    setup: ${setup(folder)}
${more}`;

  async function folder(name: string): Promise<string> {
    const made = path.join(directory, name);
    await mkdir(made);
    return made;
  }

  test("make what is read, capture its names, and put it away again", async () => {
    const made = await folder("steps");
    const record = await run(
      `${server(made)}${entry(made, "    teardown: [{ run: 'cat first-head.txt >> ../seen; rm *.txt' }]")}`,
    );
    for (const { launches } of record.rounds)
      for (const { outcomes } of launches.flatMap(({ measurements }) => measurements))
        expect(outcomes).toEqual({ ok: 8 });
    expect(await readFile(path.join(directory, "seen"), "utf8")).toBe("1212");
    expect(await readdir(made)).toEqual([]);
  });

  test("are done once per launch where they say so", async () => {
    const made = await folder("once");
    const once = `per: launch, run: 'echo x >> ../once.log'`;
    await run(
      `${server(made)}benchmarks:\n  - { tool: list_directory, arguments: { path: "${made}" }, concurrency: [1, 2], setup: [{ ${once} }], teardown: [{ ${once} }] }`,
    );
    expect(await readFile(path.join(directory, "once.log"), "utf8")).toBe("x\n".repeat(2 * 2));
  });

  test("end the run with step and path when a capture leads nowhere", async () => {
    const made = await folder("nowhere");
    const text = `${server(made)}${entry(made)}`.replace("content[0].text[*].name", "structuredContent.id");
    await expect(run(text)).rejects.toThrow(
      /benchmark "read_text_file" \(line 4.*the step setup\[2\] found nothing at "structuredContent\.id", to be kept as `names`\n {2}expected: a path into the result, which was \{/,
    );
  });

  test.each([
    [
      "a tool that refuses",
      "tool: write_file, arguments: { path: /etc/nope, content: x }",
      /the step setup\[0\] failed \(the tool "write_file"\): .*denied/,
    ],
    [
      "a command that fails",
      "run: 'echo no such database >&2; exit 3'",
      /the step setup\[0\] failed \(the command .*\): it failed with exit code 3; its last output: no such database\n {2}fix: every step has to succeed/,
    ],
    ["a command that hangs", "run: 'sleep 60', timeout: 200ms", /did not end within 0\.2 s/],
  ])("end the run with %s", async (name, step, message) => {
    const made = await folder(name);
    const text = `${server(made)}benchmarks:\n  - { tool: list_directory, arguments: { path: "${made}" }, setup: [{ ${step} }] }`;
    await expect(run(text)).rejects.toThrow(message);
  });

  test("that fail in a later round cost that row, not the run", async () => {
    const made = await folder("later");
    const step = "run: 'test ! -e again && touch again'";
    const record = await run(
      `${server(made)}benchmarks:\n  - { tool: list_directory, arguments: { path: "${made}" }, setup: [{ ${step} }] }`,
    );
    expect(
      record.rounds.map(({ launches }) =>
        launches.map(({ measurements, failure }) => [measurements.map(({ outcomes }) => outcomes), failure]),
      ),
    ).toEqual([[[[{ ok: 8 }], undefined]], [[[{ disconnected: 1 }], undefined]]]);
  });
});

test("arguments of a file take turns, and a tool that lacks one is told", async () => {
  const file = path.join(directory, "rows.jsonl");
  const text = `server: ${sample}\n${few}benchmarks:\n  - { tool: echo, arguments_from: rows.jsonl, expect: { text: '/^(a|\\\\{{b}})$/' } }`;
  await writeFile(file, '{"text": "a"}\n{"text": "{{b}}"}\n');
  const record = await run(text);
  expect(record.rounds[0]?.launches[0]?.measurements[0]?.outcomes).toEqual({ ok: 8 });
  await writeFile(file, '{"text": "a"}\n{"txet": "b"}\n');
  await expect(run(text)).rejects.toThrow('the tool "echo" is called without "text"');
});

test("services run before the first launch and end after the last", async () => {
  const service = "require('http').createServer((_, r) => r.end('ok')).listen(process.env.PORT)";
  const seen: string[] = [];
  const launch: RunDependencies["launch"] = async (spec, options) => {
    const reply = await fetch(`http://127.0.0.1:${spec.env.BACKEND}/`);
    seen.push(await reply.text());
    return launchServer(spec, options);
  };
  await run(
    `services:\n  back: { command: ${node}, args: [-e, ${JSON.stringify(service)}], env: { PORT: "\${PORT}" }, ready: "http://127.0.0.1:\${PORT}/" }\nserver: { command: ${node}, args: [${JSON.stringify(sampleServer)}], env: { BACKEND: "\${PORT_back}" } }\n${few}benchmarks: [{ method: ping }]`,
    { given: { launch } },
  );
  expect(seen).toEqual(["ok", "ok", "ok"]);
});

test("progress tells a row with all its variants", async () => {
  const events: ProgressEvent[] = [];
  await run(`server: ${sample}\n${variants}${few}benchmarks: [{ method: ping }]`, {
    given: { progress: (event) => void events.push(event) },
  });
  const rows = events.flatMap((event) => (event.kind === "row" ? [event] : []));
  expect(rows.map(({ row, arms }) => [row, arms.map(({ arm, ok }) => [arm, ok])])).toEqual(
    [0, 1].map(() => [
      "ping",
      [
        ["head/direct", 8],
        ["head/failing", 8],
      ],
    ]),
  );
});

test("environment lines are text or what a command prints; one that fails is a warning", async () => {
  const warnings: string[] = [];
  const options = { cwd: directory, env: childEnvironment(process.env, {}), signal: new AbortController().signal };
  const lines = await readLines(
    { Note: "as it stands", Shell: { run: "echo one; echo two" }, Broken: { run: "exit 4" } },
    { ...options, warn: (message) => void warnings.push(message) },
  );
  expect(lines).toEqual({ Note: "as it stands", Shell: "one two" });
  expect(warnings).toEqual(['the environment line Broken is left out: "exit 4" failed with exit code 4']);
});

test("every load and kind of operation goes with captures, rows of arguments and variants", async () => {
  await writeFile(path.join(directory, "texts.jsonl"), '{"text": "a"}\n{"text": "b"}\n');
  const record = await run(
    `server: ${sample}
variants: { one: {}, two: { reference: one } }
defaults: { warmup: 0, rounds: 1, leak_check: 0 }
benchmarks:
  - name: mix
    setup: [{ tool: echo, arguments: { text: "kept" }, capture: { texts: "content[0].text" } }]
    mix:
      - { tool: echo, arguments: { text: "{{texts[seq]}}" }, expect: { text: kept } }
      - { tool: work, arguments: { units: 1 } }
    requests: 8
  - { name: open, tool: echo, arguments_from: texts.jsonl, rate: 200/s, requests: 10 }
  - { name: batch, tool: echo, arguments_from: texts.jsonl, batch: { size: 3 }, requests: 4, sessions: 2 }`,
  );
  const head = summarise(tabulate(record), "head");
  expect(head.rows.map(({ row, attempted, ok }) => [row, attempted, ok])).toEqual([
    ["mix [one]", 8, 8],
    ["mix [two]", 8, 8],
    ["open [one]", 10, 10],
    ["open [two]", 10, 10],
    ["batch [one]", 4, 4],
    ["batch [two]", 4, 4],
  ]);
});
