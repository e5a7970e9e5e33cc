import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { median } from "../../src/stats/describe.ts";
import { root } from "../revision.ts";
import type { Part } from "./parts.ts";

const dist = join(root, "dist");
const action = join(dist, "main.js");

/** From the start of the action to the start of the server it measures, and the size of what is downloaded for it. */
export const startUp: Part = async ({ folder, turns, scale }) => {
  const work = join(folder, "start");
  mkdirSync(work, { recursive: true });
  const marker = join(work, "spawned");
  // The server only says when it was started, and ends; it may be tried twice.
  const server = join(work, "server.sh");
  writeFileSync(server, `#!/bin/sh\ndate +%s%N >> ${marker}\n`, { mode: 0o755 });
  const event = join(work, "event.json");
  writeFileSync(event, "{}");
  const times: number[] = [];
  const bare: number[] = [];
  for (let turn = 0; turn < Math.max(1, Math.ceil((4 * turns) / scale)); turn++) {
    writeFileSync(marker, "");
    const from = performance.timeOrigin + performance.now();
    await ended([process.execPath, action], { ...environment(work, event), INPUT_SERVER: server });
    const spawnedAt = Number(readFileSync(marker, "utf8").split("\n")[0]) / 1e6;
    if (spawnedAt > 0) times.push(spawnedAt - from);
    const start = performance.now();
    await ended([process.execPath, "-e", "0"], {});
    bare.push(performance.now() - start);
  }
  // The tokenizer is read only by runs that ask for tokens.
  const files = readdirSync(dist).filter((file) => !file.startsWith("tokenizer-"));
  const bytes = files.reduce((sum, file) => sum + statSync(join(dist, file)).size, 0);
  return [
    {
      what: "start of the action to the first spawn",
      ours: `${median(times).toFixed(0)} ms (median of ${times.length})`,
      theirs: `${median(bare).toFixed(0)} ms (an empty Node program, start to end)`,
      value: median(times),
      unit: "ms",
      goal: { atMost: 120 },
    },
    {
      what: "size of dist",
      ours: `${bytes} bytes`,
      value: bytes / 1e6,
      unit: "MB",
      goal: { atMost: 2.5 },
    },
  ];
};

function environment(work: string, event: string): Record<string, string> {
  return {
    PATH: process.env.PATH ?? "",
    HOME: work,
    GITHUB_WORKSPACE: work,
    GITHUB_EVENT_NAME: "workflow_dispatch",
    GITHUB_EVENT_PATH: event,
    GITHUB_REPOSITORY: "owner/name",
    GITHUB_SHA: "0".repeat(40),
    GITHUB_REF: "refs/heads/main",
    // A job has a token and, here, no GitHub that would answer.
    "INPUT_GITHUB-TOKEN": "token",
    GITHUB_SERVER_URL: "http://127.0.0.1:1",
    GITHUB_API_URL: "http://127.0.0.1:1",
    GITHUB_RUN_ID: "1",
    RUNNER_TEMP: work,
  };
}

function ended([program = "", ...args]: readonly string[], env: Record<string, string>): Promise<void> {
  return new Promise((resolve, reject) => {
    const cwd = env.GITHUB_WORKSPACE;
    const child = spawn(program, args, {
      env: { PATH: process.env.PATH, ...env },
      stdio: "ignore",
      ...(cwd ? { cwd } : {}),
    });
    child.once("error", reject).once("close", () => resolve());
  });
}
