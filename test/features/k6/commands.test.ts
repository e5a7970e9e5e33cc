import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { makeProgram } from "../../../src/cli/program.ts";
import { features } from "../../../src/features/index.ts";
import { operatorManifest } from "../../../src/features/k6/operator.ts";
import { readRecordFile } from "../../../src/record/files/record-file.ts";
import { environmentKey } from "../../../src/record/key.ts";
import { renderSummary } from "../../../src/report/markdown/markdown.ts";
import { judge } from "../../../src/run/judge.ts";
import { cliHere } from "../../support/cli-here.ts";
import { sharedFolder, temporaryFolder } from "../../support/folder.ts";
import { declared } from "./run-script.ts";

const folder = sharedFolder();

/** Runs a command in a folder that holds this configuration, and gives what it wrote. */
async function run(words: readonly string[], config?: string): Promise<string> {
  const output = path.join(folder, "out");
  if (config !== undefined) writeFileSync(path.join(folder, "mcp-bench.yml"), config);
  await (await makeProgram(features)).parseAsync([...words, "--working-directory", folder, "--output", output], {
    from: "user",
  });
  return readFileSync(output, "utf8");
}

describe("mcp-bench export k6", () => {
  const config = `
server: { command: node, args: [server.js, "\${PORT}"], url: "http://127.0.0.1:\${PORT}/mcp", headers: { X-Key: "\${PATH}" } }
benchmarks: [{ tool: search, arguments: { size: "{{n}}" }, matrix: { n: [1, 2] } }]`;

  it("calls a running server in place of the one that is started, and writes no secret down", async () => {
    const script = await run(["export", "k6", "--url", "http://10.1.2.3/mcp", "--duration", "2m"], config);
    expect(script).not.toContain(process.env.PATH);
    expect(script).toContain("headers take PATH from k6's environment");
    expect(script).toContain('"url": "http://10.1.2.3/mcp"');
    const rows = script.match(/"size": \d/g);
    expect(rows).toEqual(['"size": 1', '"size": 2']);
  });

  it("takes a token from k6's environment where ours would fetch one", async () => {
    const script = await run(
      ["export", "k6"],
      `server: { url: "https://mcp.example.com/mcp", auth: { github_oidc: { audience: a } } }\nbenchmarks: [{ tool: search }]`,
    );
    expect(script).toContain("-e AUTHORIZATION='Bearer …'");
    expect(() => declared(script)).toThrow("AUTHORIZATION is not set");
  });

  it("writes what the operator runs it by, which holds the very script", async () => {
    const plain = `server: { url: "http://10.1.2.3/mcp" }\nbenchmarks: [{ tool: "ü\\u2028 *\\/ : | - # '" }]`;
    const script = await run(["export", "k6"], plain);
    const documents = parseAllDocuments(await run(["export", "k6", "--operator", "4"], plain)).map((one) => one.toJS());
    expect(documents.map(({ kind }) => kind)).toEqual(["ConfigMap", "PersistentVolumeClaim", "TestRun"]);
    expect(documents[0].data["script.js"]).toBe(script);
    expect(documents[2].spec).toMatchObject({
      parallelism: 4,
      script: { configMap: { name: documents[0].metadata.name, file: "script.js" } },
      runner: { volumes: [{ persistentVolumeClaim: { claimName: documents[1].metadata.name } }] },
    });
    expect(documents[2].spec.arguments).toMatch(/^--out json=\/results\/\$\(POD_NAME\)\.json\.gz$/);
  });

  it("keeps every line of a script as it is", () => {
    const script = `a\n\n  b\t \n${"x".repeat(300)} y\n# c: |\n---\n`;
    expect(parse(operatorManifest(script, 1).split("\n---\n")[0] ?? "")).toBeDefined();
    expect(parseAllDocuments(operatorManifest(script, 1))[0]?.toJS().data["script.js"]).toBe(script);
  });

  it.each([
    [["--operator", "0"], "is not a count"],
    [["--duration", "3"], "is not a duration"],
  ])("refuses %j", async (words, message) => {
    await expect(run(["export", "k6", ...words], config)).rejects.toThrow(message);
  });
});

describe("mcp-bench import k6", () => {
  it("writes a record that is read like others", async () => {
    await run(["import", "k6", "fixtures/k6/own.json.gz", "--runner-key", "pods"], "server: node s.js");
    const record = await readRecordFile(path.join(folder, "out"));
    expect(record).toMatchObject({ environment: { runnerKey: "pods" }, rows: [{ id: "echo" }, { id: "refused" }] });
  });

  it("says what k6 ran on where that was another machine, and nothing of this one", async () => {
    await run(["import", "k6", "fixtures/k6/own.json.gz", "--made-on", "4 pods"], "server: node s.js");
    const record = await readRecordFile(path.join(folder, "out"));
    const report = judge(record, {
      stored: { kind: "none", reason: "none", unasked: true },
      failOn: [],
      reproduce: "",
    });
    const text = renderSummary(report);
    expect(text).toContain("2 benchmark rows, in 1 round (4 pods).");
    expect(text).toContain("| Machines | 4 pods |");
    expect(text).not.toMatch(/\| (CPU|Memory|System) \|/);
    expect(environmentKey(record)).toMatch(/^4-pods_streamable-http_v0-/);
  });

  it("leaves what was there alone where a file cannot be imported", async () => {
    writeFileSync(path.join(folder, "out"), "before");
    const words = ["import", "k6", "fixtures/k6/own.json.gz", "fixtures/k6/README.md"];
    await expect(run(words)).rejects.toThrow("line 1 is no output of k6");
    expect(readFileSync(path.join(folder, "out"), "utf8")).toBe("before");
    await expect(run(["import", "k6", "fixtures/k6/own.json.gz", "--windows", "0"])).rejects.toThrow("--windows");
  });
});

it("mcp-bench export k6 does not write over its configuration", async () => {
  const config = JSON.stringify({ server: { url: "http://127.0.0.1:1/mcp" }, benchmarks: [{ method: "ping" }] });
  using own = temporaryFolder();
  writeFileSync(path.join(own.path, "in.json"), config);
  const { code, stderr } = await cliHere(["export", "k6", "--config", "in.json", "--output", "in.json"], own.path);
  expect(stderr).toContain("names the file that this command reads");
  expect(code).toBe(2);
  expect(readFileSync(path.join(own.path, "in.json"), "utf8")).toBe(config);
});
