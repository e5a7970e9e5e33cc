import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { Command } from "commander";
import { interruptSignal } from "../base/host/interrupt.ts";
import { removeTemporaryDirectory, temporaryDirectory } from "../base/host/temporary-directory.ts";
import { exitCode, UserError } from "../errors.ts";
import { type Feature, fileFormats, passesOf, reportFeatures } from "../feature.ts";
import { runGit } from "../git/git.ts";
import { standardRun } from "../options/run-options.ts";
import type { Report } from "../report/report.ts";
import { judge } from "../run/judge.ts";
import { detailsOption } from "./options.ts";
import { checkWritable, note, print, render, writeFileSafely } from "./output.ts";
import { logProgress, measureCheckout } from "./run.ts";

/**
 * One row and few gates, which take few rounds. Where the machine is too busy even for those, the size of the list of tools
 * is the same in every launch, and one round decides on it.
 */
const configuration = `version: 1
server: { command: node, args: [server.mjs] }
defaults: { requests: 20, warmup: 3, leak_check: 0 }
benchmarks:
  - { tool: search, arguments: { query: "item {{seq}}" } }
thresholds:
  p50: +10%
  p95: off
  throughput: off
  peak_rss: off
  startup: off
`;

/** Time limit on a busy machine; a quiet one is done in a third of it. */
const timeBudgetMs = 60_000;

/** `mcp-bench demo`: the main job on a bundled server, with nothing but git and this program. */
export function demoCommand(features: readonly Feature[]): Command {
  const command = new Command("demo")
    .description("Measure two versions of a bundled server, the second one slower, and show what a pull request would")
    .option("--comment <file>", "also write the pull-request comment, as Markdown")
    .addOption(detailsOption)
    .addHelpText("after", "\nExample:\n  mcp-bench demo\n")
    .action((options: DemoOptions) => demo(options, features));
  for (const { name, file } of fileFormats(features))
    command.option(`--${name} <file>`, `where to write ${file} (default: a new temporary directory)`);
  return command;
}

interface DemoOptions extends Readonly<Record<string, unknown>> {
  readonly comment?: string;
  readonly details?: boolean;
}

async function demo(options: DemoOptions, features: readonly Feature[]): Promise<void> {
  const formats = fileFormats(features).map((format) => ({
    ...format,
    to: options[format.name] as string | undefined,
  }));
  await checkWritable({
    outputs: {
      ...Object.fromEntries(formats.map(({ name, to }) => [`--${name}`, to])),
      "--comment": options.comment,
    },
    inputs: [],
  });
  const project = await temporaryDirectory("mcp-bench-demo-");
  const signal = interruptSignal();
  try {
    await git(project, "init", "--quiet");
    await writeFile(path.join(project, "mcp-bench.yml"), configuration);
    await commitServer(project, before);
    await commitServer(project, after);
    note(
      "Two commits of a small MCP server: the second one does twice the work in its tool `search`, and has a longer description. Every round launches both afresh and interleaves their calls, as on a pull request; this takes about 20 seconds, on a busy machine up to a minute.",
    );
    const report = await measureAndJudge(project, { signal, features });
    const written: string[] = [];
    for (const { name, file, to } of formats) {
      const place = to ?? path.join(await mkdtemp(path.join(tmpdir(), "mcp-bench-report-")), `report.${name}`);
      await writeFileSafely(place, await render(report, name, { features }));
      written.push(`The same as ${file}: ${pathToFileURL(path.resolve(place)).href}`);
    }
    if (options.comment) await writeFileSafely(options.comment, await render(report, "comment"));
    print("");
    print(await render(report, "terminal", options));
    const { status } = report.verdict;
    if (status === "regressed")
      print(`On this verdict \`mcp-bench run\` exits with ${exitCode.regressed}; the demo with ${exitCode.ok}.`);
    for (const line of written) print(line);
    print("Next, in the folder of a server of your own: npx mcp-bench init");
  } finally {
    await removeTemporaryDirectory(project);
  }
}

/** `passes`: the amount of work in a call. */
const before = { message: "Search items", passes: 1, description: "Finds items by name" };
const after: typeof before = {
  message: "Search texts too",
  passes: 2,
  description: "Finds items by their name and, since this version, by every text about them",
};

/** A whole MCP server, small enough to start at once on a machine that is busy. */
export const demoServer = ({
  passes,
  description,
}: Omit<typeof before, "message">) => `import { createInterface } from "node:readline";

const search = {
  name: "search",
  description: ${JSON.stringify(description)},
  inputSchema: { type: "object", properties: { query: { type: "string" } }, required: ["query"] },
  annotations: { readOnlyHint: true },
};

const items = Array.from({ length: 1000 }, (_, number) => "Item " + number);

function find(query) {
  let found = 0;
  for (let step = 0; step < ${passes} * 40_000; step++) if (items[step % 1000].toUpperCase().includes(query)) found++;
  return { content: [{ type: "text", text: "found " + query }], structuredContent: { found } };
}

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: "demo", version: "1.0.0" },
  }),
  ping: () => ({}),
  "tools/list": () => ({ tools: [search] }),
  "tools/call": ({ arguments: { query } }) => find(query),
};

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) continue;
  const answer = answers[method];
  const reply = answer ? { result: answer(params) } : { error: { code: -32601, message: "unknown method " + method } };
  console.log(JSON.stringify({ jsonrpc: "2.0", id, ...reply }));
}
`;

/** Runs git on the demo's project only: a hook, from which the demo may be run, names another repository. */
async function git(project: string, ...args: readonly string[]): Promise<void> {
  const gitDir = path.join(project, ".git");
  const outcome = await runGit({ args, cwd: project, gitDir, environment: process.env });
  if (!outcome.ok) throw new UserError(`git failed in the demo's project: ${outcome.message}`, { where: project });
}

async function commitServer(project: string, version: typeof before): Promise<void> {
  await writeFile(path.join(project, "server.mjs"), demoServer(version));
  await git(project, "add", "--all");
  const identity = ["-c", "user.name=demo", "-c", "user.email=demo@example.com"];
  await git(project, ...identity, "commit", "--quiet", "--message", version.message);
}

async function measureAndJudge(
  project: string,
  { signal, features }: { signal: AbortSignal; features: readonly Feature[] },
): Promise<Report> {
  const asked = { ...standardRun, compareRef: "HEAD~1", timeBudgetMs, seed: 1 };
  const { record } = await measureCheckout(asked, {
    directory: project,
    isBuilt: false,
    passes: passesOf(features).map(({ make }) => ({ make })),
    signal,
    progress: (event) => {
      if (event.kind !== "row") logProgress(event);
    },
  });
  return judge(record, {
    stored: { kind: "none", reason: "the demo stores nothing" },
    failOn: [],
    features: await reportFeatures(features),
    reproduce: "npx mcp-bench demo",
  });
}
