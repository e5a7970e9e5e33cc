import { describe, expect, it } from "vitest";
import { makePlan, type PlanOptions, rowsOfShard, whyNoBaseArm } from "../../../src/config/expand/make-plan.ts";
import { configFromCommandLine } from "../../../src/config/load-config.ts";
import { parseConfig } from "../../../src/config/parse.ts";
import { standardRun } from "../../../src/options/run-options.ts";

const options: PlanOptions = {
  directory: "/project",
  expansion: { environment: { API_TOKEN: "s3cret", OTHER: "x" }, allowed: ["API_TOKEN"] },
  childEnvironment: (configured) => ({ PATH: "/bin", ...configured }),
  run: { ...standardRun, seed: 1 },
};

function plan(text: string, more: Partial<PlanOptions> = {}) {
  return makePlan(parseConfig(text, "c.yml"), { ...options, ...more });
}

describe("a plan", () => {
  it("spends at most a twentieth of the time budget, and 3 s, of a round on calls that nobody asked for", () => {
    const leakCheck = (defaults: string) => {
      return plan(`server: node s.js\ndefaults: { ${defaults} }`).leakCheck;
    };
    expect(leakCheck("requests: 1")).toEqual({ longestMs: 3000, share: 0.25, writes: false });
    expect(leakCheck("time_budget: 30s")).toEqual({ longestMs: 1500, share: 0.25, writes: false });
    expect(leakCheck("time_budget: 30s, leak_check: 9s")).toEqual({ longestMs: 9000, writes: true });
  });

  it("launches each side from the folder of its own commit", () => {
    const words = (directory: string) =>
      plan('server: "node ${CHECKOUT}/dist/server.js ${CHECKOUT}/data"', { directory }).arms[0]?.launch.args;
    expect([words("/project"), words("/base")]).toEqual([
      ["/project/dist/server.js", "/project/data"],
      ["/base/dist/server.js", "/base/data"],
    ]);
    const map = "server: { command: '${CHECKOUT}/run', cwd: '${CHECKOUT}/a', env: { DATA: '${CHECKOUT}/b' } }";
    expect(plan(map).arms[0]?.launch).toMatchObject({
      command: "/project/run",
      cwd: "/project/a",
      env: { DATA: "/project/b" },
    });
  });

  it("says what to write where only one side would be launched from an absolute path", () => {
    const why = (text: string, root?: string) =>
      whyNoBaseArm(parseConfig(text, "c.yml"), {
        directory: "/srv/project",
        root,
        head: parseConfig("server: node h.js", "c.yml"),
      });
    const written = (path: string) => `write "${path}", which stands for the folder of each commit`;
    const fixed = "server: { command: node, args: [/srv/project/dist/server.js] }";
    expect(why(fixed)).toContain(written("${CHECKOUT}/dist/server.js"));
    expect(why(fixed, "/srv")).toContain(written("${CHECKOUT}/dist/server.js"));
    const beside = "server: node /srv/shared/server.js";
    expect(why(beside, "/srv")).toContain(written("${CHECKOUT}/../shared/server.js"));
    expect(why(beside)).toBeUndefined();
    expect(why("server: node ${CHECKOUT}/../shared/server.js", "/srv")).toBeUndefined();
    const image = "server: { image: { id_file: '/srv/project/.image-id' } }";
    expect(why(image)).toContain(written("${CHECKOUT}/.image-id"));
    expect(plan(image.replace("/srv/project", "${CHECKOUT}")).arms[0]?.launch.imageIdFile).toBe("/project/.image-id");
  });

  it("takes `stop` for automatic rounds only", () => {
    const planOf = (lines: string, run: Partial<typeof options.run> = {}) => {
      const loaded = parseConfig(`server: node a.js\ndefaults: { ${lines} }\n`, "c.yml");
      return makePlan(loaded, { ...options, run: { ...options.run, ...run } }).rounds;
    };
    expect(planOf("stop: first-regression")).toMatchObject({ kind: "auto", stop: "first-regression" });
    expect(planOf("stop: decided, rounds: 9")).not.toHaveProperty("stop");
    const refused = /`stop: first-regression` conflicts with a fixed number of rounds \(9\)/;
    expect(() => planOf("stop: first-regression, rounds: 9")).toThrow(refused);
    expect(() => planOf("stop: first-regression", { rounds: 9 })).toThrow(refused);
  });

  it("of a command line alone discovers what to measure", () => {
    const made = makePlan(configFromCommandLine("node 'my server.js' --port 1"), options);
    expect(made).toMatchObject({ discover: true, rows: [], rounds: { kind: "auto", min: 6, max: 60 } });
    expect(made.arms).toHaveLength(1);
    expect(made.arms[0]).toMatchObject({
      id: "head",
      launch: {
        command: "node",
        args: ["my server.js", "--port", "1"],
        transport: "stdio",
        cwd: "/project",
        env: { PATH: "/bin" },
      },
    });
  });

  it.each([["node a.js | tee log"], ["node a.js && true"], ["node a.js > out"], ["node *.js"]])(
    "refuses the shell syntax of `%s`",
    (line) => {
      expect(() => makePlan(configFromCommandLine(line), options)).toThrow(/no shell runs it[\s\S]*fix: /);
    },
  );

  it.each([`node 'a b.js`, `node "a`, `node 'a' \\" "b`])("refuses the open quote of `%s`", (line) => {
    expect(() => makePlan(configFromCommandLine(line), options)).toThrow("never closes it");
  });

  it("takes an escaped quote for what it is", () => {
    const { arms } = makePlan(configFromCommandLine(`node it\\'s "a \\" b"`), options);
    expect(arms[0]?.launch.args).toEqual(["it's", 'a " b']);
  });

  it("refuses an empty command line", () => {
    expect(() => makePlan(configFromCommandLine("''"), options)).toThrow("the command line is empty");
  });

  it("has one row per concurrency, named apart, and one for a single value", () => {
    const { rows } = plan(
      "server: x\nbenchmarks:\n  - { tool: search, concurrency: [1, 10] }\n  - { tool: get, concurrency: 4 }",
    );
    expect(
      rows.map(({ id, sweep, load }) => ({
        id,
        sweep,
        ...(load.kind === "closed" && { concurrency: load.concurrency }),
      })),
    ).toEqual([
      { id: "search @1", sweep: { field: "concurrency", value: 1 }, concurrency: 1 },
      { id: "search @10", sweep: { field: "concurrency", value: 10 }, concurrency: 10 },
      { id: "get", sweep: undefined, concurrency: 4 },
    ]);
  });

  it("maps every kind of benchmark to its own request", () => {
    const { rows } = plan(
      "server: x\nbenchmarks:\n  - { tool: t, arguments: { a: 1 } }\n  - { resource: 'file:///x' }\n  - { prompt: p }\n  - { method: ping }\n  - { method: x/y, params: { z: 1 } }",
    );
    expect(rows.map(({ operation }) => operation)).toEqual([
      { method: "tools/call", params: { name: "t", arguments: { a: 1 } }, target: "t" },
      { method: "resources/read", params: { uri: "file:///x" }, target: "file:///x" },
      { method: "prompts/get", params: { name: "p", arguments: {} }, target: "p" },
      { method: "ping", target: "ping" },
      { method: "x/y", params: { z: 1 }, target: "x/y" },
    ]);
  });

  it("takes loads from the benchmark, then the defaults, then the standard", () => {
    const { rows } = plan(
      "server: x\ndefaults: { warmup: 2 }\nbenchmarks:\n  - { tool: a, requests: 7, timeout: 1s }\n  - { tool: b }",
    );
    expect(rows.map(({ load }) => load)).toEqual([
      { kind: "closed", concurrency: 1, requests: 7, warmup: 2, timeoutMs: 1000 },
      { kind: "closed", concurrency: 1, requests: 100, warmup: 2, timeoutMs: 30_000 },
    ]);
  });

  it("hashes what decides a benchmark's figures, and nothing else", () => {
    const hash = (text: string) => plan(text).rows[0]?.configHash;
    const base = hash("server: x\nbenchmarks: [{ tool: a, requests: 5 }]");
    expect(
      hash("server: x\nthresholds: { p50: +1% }\nbenchmarks: [{ requests: 5, tool: a, name: other }, { tool: b }]"),
    ).toBe(base);
    expect(hash("server: x\nbenchmarks: [{ tool: a, requests: 6 }]")).not.toBe(base);
    expect(hash("server: y\nbenchmarks: [{ tool: a, requests: 5 }]")).not.toBe(base);
    expect(hash("server: x\nbenchmarks: [{ tool: a, requests: 5, arguments: { q: 1 } }]")).not.toBe(base);
  });

  it("expands ${NAME} in server.env for allowed names only", () => {
    const expanded = plan("server: { command: x, args: ['${API_TOKEN}'], env: { KEY: 'Bearer ${API_TOKEN}' } }");
    expect(expanded.arms[0]?.launch).toMatchObject({ env: { KEY: "Bearer s3cret" }, args: ["${API_TOKEN}"] });
    expect(() => plan("server: { command: x, env: { KEY: '${OTHER}' } }")).toThrow(
      /server\.env\.KEY: \$\{OTHER\} is not allowed[\s\S]*fix: add OTHER to the input `pass-env`/,
    );
    expect(() =>
      plan("server: { command: x, env: { KEY: '${API_TOKEN}' } }", {
        expansion: { environment: {}, allowed: ["API_TOKEN"] },
      }),
    ).toThrow("is not set");
  });

  it("measures only its shard of the benchmarks", () => {
    const text = "server: x\nbenchmarks: [{ tool: a }, { tool: b }, { tool: c }]";
    const ids = (index: number) =>
      plan(text, { run: { ...options.run, shard: { index, count: 2 } } }).rows.map(({ id }) => id);
    expect(ids(1)).toEqual(["a", "c"]);
    expect(ids(2)).toEqual(["b"]);
  });

  it("refuses two rows of one name, which would be taken for one", () => {
    const text =
      "server: x\nbenchmarks:\n  - { name: a, method: ping, concurrency: [1, 2] }\n  - { name: 'a @1', method: ping }";
    expect(() => plan(text)).toThrow(/c\.yml:4: two rows have the name "a @1"/);
  });

  it("shares out a matrix by the names of its benchmarks, as beside a base", () => {
    const text = `server: x
benchmarks:
  - { name: "get {{size}}", tool: a, arguments: { size: "{{size}}" }, matrix: { size: [1, 2, 3] } }
  - { tool: b }`;
    const all = plan(text).rows;
    for (const index of [1, 2]) {
      const shard = { index, count: 2 };
      const own = plan(text, { run: { ...options.run, shard } }).rows;
      expect(own).toEqual(rowsOfShard(all, shard));
      expect(own).toHaveLength(2);
    }
  });

  it("refuses a shard without anything to measure", () => {
    const run = { ...options.run, shard: { index: 2, count: 2 } };
    expect(() => plan("server: x\nbenchmarks: [{ tool: a }]", { run })).toThrow("shard 2/2 has nothing to measure");
    expect(() => plan("server: x", { run })).toThrow("`benchmarks` in the configuration");
  });

  it("lets the only shard measure what is yet to be found", () => {
    const run = { ...options.run, shard: { index: 1, count: 1 } };
    expect(plan("server: x", { run })).toMatchObject({ discover: true, rows: [] });
  });
});
