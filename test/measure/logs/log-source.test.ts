import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { ConfigError } from "../../../src/errors.ts";
import { FileSource } from "../../../src/measure/logs/log-source.ts";

/** A log that is rotated away right after somebody has looked how long it is, as often as asked for. */
class RotatingSource extends FileSource {
  readonly #file: string;
  rotations = 0;

  constructor(directory: string, warn: (message: string) => void) {
    super("server.log", { directory, warn });
    this.#file = join(directory, "server.log");
  }

  override async position(): Promise<number> {
    const size = await super.position();
    if (this.rotations-- > 0) rmSync(this.#file);
    return size;
  }
}

// A superuser may read all.
test.skipIf(process.getuid?.() === 0)("a log that may not be read is an error of the configuration", async () => {
  const { source, file } = logOf("old\n");
  chmodSync(file, 0);
  await expect(source.begin()).rejects.toThrow(ConfigError);
});

function logOf(text: string) {
  const directory = mkdtempSync(join(tmpdir(), "mcp-bench-logs-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const warnings: string[] = [];
  const source = new RotatingSource(directory, (message) => void warnings.push(message));
  const file = join(directory, "server.log");
  const write = (content: string) => writeFileSync(file, content);
  write(text);
  const read = async () => {
    let taken = "";
    await source.end((chunk) => {
      taken += chunk.toString();
    });
    return taken;
  };
  return { source, file, write, read, warnings };
}

const lost =
  "server_metrics: server.log was rotated or emptied while calls were measured: what it held by then is not counted";

describe("a log that is rotated away", () => {
  test("between two looks before a block is one that is not there yet", async () => {
    const { source, write, read, warnings } = logOf("old, half");
    source.rotations = 1;
    expect(await source.begin()).toBe(false);
    write("new\n");
    expect(await read()).toBe("new\n");
    expect(warnings).toEqual([]);
  });

  test("between two looks after a block costs the lines of the block, which is told", async () => {
    const { source, write, read, warnings } = logOf("old\n");
    expect(await source.begin()).toBe(false);
    write("old\nnew\n");
    source.rotations = 1;
    expect(await read()).toBe("");
    expect(warnings).toEqual([lost]);
  });

  test("or emptied within a block costs what it held, which is told; what comes after counts", async () => {
    const { source, write, read, warnings } = logOf("old and long\n");
    await source.begin();
    write("new\n");
    expect(await read()).toBe("new\n");
    expect(warnings).toEqual([lost]);
  });

  test("is not told of where it only grew, or nothing was written", async () => {
    const { source, write, read, warnings } = logOf("old\n");
    await source.begin();
    expect(await read()).toBe("");
    await source.begin();
    write("old\nnew\n");
    expect(await read()).toBe("new\n");
    expect(warnings).toEqual([]);
  });
});
