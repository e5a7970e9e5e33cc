import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { readRecordFile } from "../../src/record/files/record-file.ts";
import { cli } from "../support/cli.ts";
import { git } from "../support/git-run.ts";
import { checkout, type Layout, layouts } from "./layouts.ts";

/** A server in JavaScript that runs as a module and as a script, whose only tool takes so long. */
const server = (sleepMs: number) => `#!/usr/bin/env node
const answers = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "layout", version: "1.0.0" } }),
  ping: () => ({}),
  "tools/list": () => ({ tools: [{ name: "look", inputSchema: { type: "object" }, annotations: { readOnlyHint: true } }] }),
  "tools/call": () => ({ content: [{ type: "text", text: "seen" }] }),
};
let rest = "";
process.stdin.setEncoding("utf8").on("data", (text) => {
  const lines = (rest + text).split("\\n");
  rest = lines.pop();
  for (const line of lines) {
    const { id, method, params } = JSON.parse(line);
    if (id === undefined) continue;
    const result = answers[method]?.(params);
    const reply = JSON.stringify({ jsonrpc: "2.0", id, ...(result ? { result } : { error: { code: -32601, message: "none" } }) });
    setTimeout(() => process.stdout.write(reply + "\\n"), method === "tools/call" ? ${sleepMs} : 0);
  }
});
`;

/** The budget of a call; a head that sleeps takes longer. */
const budgetMs = 100;
const sleepMs = 150;

/** Stand-ins for runtimes that are not everywhere: each runs its program by Node. */
const runtimes = { java: 'shift; exec node "$1"', dotnet: 'exec node "$1"', bun: 'exec node "$1"' };

/** The file that a server line of a layout starts: its first word with a folder, else the file that its runtime is given. */
function programOf({ server: line = "" }: Layout): string {
  const words = line.split(" ").filter((word) => word !== "-jar");
  const [first = "", second = ""] = words;
  return first.includes("/") || words.length === 1 ? first : second;
}

const found = layouts.filter(({ server: line }) => line !== undefined);
const refused = layouts.filter((layout) => layout.refused !== undefined);

describe.concurrent("a head whose tool sleeps", () => {
  const run = async (layout: Layout) => {
    using folder = checkout(layout);
    const directory = path.join(folder.path, layout.in ?? "");
    const bin = path.join(folder.path, "..", `${path.basename(folder.path)}-bin`);
    mkdirSync(bin);
    for (const [name, line] of Object.entries(runtimes))
      writeFileSync(path.join(bin, name), `#!/bin/sh\n${line}\n`, { mode: 0o755 });
    rmSync(path.join(folder.path, ".git"), { recursive: true });
    git(folder.path, ["init", "--quiet", "--initial-branch=main"]);
    for (const ms of [0, sleepMs]) {
      if (layout.server !== undefined) {
        const program = path.join(directory, programOf(layout));
        mkdirSync(path.dirname(program), { recursive: true });
        writeFileSync(program, server(ms), { mode: 0o755 });
      }
      git(folder.path, ["add", "--all", "--force"]);
      git(folder.path, ["commit", "--quiet", "--allow-empty", "--message", `Sleep for ${ms} ms`]);
    }
    const file = path.join(bin, "record.json");
    const settings = ['build="true"', `thresholds.p50=${budgetMs}ms`, "defaults.requests=3", "defaults.leak_check=0"];
    const words = ["run", "--compare-ref", "HEAD~1", "--rounds", "2", "--profile", "off", "--json", file];
    const { code, stderr, stdout } = await cli(
      [...words, ...settings.flatMap((setting) => ["--set", setting])],
      directory,
      { PATH: `${bin}:${process.env.PATH}` },
    );
    const record = await readRecordFile(file).catch(() => undefined);
    rmSync(bin, { recursive: true });
    return { code, log: `${stderr}\n${stdout}`, record };
  };

  test.each(found)("is over its budget: $layout", async (layout) => {
    const { code, log, record } = await run(layout);
    expect(code, log).toBe(1);
    expect(record?.rows.map(({ id }) => id)).toContain("look");
  });

  test.each(refused)("is refused: $layout", async (layout) => {
    const { code, log } = await run(layout);
    expect(code, log).toBe(2);
  });
});
