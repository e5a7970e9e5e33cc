import { execFileSync } from "node:child_process";
import { closeSync, constants, openSync, symlinkSync, writeFileSync, writeSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { readText, sourceMaps } from "../../../../src/features/why/measure/server-files.ts";
import { ProfileError } from "../../../../src/features/why/profile/profile.ts";
import { readLimited } from "../../../../src/record/files/limited-read.ts";
import { sharedFolder } from "../../../support/folder.ts";

const folder = sharedFolder();

const url = pathToFileURL(path.join(folder, "a.js")).href;
const place = (script: string) => ({ script, url, line: 0, column: 0 });

/** However busy the machine is. */
const unhurried = { late: new AbortController().signal };

test.skipIf(process.platform === "win32")(
  "a pipe or a device in the place of a profile or a source map is not read",
  async () => {
    execFileSync("mkfifo", [path.join(folder, "pipe")]);
    symlinkSync("/dev/zero", path.join(folder, "device"));
    for (const name of ["pipe", "device"])
      await expect(readText(path.join(folder, name))).rejects.toThrow(ProfileError);
    const maps = ["pipe", "device", "http://127.0.0.1:1/a.map", "/etc/passwd", "%"];
    const locate = await sourceMaps(
      maps.map((map) => ({ script: map, url, map })),
      unhurried,
    );
    for (const map of maps) expect(locate(place(map))).toBeUndefined();
  },
);

test("what is read too slowly is given up", async () => {
  const file = path.join(folder, "slow");
  writeFileSync(file, "text");
  await expect(readText(file, { late: AbortSignal.abort() })).rejects.toThrow(
    new ProfileError("reading it took too long"),
  );
});

test.skipIf(process.platform === "win32")("a pipe that is never silent is given up as well", async () => {
  const pipe = path.join(folder, "dripping");
  execFileSync("mkfifo", [pipe]);
  const writer = openSync(pipe, constants.O_RDWR);
  onTestFinished(() => closeSync(writer));
  const late = new AbortController();
  const read = readLimited(pipe, { mostBytes: 100, signal: late.signal });
  writeSync(writer, "x");
  late.abort();
  await expect(read).rejects.toThrow();
});

test("processes share how much is read of their profiles", async () => {
  const file = path.join(folder, "profile");
  writeFileSync(file, " ".repeat(2 ** 20 + 1));
  expect((await readText(file)).length).toBe(2 ** 20 + 1);
  await expect(readText(file, { processes: 64 })).rejects.toThrow("it has more than 1048576 bytes");
});

test("no more of all source maps together is read than a bundle has", async () => {
  const map = (content: string) =>
    JSON.stringify({ version: 3, sources: ["a.ts"], sourcesContent: [content], names: [], mappings: "AAAA" });
  writeFileSync(path.join(folder, "small.map"), map(""));
  writeFileSync(path.join(folder, "large.map"), map(" ".repeat(24 * 2 ** 20)));
  const scripts = ["small.map", "large.map", "large.map", "large.map", "small.map"];
  const read = async (options: { late: AbortSignal }) => {
    const locate = await sourceMaps(
      scripts.map((name, script) => ({ script: String(script), url, map: name })),
      options,
    );
    return scripts.map((_, script) => locate(place(String(script)))?.line);
  };
  expect(await read(unhurried)).toEqual([1, 1, 1, undefined, 1]);
  expect(await read({ late: AbortSignal.abort() })).toEqual(scripts.map(() => undefined));
});
