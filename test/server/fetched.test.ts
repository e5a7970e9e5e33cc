import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { startupTimeoutMs } from "../../src/config/expand/launch-spec.ts";
import { launchedServer } from "../../src/config/expand/make-plan.ts";
import { parseConfig } from "../../src/config/parse.ts";
import { temporaryFolder } from "../support/folder.ts";
import { launchError, stdioSpec } from "./support.ts";

/** Takes its time to unpack, is broken by the end of its process, and starts a server that only hears when stdin ends. */
const unpacking = (seconds: number) => `#!/bin/sh
echo half > state
sleep ${seconds}
echo whole > state
exec cat > /dev/null
`;

async function endEarly(name: string, seconds: number) {
  using folder = temporaryFolder();
  const file = path.join(folder.path, name);
  writeFileSync(file, unpacking(seconds));
  chmodSync(file, 0o755);
  const limits = { startupTimeoutMs: 200, shutdownTimeoutMs: 200, protocol: "2025-11-25" };
  const { message } = await launchError({
    ...stdioSpec(file, []),
    command: file,
    args: ["x"],
    cwd: folder.path,
    ...limits,
  });
  const state = path.join(folder.path, "state");
  return { message, state: existsSync(state) ? readFileSync(state, "utf8").trim() : "" };
}

test("npx that is too late may finish unpacking, and the error says that it may still be downloading", async () => {
  const { message, state } = await endEarly("npx", 1);
  expect(state).toBe("whole");
  expect(message).toMatch(/within 200 ms[\s\S]*may still be downloading: run it once by hand \(.*npx x\)/);
});

test("any other program that is too late is ended", async () => {
  const { message, state } = await endEarly("server", 600);
  expect(state).not.toBe("whole");
  expect(message).not.toContain("downloading");
});

test.each([
  ["server: npx -y a", 120_000],
  ["server: /usr/local/bin/uvx a", 120_000],
  ["server: pnpm dlx a", 120_000],
  ["server: { image: mcp/time, engine: finch }", 120_000],
  ["server: { image: mcp/time, engine: nerdctl }", 120_000],
  ["server: pnpm start", 30_000],
  ["server: node npx", 30_000],
  ["server: { command: npx, args: [a], startup_timeout: 5s }", 5_000],
  ["server: { url: 'https://x/mcp' }", 30_000],
])("%s has %d ms to start", (text, expected) => {
  expect(startupTimeoutMs(launchedServer(parseConfig(text, "c.yml")))).toBe(expected);
});
