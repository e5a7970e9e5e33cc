import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { systemClock } from "../../src/base/host/clock.ts";
import type { LaunchSpec } from "../../src/plan/plan.ts";
import { launchServer } from "../../src/server/open.ts";
import { stdioSpec } from "../measure/plans.ts";
import { sharedFolder } from "../support/folder.ts";

/** The command lines of docs/recipes.md for what users install, each started once where its runtime is installed. */

const isInstalled = (program: string) =>
  (process.env.PATH ?? "").split(path.delimiter).some((folder) => existsSync(path.join(folder, program)));

const folder = sharedFolder();

async function nameOf(spec: LaunchSpec): Promise<string> {
  const running = await launchServer(spec, { clock: systemClock });
  try {
    const session = await running.connect();
    await session.close();
    return session.identity.name;
  } finally {
    await running.stop();
  }
}

test.skipIf(!isInstalled("npx"))("npx starts a package", async () => {
  const spec = stdioSpec(["-y", "mcp-server-everything"], { command: "npx", cwd: process.cwd() });
  expect(await nameOf(spec)).toBe("mcp-servers/everything");
});

test.skipIf(!isInstalled("javac") || !isInstalled("jar"))("java -jar starts a jar", async () => {
  const jar = path.join(folder, "server.jar");
  execFileSync("javac", ["-d", folder, "fixtures/servers/Echo.java"]);
  execFileSync("jar", ["--create", "--file", jar, "--main-class", "Echo", "-C", folder, "Echo.class"]);
  expect(await nameOf(stdioSpec(["-jar", jar], { command: "java" }))).toBe("echo-java");
});
