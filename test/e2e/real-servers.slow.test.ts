import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { startScenario } from "../support/scenario.ts";

const node = JSON.stringify(process.execPath);
const require = createRequire(import.meta.url);
const serverFile = (name: string) =>
  JSON.stringify(join(dirname(require.resolve(`@modelcontextprotocol/${name}/package.json`)), "dist/index.js"));

const everything = `benchmarks:
  - { tool: echo, arguments: { message: "hello {{seq}}" }, expect: { text: /hello/ } }
  - { method: ping }
  - { method: tools/list, concurrency: [1, 4] }
defaults: { requests: 10, warmup: 1, rounds: 2, leak_check: 0 }
`;

const configurations = {
  "everything over stdio": `server: { command: ${node}, args: [${serverFile("server-everything")}, stdio] }
${everything}`,
  "everything over streamable HTTP": `server:
  command: ${node}
  args: [${serverFile("server-everything")}, streamableHttp]
  env: { PORT: "\${PORT}" }
  url: http://127.0.0.1:\${PORT}/mcp
${everything}`,
  filesystem: `server: { command: ${node}, args: [${serverFile("server-filesystem")}, .] }
benchmarks:
  - { tool: read_text_file, arguments: { path: README.md }, expect: { text: Read me } }
  - { tool: list_directory, arguments: { path: . } }
defaults: { requests: 10, warmup: 1, rounds: 2, leak_check: 0 }
`,
};

test.each(Object.entries(configurations))("%s", async (_name, configuration) => {
  await using scenario = await startScenario({ "mcp-bench.yml": configuration, "README.md": "Read me\n" });
  const pullRequest = await scenario.openPullRequest({ "NOTES.md": "A change.\n" });
  const outcome = await scenario.run(pullRequest.opened, { inputs: { "compare-ref": "none" } });
  expect(outcome.exitCode, outcome.log).toBe(0);
  expect(outcome.outputs.status).toBe("no-baseline");
  const [comment] = await scenario.api.comments(pullRequest.number);
  expect(comment?.body).toContain("p50");
  expect(comment?.body).not.toMatch(/\bNaN\b|undefined|\[object Object\]/);
});

test("a command line alone, without any file", async () => {
  await using scenario = await startScenario({ "README.md": "Read me\n" });
  const pullRequest = await scenario.openPullRequest({ "NOTES.md": "A change.\n" });
  const server = `${node} ${serverFile("server-filesystem")} .`;
  const inputs = { "compare-ref": "none", rounds: "2", server };
  const outcome = await scenario.run(pullRequest.opened, { inputs });
  expect(outcome.exitCode, outcome.log).toBe(0);
  expect(outcome.outputs.status).toBe("no-baseline");
  const [comment] = await scenario.api.comments(pullRequest.number);
  expect(comment?.body).toContain("tools/list");
});
