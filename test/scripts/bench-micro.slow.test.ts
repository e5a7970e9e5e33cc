import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const script = join(import.meta.dirname, "../../scripts/bench-micro.ts");
const run = promisify(execFile);

/** Tests whether the script works, not how fast anything is. */
async function bench(...args: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [script, "--against", "HEAD", "--turns", "6", "--time", "1", ...args]);
  return stdout;
}

test("every path has its times before and now, and their ratio with its interval", async () => {
  const [heading, , columns, ...lines] = (await bench()).trimEnd().split("\n");
  expect(heading).toMatch(/^against HEAD, 6 turns \(load of the machine before: [\d.]+\)$/);
  expect(columns).toMatch(/^ +before +now +ratio$/);
  expect(lines).toHaveLength(7);
  for (const line of lines) expect(line).toMatch(/^\w[\w ]+ +[\d.]+ µs +[\d.]+ µs +[\d.]+ {2}\([\d.]+ to [\d.]+\)$/);
});

test("a path that does not exist is named, with those that do", async () => {
  await expect(bench("--only", "nonsense")).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining("no path nonsense; there are frame reader, encoder with"),
  });
});
