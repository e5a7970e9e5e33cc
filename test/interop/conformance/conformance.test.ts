import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { execPath } from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { findTool } from "../../support/tool.ts";

const suite = findTool("conformance");
const client = fileURLToPath(new URL("client.ts", import.meta.url));

/** Scenarios that this client does not meet, and why. */
const unmet: Readonly<Record<string, string>> = {
  "json-schema-2020-12-preservation": "arguments come from the configuration, not from the schemas of other tools",
  "auth/enterprise-managed-authorization": "no exchange of an enterprise's tokens",
  "auth/dpop": "tokens are bearer tokens",
  "auth/dpop-nonce": "tokens are bearer tokens",
  "sep-2640-client-no-prefetch": "skills are not loaded",
  "sep-2640-client-verify-digest": "skills are not loaded",
  "sep-2640-client-verify-size": "skills are not loaded",
  "sep-2640-client-verify-frontmatter": "skills are not loaded",
};

/** For all others with `auth/` in their name: a person logs in, and a benchmark has none. */
const withoutPerson = ["auth/client-credentials-jwt", "auth/client-credentials-basic", "auth/wif-jwt-bearer"];

const needsPerson = (scenario: string) => scenario.startsWith("auth/") && !withoutPerson.includes(scenario);

async function run(args: readonly string[]): Promise<{ readonly code: number; readonly output: string }> {
  const folder = await mkdtemp(path.join(tmpdir(), "conformance-"));
  try {
    const { stdout, stderr } = await promisify(execFile)(execPath, [suite ?? "", ...args], { cwd: folder });
    return { code: 0, output: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, output: stdout + stderr };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

describe.skipIf(suite === undefined)("the official conformance suite", async () => {
  const { output } = suite === undefined ? { output: "" } : await run(["list"]);
  const [, ofClients = ""] = /\nClient scenarios .*?\n(.*?)\n\n/s.exec(output) ?? [];
  const scenarios = [...ofClients.matchAll(/^ {2}- (\S+)/gm)].flatMap(([, name]) => name ?? []);
  const command = `"${execPath}" "${client}"`;
  const play = (scenario: string) =>
    run(["client", "--command", command, "--scenario", scenario, "--timeout", "120000"]);

  test("lists the scenarios that are named here, and many more", () => {
    expect(scenarios.length).toBeGreaterThan(Object.keys(unmet).length + withoutPerson.length);
    expect(scenarios).toEqual(expect.arrayContaining([...Object.keys(unmet), ...withoutPerson]));
  });

  const met = scenarios.filter((scenario) => unmet[scenario] === undefined && !needsPerson(scenario));
  test.concurrent.each(met)("is met in %s", async (scenario) => {
    const { code, output } = await play(scenario);
    expect(code, output).toBe(0);
  });

  test.each(["json-schema-2020-12-preservation", "auth/metadata-default"])(
    "tells where it is not: %s",
    async (scenario) => {
      expect((await play(scenario)).code).not.toBe(0);
    },
  );
});
