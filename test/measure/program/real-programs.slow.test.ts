import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../support/folder.ts";
import { findTool } from "../../support/tool.ts";
import { configuration, prove, servers, twoCommits } from "./support.ts";

type Files = Readonly<Record<string, string>>;

function folder(): string {
  const made = temporaryFolder();
  onTestFinished(() => made[Symbol.dispose]());
  return made.path;
}

function proofOf(server: object, { files, build }: { files: Files; build?: string }) {
  const repository = twoCommits({ "mcp-bench.yml": configuration(server, build), ...files });
  onTestFinished(() => repository[Symbol.dispose]());
  return prove(repository);
}

const own = (name: string) => ({ head: { kind: "own", name }, base: { kind: "own", name } });

describe.skipIf(findTool("go") === undefined)("Go", () => {
  const go = JSON.stringify(findTool("go"));
  const files = { "main.go": servers.go, "go.mod": "module example.com/tiny\n\ngo 1.21\n" };

  test("a binary that the build makes", async () => {
    expect(await proofOf({ command: "./tiny" }, { files, build: `${go} build -o tiny .` })).toEqual(own("tiny"));
  });

  test("`go run`, whose binary lies in a cache that both commits share", async () => {
    expect(await proofOf({ command: findTool("go"), args: ["run", "."] }, { files })).toEqual(own("go run ."));
  });

  test("a binary that the build installs for both is refused", async () => {
    const file = path.join(folder(), "tiny");
    expect(await proofOf({ command: file }, { files, build: `${go} build -o ${file} .` })).toMatchObject({
      exitCode: 2,
    });
  });
});

describe.skipIf(findTool("javac") === undefined || findTool("jar") === undefined)("Java", () => {
  const files = { "Echo.java": readFileSync("fixtures/servers/Echo.java", "utf8") };

  test("a jar that the build makes", async () => {
    const build = "javac -d classes Echo.java && jar --create --file tiny.jar --main-class Echo -C classes .";
    expect(await proofOf({ command: "java", args: ["-Xshare:auto", "-jar", "tiny.jar"] }, { files, build })).toEqual(
      own("tiny.jar"),
    );
  });

  test("a class path", async () => {
    const server = { command: "java", args: ["-cp", "/usr/share/none.jar:classes", "Echo"] };
    expect(await proofOf(server, { files, build: "javac -d classes Echo.java" })).toEqual(own("classes"));
  });
});

test("`npx` and the folder", async () => {
  const files = { "server.cjs": servers.node, "package.json": '{"name":"tiny","bin":"server.cjs"}' };
  const found = await proofOf({ command: "npx", args: ["--yes", "."] }, { files, build: "chmod +x server.cjs" });
  expect(found).toEqual(own("server.cjs"));
});

test("npm's scripts", async () => {
  const files = { "server.cjs": servers.node, "package.json": '{"scripts":{"start":"node server.cjs"}}' };
  expect(await proofOf({ command: "npm", args: ["start", "--silent"] }, { files })).toEqual(own("server.cjs"));
});

/** A package whose program is `tiny`, as npm packs it. */
function tarball(): string {
  const made = folder();
  const source = path.join(made, "tiny");
  mkdirSync(source);
  writeFileSync(path.join(source, "package.json"), '{"name":"tiny","version":"1.0.0","bin":"server.cjs"}');
  writeFileSync(path.join(source, "server.cjs"), servers.node);
  execFileSync("npm", ["pack", "--silent", "--pack-destination", made], { cwd: source });
  return path.join(made, "tiny-1.0.0.tgz");
}

test("npx and a released package are refused", async () => {
  const server = {
    command: "npx",
    args: ["--yes", "--package", tarball(), "tiny", "./mcp-bench.yml"],
    env: { npm_config_cache: folder(), npm_config_offline: "true" },
  };
  const found = await proofOf(server, { files: { "index.js": "" } });
  expect(found).toMatchObject({ exitCode: 2, message: expect.stringContaining("tiny/server.cjs") });
});

const wheelFiles: Files = {
  "tiny/__init__.py": servers.python,
  "tiny/__main__.py": "from tiny import main\nmain()\n",
  "tiny-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: tiny\nVersion: 1.0\n",
  "tiny-1.0.dist-info/WHEEL": "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
  "tiny-1.0.dist-info/entry_points.txt": "[console_scripts]\ntiny = tiny:main\n",
  "tiny-1.0.dist-info/RECORD":
    "tiny/__init__.py,,\ntiny/__main__.py,,\ntiny-1.0.dist-info/METADATA,,\ntiny-1.0.dist-info/WHEEL,,\ntiny-1.0.dist-info/entry_points.txt,,\ntiny-1.0.dist-info/RECORD,,\n",
};
const wheelName = "tiny-1.0-py3-none-any.whl";
const makeWheel = `python3 -m zipfile -c ${wheelName} tiny tiny-1.0.dist-info`;

/** Installs the package as a package manager does, in a tenth of the time. */
const install = (venv: string) =>
  [
    `python3 -m venv --without-pip ${venv}`,
    `cp -r tiny ${venv}/lib/python3*/site-packages/`,
    `printf '#!%s/bin/python\\nfrom tiny import main\\nmain()\\n' "$(cd ${venv} && pwd)" > ${venv}/bin/tiny`,
    `chmod +x ${venv}/bin/tiny`,
    "rm -r tiny",
  ].join(" && ");

describe.skipIf(findTool("python3") === undefined)("Python", () => {
  test("a program of a virtual environment in the checkout", async () => {
    const given = { files: wheelFiles, build: install(".venv") };
    expect(await proofOf({ command: ".venv/bin/tiny" }, given)).toEqual(own(".venv/bin/tiny"));
  });

  test("an installed module by the interpreter of that environment", async () => {
    const server = { command: ".venv/bin/python", args: ["-m", "tiny"] };
    const given = { files: wheelFiles, build: install(".venv") };
    expect(await proofOf(server, given)).toEqual(own(".venv/bin/python"));
  });

  test("a module of the checkout", async () => {
    const given = { files: { "src/tiny/__main__.py": servers.python } };
    const byPath = { command: "python3", args: ["-m", "tiny"], env: { PYTHONPATH: "src" } };
    expect(await proofOf(byPath, given)).toEqual(own("src/tiny/__main__.py"));
    expect(await proofOf({ command: "python3", args: ["-m", "src.tiny"] }, given)).toEqual(own("src/tiny/__main__.py"));
  });

  test("an environment that the build makes for both is refused", async () => {
    const venv = path.join(folder(), "venv");
    const given = { files: wheelFiles, build: `rm -rf ${venv} && ${install(venv)}` };
    expect(await proofOf({ command: `${venv}/bin/tiny` }, given)).toMatchObject({ exitCode: 2 });
  });
});

describe.skipIf(findTool("uv") === undefined)("uv", () => {
  const uv = findTool("uv") ?? "";
  const env = { UV_OFFLINE: "1", UV_PYTHON_DOWNLOADS: "never", UV_CACHE_DIR: "" };
  const project = { "pyproject.toml": '[project]\nname = "other"\nversion = "1"\nrequires-python = ">=3.9"\n' };

  test("`uv run` in the project's own environment", async () => {
    const build = `${makeWheel} && ${uv} venv --quiet && ${uv} pip install --quiet --no-index ${wheelName} && rm -r tiny`;
    const server = { command: uv, args: ["run", "--no-sync", "tiny"], env: { ...env, UV_CACHE_DIR: folder() } };
    expect(await proofOf(server, { files: { ...project, ...wheelFiles }, build })).toEqual(own(".venv/bin/tiny"));
  });

  test("`uv run` and a script of the checkout", async () => {
    const server = { command: uv, args: ["run", "server.py"], env: { ...env, UV_CACHE_DIR: folder() } };
    expect(await proofOf(server, { files: { ...project, "server.py": servers.python } })).toEqual(own("server.py"));
  });

  test("`uvx` and a released package are refused", async () => {
    const made = folder();
    for (const [name, content] of Object.entries(wheelFiles)) {
      mkdirSync(path.dirname(path.join(made, name)), { recursive: true });
      writeFileSync(path.join(made, name), content);
    }
    execFileSync("sh", ["-c", makeWheel], { cwd: made });
    const args = ["tool", "run", "--from", path.join(made, wheelName), "tiny", "--db", "./mcp-bench.yml"];
    const server = { command: uv, args, env: { ...env, UV_CACHE_DIR: folder() } };
    expect(await proofOf(server, { files: project })).toMatchObject({ exitCode: 2 });
  });
});
