import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { env } from "node:process";
import { expect, onTestFinished, test } from "vitest";
import { clientSecret, protectedServer } from "../support/authorization-server.ts";
import { cli } from "../support/cli.ts";

/** Says how long the run takes; `MCP_BENCH_OAUTH_SECONDS=60` is the long look. */
const seconds = Number(env.MCP_BENCH_OAUTH_SECONDS ?? 10);
const lifeSeconds = seconds > 30 ? 5 : 3;

function project(yaml: string): string {
  const folder = mkdtempSync(join(tmpdir(), "oauth-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "mcp-bench.yml"), yaml);
  return folder;
}

const server = ({ url, issuer }: { readonly url: string; readonly issuer: string }) => `
server:
  url: "${url}"
  auth: { client_credentials: { issuer: "${issuer}", client_id: mcp-bench, client_secret: "\${CLIENT_SECRET}" } }
`;

interface Measured {
  readonly blocks: readonly object[];
  readonly outcomes: Readonly<Record<string, number>>;
}

test("a run outlives many tokens without one call lost, between blocks and within", async () => {
  const reached = await protectedServer({ lifeSeconds });
  // Stages are one block, which is longer than a token lives; others are cut into shorter ones.
  const folder = project(`${server(reached)}
benchmarks:
  - { name: short, tool: echo, requests: 20 }
  - { name: long, tool: echo, stages: [{ rate: 100/s, duration: ${seconds / 2}s }] }
`);
  const args = ["run", "--rounds", "2", "--pass-env", "CLIENT_SECRET", "--json", "result.json"];
  const { code, stderr } = await cli(args, folder, { CLIENT_SECRET: clientSecret });
  expect(code, stderr).toBe(0);
  const { rounds } = JSON.parse(readFileSync(join(folder, "result.json"), "utf8"));
  const measured: Measured[] = rounds.flatMap(({ launches }: { launches: { measurements: Measured[] }[] }) =>
    launches.flatMap(({ measurements }) => measurements),
  );
  expect(measured.flatMap(({ blocks }) => blocks).length).toBeGreaterThan(5);
  // On a busy machine a stage drops what it cannot send; no call ends otherwise.
  const kinds = new Set(measured.flatMap(({ outcomes }) => Object.keys(outcomes)));
  expect([...kinds].filter((kind) => kind !== "dropped")).toEqual(["ok"]);
  // The machine's load decides how many calls one token serves, and how many are repeated with a new one.
  const { counts } = reached;
  expect(counts.issued).toBeGreaterThan(2);
  expect(counts.answered).toBeGreaterThan(2 * counts.issued);
});

test("what is secret is in no file and in no line, though the server shows it and every call fails", async () => {
  const reached = await protectedServer({ lifeSeconds });
  const folder = project(`${server(reached)}
benchmarks: [{ name: echo, tool: echo, requests: 20, expect: { text: something else } }]
`);
  const args = [
    "run",
    "--rounds",
    "2",
    "--pass-env",
    "CLIENT_SECRET",
    "--json",
    "result.json",
    "--html",
    "report.html",
  ];
  const { stdout, stderr } = await cli(args, folder, { CLIENT_SECRET: clientSecret });
  const written = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
  const all = [stdout, stderr, ...written].join("\n");
  expect(all).toContain("called with ***");
  for (const secret of [clientSecret, ...reached.tokens]) {
    expect(all).not.toContain(secret);
    // A message is cut where it is long: its beginning says as much.
    expect(all).not.toContain(secret.slice(0, 60));
  }
});

test("a secret in the file, and one that nobody allowed, end before anything is asked", async () => {
  const reached = await protectedServer({ lifeSeconds });
  const literal = server(reached).replace("${CLIENT_SECRET}", "hunter2");
  const refused = await cli(["run"], project(`${literal}benchmarks: [{ tool: echo }]`));
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain("do not write a secret into the file");
  const unnamed = await cli(["run"], project(`${server(reached)}benchmarks: [{ tool: echo }]`));
  expect(unnamed.stderr).toContain("add CLIENT_SECRET to the input `pass-env`");
  expect(reached.counts.issued).toBe(0);
});
