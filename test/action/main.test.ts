import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";

/** As main.ts ends, after more output than a pipe holds. */
const ending = readFileSync("src/main.ts", "utf8")
  .split("\n")
  .filter((line) => line.startsWith("process."))
  .join("\n");
const program = `process.stdout.write("x".repeat(1_000_000)); setInterval(() => {}, 1000); ${ending}`;

test("a reader that is slow still gets the whole log, where the annotations come last", async () => {
  const child = spawn(process.execPath, ["-e", program], { stdio: ["ignore", "pipe", "inherit"] });
  const closed = new Promise((resolve) => child.once("close", resolve));
  let bytes = 0;
  for await (const chunk of child.stdout) {
    bytes += chunk.length;
    await wait(1);
  }
  expect(await closed).toBe(0);
  expect(bytes).toBe(1_000_000);
});
