import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { loadConfig } from "../../src/config/load-config.ts";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/folder.ts";
import { git } from "../support/git-run.ts";

const sample = path.resolve("dist/sample-server.js");

/** In each language a program that becomes the same server, and only with the argument that it should be started with. */
const layouts: readonly {
  readonly needs: string;
  readonly inside?: string;
  readonly files: Readonly<Record<string, string>>;
  readonly server: string;
  readonly build: string;
}[] = [
  {
    needs: "go",
    files: {
      "go.mod": "module example.com/my-server\n\ngo 1.21\n",
      "cmd/my-server/main.go": `package main

import ("os"; "os/exec"; "syscall")

func main() {
	if len(os.Args) != 2 || os.Args[1] != "stdio" { os.Exit(7) }
	node, _ := exec.LookPath("node")
	syscall.Exec(node, []string{"node", ${JSON.stringify(sample)}}, os.Environ())
}
`,
      "cmd/loadtest/main.go": "package main\n\nfunc main() {}\n",
      Dockerfile: 'ENTRYPOINT ["/my-server"]\nCMD ["stdio"]\n',
    },
    server: "./bin/my-server stdio",
    build: "go build -o bin/my-server ./cmd/my-server",
  },
  {
    needs: "cargo",
    files: {
      "Cargo.toml": '[package]\nname = "core"\nversion = "0.1.0"\nedition = "2021"\ndefault-run = "core-server"\n',
      "src/bin/core-server.rs": `use std::os::unix::process::CommandExt;
fn main() { panic!("{}", std::process::Command::new("node").arg(${JSON.stringify(sample)}).exec()); }
`,
      "src/bin/broken.rs": "not rust",
    },
    server: "target/release/core-server",
    build: "cargo build --release --bin core-server",
  },
  {
    needs: "npm",
    inside: "packages/server",
    files: {
      "package.json": '{ "private": true, "workspaces": ["packages/*"] }',
      "package-lock.json": JSON.stringify({
        lockfileVersion: 3,
        packages: {
          "": { workspaces: ["packages/*"] },
          "node_modules/@x/core": { resolved: "packages/core", link: true },
          "node_modules/@x/server": { resolved: "packages/server", link: true },
          "packages/core": { name: "@x/core", version: "1.0.0" },
          "packages/server": { name: "@x/server", version: "1.0.0", dependencies: { "@x/core": "1.0.0" } },
        },
      }),
      "packages/core/package.json":
        '{ "name": "@x/core", "version": "1.0.0", "main": "made.cjs", "scripts": { "build": "cp source.cjs made.cjs" } }',
      "packages/core/source.cjs": `module.exports = () => import(${JSON.stringify(sample)});\n`,
      "packages/server/package.json":
        '{ "name": "@x/server", "version": "1.0.0", "bin": { "server": "dist/a.cjs" }, "dependencies": { "@x/core": "1.0.0" }, "scripts": { "build": "node -e \\"require(\'@x/core\')\\" && mkdir -p dist && cp a.cjs dist" } }',
      "packages/server/a.cjs": 'require("@x/core")();\n',
    },
    server: "node dist/a.cjs",
    build: "(cd ../.. && npm ci) && (cd ../core && npm run build) && npm run build",
  },
  {
    needs: "python3",
    files: {
      "requirements.txt": "",
      "server.py": `"""Becomes an MCP server."""\nimport os\nos.execlp("node", "node", ${JSON.stringify(sample)})\n`,
    },
    server: ".venv/bin/python server.py",
    build: "python3 -m venv .venv && .venv/bin/pip install --quiet --requirement requirements.txt",
  },
  {
    needs: "uv",
    inside: "packages/server",
    files: {
      "pyproject.toml": '[tool.uv.workspace]\nmembers = ["packages/*"]\n',
      "uv.lock":
        'version = 1\nrequires-python = ">=3.8"\n\n[manifest]\nmembers = ["my-server"]\n\n[[package]]\nname = "my-server"\nversion = "0.1"\nsource = { virtual = "packages/server" }\n',
      "packages/server/pyproject.toml": '[project]\nname = "my-server"\nversion = "0.1"\nrequires-python = ">=3.8"\n',
      "packages/server/server.py": `# mcp\nimport os\nos.execlp("node", "node", ${JSON.stringify(sample)})\n`,
    },
    server: "../../.venv/bin/python server.py",
    build: "uv sync --frozen",
  },
];

/** Whatever a machine has of these is tried; no machine has to have all. */
function isInstalled(name: string): boolean {
  return (process.env.PATH ?? "").split(path.delimiter).some((folder) => existsSync(path.join(folder, name)));
}

for (const { needs, inside = "", files, server, build } of layouts)
  test.skipIf(!isInstalled(needs))(`init finds, builds and launches a server that is made with ${needs}`, async () => {
    using folder = temporaryFolder();
    git(folder.path, ["init", "--quiet"]);
    for (const [name, text] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(folder.path, name)), { recursive: true });
      await writeFile(path.join(folder.path, name), text);
    }
    const directory = path.join(folder.path, inside);
    const { code, stdout, stderr } = await cli(["init", "--no-workflow"], directory);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stdout).toContain(`building, since `);
    const { config } = await loadConfig("mcp-bench.yml", directory);
    expect(config).toMatchObject({ server, build: { run: build } });
    expect(config.benchmarks).toContainEqual(expect.objectContaining({ tool: "now" }));
  });
