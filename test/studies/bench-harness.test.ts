import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";

const script = join(import.meta.dirname, "../../scripts/bench-harness.ts");
const run = promisify(execFile);

/** With next to no requests: whether the script works, not how fast anything is. Needs the built program. */
async function bench(...args: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [script, "--turns", "1", "--scale", "1000", ...args]);
  return stdout;
}

const figure = /^ {2}.+: \d+\.\d+ (×|MB|ms) \(goal [≤≥] [\d.]+: (met|missed)\)\n {4}\S/gm;

/** Keyed by part. */
const figures = { "stdio-latency": 3, "stdio-rate": 1, http: 2, "large-replies": 2, memory: 3, "start-up": 2 };

// All parts in one run, which compiles what they call once.
let sections: readonly string[];
beforeAll(async () => {
  sections = (await bench()).trim().split("\n\n");
});

test("there are no other parts", () => {
  expect(sections).toHaveLength(Object.keys(figures).length);
});

test.each(Object.entries(figures))("%s gives its figures, or says what it lacks", (part, wanted) => {
  const text = sections.find((one) => one.startsWith(`${part} (load of the machine before: `)) ?? "";
  const skipped = /^ {2}skipped: .+ was not found/m.test(text);
  expect(text.match(figure)?.length ?? 0, text).toBe(skipped ? 0 : wanted);
});

test("a part that does not exist is named, with those that do", async () => {
  await expect(bench("--only", "nonsense")).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining("no part nonsense; there are stdio-latency, stdio-rate, http"),
  });
});
