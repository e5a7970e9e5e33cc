import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { keptText, profileKeeper } from "../../../src/features/why/measure/profile-pass.ts";
import { redactText } from "../../../src/record/redact.ts";
import { madeProfile } from "./profile/profiles.ts";

function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), "mcp-bench-keeper-"));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
}

test("raw profiles hold no secret, nor does the name of a file lead out of the folder", async () => {
  const root = folder();
  const secret = 'pass"wörd\nline two';
  const keep = profileKeeper({ folder: root, hide: (text) => redactText(text, [secret]) });
  const places = ["name", "url"].map((key) => ({ [key]: `file:///srv/${secret}/server.js` }));
  // Some encoders keep to ASCII: Python's does.
  const ascii = JSON.stringify(places).replaceAll("ö", "\\u00f6");
  const text = JSON.stringify(places) + ascii;
  await keep({ target: "../../a row", arm: "head", launch: 1, name: "../7-0.cpuprofile", text });
  const [target = "", ...others] = readdirSync(root);
  expect([target, ...others]).toEqual([expect.stringMatching(/^a-row-[0-9a-f]+$/)]);
  const [file = ""] = readdirSync(path.join(root, target));
  expect(file).toMatch(/^head\.1\.7-0\.cpuprofile-[0-9a-f]+$/);
  const kept = readFileSync(path.join(root, target, file), "utf8");
  expect(kept).not.toMatch(/pass|w.{1,6}rd|line two/);
  expect(kept.match(/\*\*\*/g)).toHaveLength(4);
});

test("what is in the folder is said, and why nothing is", () => {
  const made = madeProfile({ tokenize: [1] });
  expect(keptText({ profiles: [made] }, "raw")).toBe("Written: raw");
  const none = "No raw profiles in raw: no server";
  expect(keptText({}, "raw")).toBe(`${none} was profiled (--profile always profiles every row)`);
  const unknown = { row: "search", arm: "head", kind: "time", unknown: "it runs already" } as const;
  expect(keptText({ profiles: [unknown] }, "raw")).toBe(`${none} could be profiled`);
});
