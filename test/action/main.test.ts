import { execFileSync, spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";

/** Ends as main.ts does, after more output than a pipe holds. */
const ending = readFileSync("src/main.ts", "utf8")
  .split("\n")
  .filter((line) => line.startsWith("setTimeout"))
  .join("\n");
const program = `process.stdout.write("x".repeat(1_000_000)); setInterval(() => {}, 1000); ${ending}`;

test("nothing cuts the job off that has nothing left to do", () => {
  const watched = `process.exit = () => console.log("cut off"); console.log("last line"); ${ending}`;
  expect(execFileSync(process.execPath, ["-e", watched], { encoding: "utf8" })).toBe("last line\n");
});

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

/** Says at the end for how many ms nothing has been written. */
const quietAtEnd = `
  const { write } = process.stdout;
  let last = 0;
  process.stdout.write = (...all) => ((last = performance.now()), write.apply(process.stdout, all));
  process.on("exit", () => process.stderr.write("quiet for " + (performance.now() - last)));
`;

test("a step that fails under act leaves it the time to read why", () => {
  const words = ["--import", `data:text/javascript,${encodeURIComponent(quietAtEnd)}`, "src/main.ts"];
  const env = { PATH: process.env.PATH, ACT: "true" };
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { env, encoding: "utf8" });
  expect([status, stdout]).toEqual([2, expect.stringMatching(/^::error::.*is not set/)]);
  expect(Number(/quiet for ([\d.]+)/.exec(stderr)?.[1])).toBeGreaterThan(990);
});
