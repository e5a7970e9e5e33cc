import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { env, execPath } from "node:process";
import { compileCache } from "../support/compile-cache.ts";

const repository = resolve(".");

/** `npx mcp-bench` is the built command line, other packages are those already installed here. */
const npx = `#!/bin/sh
case $1 in -y | --yes) shift ;; esac
package=$1
shift
case $package in
  mcp-bench | mcp-bench@1) exec '${execPath}' '${repository}/dist/cli.js' "$@" ;;
  *) exec '${execPath}' "${repository}/node_modules/$package/dist/index.js" "$@" ;;
esac
`;

/** Whatever is to be installed is installed. */
const npm = `#!/bin/sh
test "$1" = ci && exit
PATH=\${PATH#*:} exec npm --prefix '${repository}' "$@"
`;

/** A project as a reader of the documentation has it: a server, a configuration, and the tools on the path. */
export class Sandbox {
  readonly folder = mkdtempSync(join(tmpdir(), "mcp-bench-docs-"));

  constructor() {
    this.#script("npx", npx);
    this.#script("npm", npm);
    for (const name of ["dist", "tmp"]) mkdirSync(join(this.folder, name));
    cpSync("test/act/project/server.mjs", join(this.folder, "dist/server.js"));
    cpSync("test/act/project/server.mjs", join(this.folder, "server.mjs"));
    // On verdicts, which take more rounds, no page depends.
    const config = readFileSync("test/act/project/mcp-bench.yml", "utf8");
    writeFileSync(
      join(this.folder, "mcp-bench.yml"),
      config.replace("rounds: auto, stop: first-regression,", "rounds: 4,"),
    );
    cpSync("fixtures/traces/fastmcp-otlp.jsonl", join(this.folder, "spans.jsonl"));
    writeFileSync(join(this.folder, "package.json"), '{ "type": "module" }\n');
    symlinkSync(resolve("dist/cli.js"), join(this.folder, "dist/cli.js"));
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Runs one shell block; gives its exit code and everything it printed. */
  run(script: string): { readonly exitCode: number | null; readonly output: string } {
    const { status, stdout, stderr } = spawnSync("bash", ["--norc", "-euo", "pipefail", "-c", script], {
      cwd: this.folder,
      encoding: "utf8",
      timeout: 500_000,
      env: {
        HOME: this.folder,
        // The demo leaves its page there.
        TMPDIR: join(this.folder, "tmp"),
        PATH: `${join(this.folder, "bin")}:${env.PATH}`,
        ...compileCache,
      },
    });
    return { exitCode: status, output: `${stdout}${stderr}` };
  }

  #script(name: string, text: string): void {
    const folder = join(this.folder, "bin");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, name), text);
    chmodSync(join(folder, name), 0o755);
  }
}
