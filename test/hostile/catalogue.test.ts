import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { ownTmpdir } from "../support/folder.ts";
import { hostileCases } from "../support/hostile-cases.ts";
import { expectEnding } from "../support/hostile-servers.ts";

const folder = ownTmpdir();
afterAll(() => expect(readdirSync(folder), "temporary files").toEqual([]));

/** Those marked as quick are tried by `npm test`. */
const others = hostileCases.filter(({ quick = false }) => !quick);

test.concurrent.each(others)("$name", { timeout: 1_200_000 }, (one) => expectEnding(one));

test("every mode of every program is tried", () => {
  const programs = path.resolve(import.meta.dirname, "../../fixtures/servers/hostile");
  const names = readdirSync(programs, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".js"));
  for (const name of names) {
    const text = readFileSync(path.join(programs, name), "utf8");
    for (const [, mode = ""] of text.matchAll(/^ {2}"?([\w.-]+)"?: (?:\(.*=>|['"])/gm))
      expect(hostileCases.map((one) => one.name)).toContain(`${name.slice(0, -3)} ${mode}`);
  }
  expect(hostileCases.length).toBeGreaterThan(80);
});
