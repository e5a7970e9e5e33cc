import { PassThrough } from "node:stream";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchLines } from "../../../src/server/process/output-lines.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

/** Returns what is found in output that comes in pieces, and in what it says after it has been quiet for a second. */
async function found(pattern: string, pieces: readonly (string | Buffer)[]): Promise<string | undefined> {
  const stream = new PassThrough();
  const watch = watchLines(stream, { pattern, where: "server.url_from" });
  for (const piece of pieces) {
    stream.write(piece);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await vi.advanceTimersByTimeAsync(1_000);
  watch.stop();
  return watch.match()?.[0];
}

test("a line is looked at once it is whole: an address that is written in pieces is not cut", async () => {
  const pieces = ["starting\nlistening on http://127", ".0.0.1:", "34567", "/mcp\n", "http://too.late\n"];
  expect(await found("http:\\S+", pieces)).toBe("http://127.0.0.1:34567/mcp");
});

test("a character that is cut between two pieces is whole", async () => {
  const line = Buffer.from("prêt: port 4711\n");
  expect(await found("prêt: port \\d+", [line.subarray(0, 3), line.subarray(3)])).toBe("prêt: port 4711");
});

test("a line that nobody ends is looked at when no more comes", async () => {
  expect(await found("port \\d+", ["starting\nport 34", "567"])).toBe("port 34567");
  expect(await found("port \\d+", ["starting\n", "nothing else"])).toBeUndefined();
});
