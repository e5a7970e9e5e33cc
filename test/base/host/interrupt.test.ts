import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { leftOf, stdioSpec } from "../../server/support.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { listen } from "../../support/listen.ts";

/** Returns what a process has printed so far, on both of its outputs. */
function printedBy(child: ChildProcess): () => string {
  let text = "";
  for (const pipe of [child.stdout, child.stderr])
    pipe?.setEncoding("utf8").on("data", (part: string) => (text += part));
  return () => text;
}

test.each([
  ["a second signal", ["SIGINT", "SIGTERM"], 143],
  ["SIGQUIT", ["SIGQUIT"], 131],
] as const)("the first signal lets servers end in their time, %s kills them at once", async (_, signals, code) => {
  const program = `
    import { systemClock } from "./src/base/host/clock.ts";
    import { interruptSignal } from "./src/base/host/interrupt.ts";
    import { launchServer } from "./src/server/open.ts";
    const signal = interruptSignal();
    const server = await launchServer(JSON.parse(process.argv[1]), { clock: systemClock });
    signal.addEventListener("abort", () => {
      void server.stop();
      console.log("stopping");
    });
    console.log("pid " + server.pid);
  `;
  const spec = stdioSpec(path.resolve("fixtures/servers/misbehave.js"), ["stubborn"], { shutdownTimeoutMs: 600_000 });
  const child = spawn(process.execPath, ["--input-type=module", "-e", program, JSON.stringify(spec)], {
    cwd: spec.cwd,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const closed = once(child, "close");
  const printed = printedBy(child);
  await expect.poll(printed).toContain("pid ");
  const pid = Number(/pid (\d+)/.exec(printed())?.[1]);
  for (const signal of signals.slice(0, -1)) {
    child.kill(signal);
    await expect.poll(printed).toContain("stopping");
  }
  expect(leftOf(pid)).toEqual([pid]);
  child.kill(signals.at(-1));
  expect(await closed).toEqual([code, null]);
  await expect.poll(() => leftOf(pid)).toEqual([]);
});

test.each([
  ["baseline", "list"],
  ["report", "--history", "--format", "html"],
])("a signal while `%s %s` waits for a remote leaves no folder and no program of git", async (...args) => {
  using folder = temporaryFolder();
  const connections: boolean[] = [];
  await using silent = await listen(({ socket }) => {
    connections.push(true);
    socket.once("close", () => connections.pop());
  });
  const child = spawn(
    process.execPath,
    [path.resolve("dist/cli.js"), ...args, "--remote", `${silent.url}/remote.git`],
    { cwd: folder.path, env: { ...process.env, TMPDIR: folder.path }, stdio: "ignore" },
  );
  const closed = once(child, "close");
  await expect.poll(() => connections.length).toBe(1);
  child.kill("SIGINT");
  expect(await closed).toEqual([130, null]);
  await expect.poll(() => connections.length).toBe(0);
  expect(readdirSync(folder.path)).toEqual([]);
});

describe("an interrupted run", () => {
  const server = `{ command: ${JSON.stringify(process.execPath)}, args: [${JSON.stringify(path.resolve("dist/sample-server.js"))}] }`;

  /** Runs a configuration that interrupts itself, or is sent a signal once it has printed a text. */
  async function interrupted(config: string, sent?: { at: string; signal: NodeJS.Signals }) {
    using folder = temporaryFolder();
    writeFileSync(path.join(folder.path, "mcp-bench.yml"), `server: ${server}\n${config}\n`);
    const child = spawn(process.execPath, [path.resolve("dist/cli.js"), "run"], {
      cwd: folder.path,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const closed = once(child, "close");
    const printed = printedBy(child);
    if (sent) {
      // A program that has ended prints nothing more: it is not waited for.
      await expect.poll(() => child.exitCode !== null || printed().includes(sent.at)).toBe(true);
      child.kill(sent.signal);
    }
    const [code] = await closed;
    return { code, printed: printed() };
  }

  test.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("in its first round says that there is nothing to report, and exits as %s does", async (signal, code) => {
    const config = "defaults: { rounds: 2 }\nbenchmarks: [{ method: ping, duration: 600s }]";
    const outcome = await interrupted(config, { at: "1 row to measure", signal });
    expect(outcome.printed).toContain(`mcp-bench: interrupted (${signal}) before there was anything to report\n`);
    expect(outcome.code).toBe(code);
  });

  test("in a command of its environment says the same", async () => {
    const config = 'environment: { K: { run: "kill -INT $PPID; sleep 600" } }\nbenchmarks: [{ method: ping }]';
    const { code, printed } = await interrupted(config);
    expect(printed).toContain("mcp-bench: interrupted (SIGINT) before there was anything to report\n");
    expect(code).toBe(130);
  });

  test("reports the rounds it has, and exits by their verdict", async () => {
    const config = "defaults: { rounds: 10000, requests: 5, leak_check: 0 }\nbenchmarks: [{ method: ping }]";
    const { code, printed } = await interrupted(config, { at: "round 2", signal: "SIGINT" });
    expect(printed).toContain("interrupted (SIGINT) after");
    expect(code).toBe(0);
  });
});
