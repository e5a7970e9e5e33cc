import { chmodSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../support/folder.ts";
import { configuration, prove, servers, twoCommits } from "./support.ts";

/**
 * A stand-in for `docker` whose images hold one file, the server: `build` takes that of the working directory, under an id of its
 * content, and `run` starts it, or what the command line names in a mounted folder. `inspect` describes what runs.
 */
const docker = `#!/usr/bin/env node
const { createHash } = require("node:crypto");
const { copyFileSync, readFileSync, writeFileSync } = require("node:fs");
const { join, resolve } = require("node:path");
const { spawn } = require("node:child_process");
const state = (name) => join(__dirname, encodeURIComponent(name));
const [subcommand, ...args] = process.argv.slice(2);
const option = (name) => args[args.indexOf(name) + 1];
if (subcommand === "build") {
  const id = "sha256:" + createHash("sha256").update(readFileSync("server.cjs")).digest("hex");
  copyFileSync("server.cjs", state(id) + ".cjs");
  if (args.includes("--tag")) writeFileSync(state(option("--tag")), id);
  if (args.includes("--iidfile")) writeFileSync(option("--iidfile"), id);
} else if (subcommand === "inspect") {
  const about = JSON.parse(readFileSync(state(args.at(-1)), "utf8"));
  const list = [about.id, about.reference, about.words[0], about.words.slice(1), "/app", about.mounts];
  console.log(args[1].startsWith("[") ? JSON.stringify(list) : about.pid + " true");
} else if (subcommand === "run") {
  const at = args.findIndex((word, place) => !word.startsWith("-") && !/^(--label|--cidfile|-v|--cpuset-cpus)$/.test(args[place - 1] ?? ""));
  const reference = args[at];
  const words = args.slice(at + 1);
  const id = reference.startsWith("sha256:") ? reference : readFileSync(state(reference), "utf8");
  const mounts = args.includes("-v") ? [option("-v").split(":")].map(([Source, Destination]) => ({ Source, Destination })) : [];
  const script = mounts.length > 0 && words.at(-1).endsWith(".cjs") ? resolve(mounts[0].Source, words.at(-1)) : state(id) + ".cjs";
  const child = spawn(process.execPath, [script], { stdio: "inherit" });
  const container = createHash("sha256").update(String(child.pid)).digest("hex");
  const about = { id, reference, words: words.length > 0 ? words : ["node", "/server.cjs"], mounts, pid: child.pid };
  writeFileSync(state(container), JSON.stringify(about));
  writeFileSync(option("--cidfile"), container);
  child.once("exit", () => process.exit());
}
`;

function proofOf(server: object, build?: string) {
  const folder = temporaryFolder();
  onTestFinished(() => folder[Symbol.dispose]());
  const program = path.join(folder.path, "docker");
  writeFileSync(program, docker);
  chmodSync(program, 0o755);
  const config = configuration(server, build);
  const repository = twoCommits({ "mcp-bench.yml": config, "server.cjs": servers.node, ".gitignore": ".image-id" });
  onTestFinished(() => repository[Symbol.dispose]());
  return prove(repository, { ...process.env, PATH: `${folder.path}:${process.env.PATH}` });
}

test("an image that both builds tag alike is refused: the later build's runs twice", async () => {
  const found = await proofOf({ image: "tiny:dev" }, "docker build --tag tiny:dev .");
  expect(found).toMatchObject({ exitCode: 2, message: expect.stringContaining("server.image.id_file") });
});

test("an image whose id the build writes into each checkout is that commit's own, equal or not", async () => {
  const found = await proofOf({ image: { id_file: ".image-id" } }, "docker build --iidfile .image-id .");
  expect(found).toEqual({ head: { kind: "own", name: ".image-id" }, base: { kind: "own", name: ".image-id" } });
});

test("a released image that runs a file of the mounted checkout is proven by that file", async () => {
  const args = ["run", "--rm", "-i", "-v", "${CHECKOUT}:/app", "tiny:dev", "node", "server.cjs"];
  const found = await proofOf({ command: "docker", args }, "docker build --tag tiny:dev .");
  expect(found).toEqual({ head: { kind: "own", name: "server.cjs" }, base: { kind: "own", name: "server.cjs" } });
});

test("a folder of the checkout that is mounted as data proves nothing", async () => {
  const args = ["run", "--rm", "-i", "-v", "${CHECKOUT}:/data", "tiny:dev", "tiny", "/data/README.md"];
  const found = await proofOf({ command: "docker", args }, "docker build --tag tiny:dev .");
  expect(found).toMatchObject({ exitCode: 2 });
});
