import type { Ecosystem } from "./ecosystem.ts";
import { foldersAbove, has, isMember, mapAt, pathBetween, readText, readToml, textsOf, word } from "./manifest.ts";

/** Projects of Python, with uv, alone or in its workspace, or with pip. */
export const python: Ecosystem = {
  manifest: "scripts in pyproject.toml",
  isAt: (directory) => ["pyproject.toml", "requirements.txt", "uv.lock"].some((name) => has(directory, name)),
  find(directory) {
    const manifest = readToml(directory, "pyproject.toml");
    const listed = manifest && isProject(manifest, directory) ? undefined : requirementsBuild(directory);
    const installed = listed ?? (manifest ? pyprojectBuild(directory) : undefined);
    if (installed === undefined) return [];
    const { build, venv } = installed;
    const { name } = mapAt(manifest, "project");
    const project = typeof name === "string" ? name : undefined;
    // Poetry had a section of its own before version 2.
    const scripts = [mapAt(manifest, "project", "scripts"), mapAt(manifest, "tool", "poetry", "scripts")];
    // Names of one function are one program, which is called as the project is where one of them is.
    const byTarget = new Map<unknown, string>();
    for (const [script, target] of scripts.flatMap((section) => Object.entries(section)))
      if (!byTarget.has(target) || script === project) byTarget.set(target, script);
    const names = [...new Set(byTarget.values())];
    const programs = names.map((name) => ({
      name,
      server: `${venv}/bin/${word(name)}`,
      from: `script ${name}`,
      program: `${venv}/bin/${name}`,
    }));
    const others = mainOf(directory, project).map((main) => ({
      name: project ?? "server",
      server: `${venv}/bin/python ${main}`,
      from: main,
      program: `${venv}/bin/python`,
    }));
    return (programs.length > 0 ? programs : others).map(({ from, ...program }) => ({
      ...program,
      project,
      from: `${listed ? "requirements.txt" : "pyproject.toml"}: ${from}`,
      build,
    }));
  },
  // A project with a lock file of uv may have a package of Node.js beside it.
  build: (directory) => (uvRoot(directory) === undefined ? undefined : "uv sync --frozen"),
  toolchain(directory) {
    if (uvRoot(directory) !== undefined)
      return [
        {
          uses: "astral-sh/setup-uv@20cfd1bf945f4377ade1205e4dbc17946fc9a30d # v10.0.1",
          with: { "enable-cache": false },
        },
      ];
    const version = has(directory, ".python-version")
      ? { "python-version-file": "file:.python-version" }
      : { "python-version": "3.13" };
    return [{ uses: "actions/setup-python@5fda3b95a4ea91299a34e894583c3862153e4b97 # v7.0.0", with: version }];
  },
};

/** Decides whether a `pyproject.toml` says how its project is installed. Many only configure a linter. */
function isProject(manifest: Readonly<Record<string, unknown>>, directory: string): boolean {
  const sections = [manifest.project, manifest["build-system"], mapAt(manifest, "tool").poetry];
  return sections.some((section) => section !== undefined) || uvRoot(directory) !== undefined;
}

const files = ["server.py", "main.py", "src/server.py", "src/main.py"];

/** Returns what starts a project that names no script: its package, or a file that speaks of MCP. */
function mainOf(directory: string, project: string | undefined): string[] {
  const packageName = (project ?? "").replace(/[-.]+/g, "_");
  const isRunnable = ["", "src/"].some((folder) => has(directory, `${folder}${packageName}/__main__.py`));
  if (packageName !== "" && isRunnable) return [`-m ${word(packageName)}`];
  const file = files.find((name) => /\b(?:fast)?mcp\b/i.test(readText(directory, name) ?? ""));
  return file === undefined ? [] : [file];
}

/** `venv`: the folder of the environment that the build makes. */
function pyprojectBuild(directory: string) {
  const root = uvRoot(directory);
  if (root === undefined) return { venv: ".venv", build: "python3 -m venv .venv && .venv/bin/pip install --quiet ." };
  const folder = pathBetween(directory, root);
  return { venv: folder === "." ? ".venv" : `${folder}/.venv`, build: "uv sync --frozen" };
}

function requirementsBuild(directory: string) {
  if (!has(directory, "requirements.txt")) return undefined;
  const build = "python3 -m venv .venv && .venv/bin/pip install --quiet --requirement requirements.txt";
  return { venv: ".venv", build };
}

/** Returns the folder whose lock file of uv holds for a project. */
function uvRoot(directory: string): string | undefined {
  const workspaces = foldersAbove(directory).filter((root) => {
    const { members } = mapAt(readToml(root, "pyproject.toml"), "tool", "uv", "workspace");
    return isMember(pathBetween(root, directory), textsOf(members));
  });
  return [directory, ...workspaces].find((root) => has(root, "uv.lock"));
}
