import { expect, onTestFinished, test } from "vitest";
import { configuration, measure, servers, twoCommits } from "../measure/program/support.ts";
import { temporaryFolder } from "../support/folder.ts";

type Files = Readonly<Record<string, string>>;

/** A server that runs this before it answers; `base` is the checkout of base. */
const after = (code: string, runnerTemp: string) => `const fs = require("node:fs");
const [name] = fs.readdirSync(${JSON.stringify(runnerTemp)}).filter((one) => one.startsWith("mcp-bench-base-"));
const base = ${JSON.stringify(runnerTemp)} + "/" + name;
${code}
${servers.node.replace(/^#!.*\n/, "")}`;

/** Files of base that a run found changed. */
async function changed({
  files = {},
  head = "",
  both = "",
  build,
  args = ["server.cjs"],
}: {
  files?: Files;
  head?: string;
  both?: string;
  build?: string;
  args?: string[];
}): Promise<string[] | undefined> {
  const folder = temporaryFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  const repository = twoCommits(
    {
      "mcp-bench.yml": configuration({ command: "node", args }, build),
      "server.cjs": after(both, folder.path),
      ...files,
    },
    { "server.cjs": after(`${both}\n${head}`, folder.path) },
  );
  onTestFinished(() => repository[Symbol.dispose]());
  const record = await measure(repository, { ...process.env, RUNNER_TEMP: folder.path });
  return record.changedInBase;
}

test("nothing is found where nobody writes", async () => {
  expect(await changed({})).toBeUndefined();
});

test("head that rewrites base's server is found, whatever times it sets", async () => {
  const head = `
    const file = base + "/server.cjs";
    const { atime, mtime } = fs.statSync(file);
    fs.writeFileSync(file, fs.readFileSync(file, "utf8").replace("tiny", "slow"));
    fs.utimesSync(file, atime, mtime);`;
  expect(await changed({ head })).toEqual(["server.cjs"]);
});

test("head that writes the same file of its own as well is found, if that is a program or stays as it was", async () => {
  const touch = (file: string) => `fs.utimesSync("${file}", new Date(), new Date());`;
  const program = `fs.appendFileSync(base + "/server.cjs", "// slower"); ${touch("server.cjs")}`;
  expect(await changed({ head: program })).toEqual(["server.cjs"]);
  const part = `fs.appendFileSync(base + "/part.cjs", "// slower"); ${touch("part.cjs")}`;
  expect(await changed({ files: { "part.cjs": "" }, head: part })).toEqual(["part.cjs"]);
});

test("head that removes a file of base is found", async () => {
  const head = `fs.rmSync(base + "/data.txt", { force: true });`;
  expect(await changed({ files: { "data.txt": "one" }, head })).toEqual(["data.txt"]);
});

test("head that moves a folder of older files into base is found", async () => {
  const head = `if (fs.existsSync("other")) {
      fs.rmSync(base + "/lib", { recursive: true });
      fs.renameSync("other", base + "/lib");
    }`;
  const files = { "lib/part.cjs": "", "lib/same.cjs": "", "other/part.cjs": "// slower", "other/same.cjs": "" };
  expect(await changed({ files, head })).toEqual(["lib/part.cjs"]);
});

test("head that moves an older program over one that base's build has made is found", async () => {
  const head = `if (fs.existsSync("other")) {
      fs.rmSync(base + "/dist", { recursive: true });
      fs.renameSync("other", base + "/dist");
    }`;
  const files = { ".gitignore": "dist\n", "other/server.cjs": servers.node };
  const build = "mkdir -p dist && cp server.cjs dist/";
  expect(await changed({ files, head, build, args: ["dist/server.cjs"] })).toContain("dist/server.cjs");
});

test("a server of base that its build has made is watched too", async () => {
  const head = `fs.appendFileSync(base + "/dist/server.cjs", "// slower");`;
  const build = "rm -rf dist other.txt && mkdir dist && cp server.cjs dist/";
  const files = { ".gitignore": "dist\n", "other.txt": "" };
  expect(await changed({ files, head, build, args: ["dist/server.cjs"] })).toEqual(["dist/server.cjs"]);
});

test("what both servers write is their own data, and the same content is no change", async () => {
  const files = { "data.txt": "one", "same.txt": "same" };
  const both = `fs.writeFileSync("data.txt", String(process.pid));`;
  const head = `fs.writeFileSync(base + "/same.txt", "same");`;
  expect(await changed({ files, both, head })).toBeUndefined();
});

test("what both servers remove is their own data, and head that never had it exempts nothing", async () => {
  const both = `fs.rmSync("data/x.lock", { force: true });`;
  expect(await changed({ files: { "data/x.lock": "" }, both })).toBeUndefined();
  // Head's build removes it before its server removes that of base.
  const build = `node -e "require('node:fs').readFileSync('server.cjs').includes('y.lock') && fs.rmSync('y.lock')"`;
  const head = `fs.rmSync(base + "/y.lock", { force: true });`;
  expect(await changed({ files: { "y.lock": "" }, build, head })).toEqual(["y.lock"]);
});
