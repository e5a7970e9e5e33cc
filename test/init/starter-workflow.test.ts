import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { starterWorkflow } from "../../src/init/starter-workflow.ts";
import { violations } from "../security/workflow-rules.ts";
import { temporaryFolder } from "../support/folder.ts";

function workflowFor(files: readonly string[], inside = ""): string {
  using folder = temporaryFolder();
  for (const file of files) writeFileSync(path.join(folder.path, file), "");
  return starterWorkflow({ inside, directory: folder.path });
}

function jobFor(files: readonly string[], inside = "") {
  return parse(workflowFor(files, inside)).jobs.bench;
}

function stepsFor(files: readonly string[], inside = "") {
  return jobFor(files, inside).steps;
}

const projects = [
  [],
  ["package.json"],
  ["package.json", "pnpm-lock.yaml"],
  ["package.json", "yarn.lock"],
  ["package.json", "bun.lock"],
  ["uv.lock", "pyproject.toml"],
  ["pyproject.toml"],
  ["requirements.txt"],
  ["go.mod"],
  ["Package.swift"],
  ["pom.xml"],
  ["build.gradle.kts"],
  ["server.csproj"],
  ["package.json", ".nvmrc"],
  ["pyproject.toml", ".python-version"],
  ["pom.xml", ".java-version"],
  ["server.csproj", "global.json"],
];

/** The commit and version of each action that a workflow uses. */
function pinsOf(workflow: string): Record<string, string> {
  const uses = workflow.matchAll(/uses: (?<action>\S+)@(?<pin>\w{40} # v\S+)/g);
  return Object.fromEntries([...uses].map(({ groups }) => [groups?.action, groups?.pin]));
}

/** Dependabot keeps these up to date. */
const ours = ["workflows/pull-request.yml", ".github/actions/prepare/action.yml"];

test.each(projects.map((files) => [files]))(
  "for %j it obeys our own workflows' rules, and pins what they pin",
  (files) => {
    const text = workflowFor(files);
    expect(violations(text)).toEqual([]);
    const updated = pinsOf(ours.map((file) => readFileSync(file, "utf8")).join("\n"));
    const written = pinsOf(text);
    expect(written, "src/init/starter-workflow.ts holds other pins than our own workflows").toEqual(
      Object.fromEntries(Object.keys(written).map((action) => [action, updated[action]])),
    );
  },
);

test("it names the directory of the configuration where it is not the top", () => {
  expect(jobFor([]).with).toEqual({ "runs-on": "macos-latest" });
  expect(jobFor([], "packages/a: b").with).toMatchObject({ "working-directory": "packages/a: b" });
  expect(stepsFor(["pom.xml", ".java-version"], "packages/a: b")[2]).toEqual({
    uses: "org/mcp-bench-action@v1",
    with: { "working-directory": "packages/a: b" },
  });
});

const reusable = parse(readFileSync(".github/workflows/mcp-bench.yml", "utf8"));

test.each([
  ["package.json", "node-version", "24"],
  ["pyproject.toml", "python-version", "3.13"],
  ["uv.lock", "python-version", "3.13"],
  ["go.mod", "go-version", "stable"],
  ["pom.xml", "java-version", "21"],
  ["build.gradle", "java-version", "21"],
  ["server.csproj", "dotnet-version", "10.0.x"],
])("the job that runs a server with %s has no right to write, and sets up its toolchain", (file, input, version) => {
  const job = jobFor([file]);
  expect(job).toMatchObject({ uses: "org/mcp-bench-action/.github/workflows/mcp-bench.yml@v1" });
  expect(job.with).toEqual({ "runs-on": "macos-latest", [input]: version });
  expect(Object.keys(reusable.on.workflow_call.inputs)).toContain(input);
  expect(reusable.jobs.measure.permissions).toEqual({ contents: "read" });
});

test.each([
  [["package.json", ".nvmrc"], "node-version-file"],
  [["pyproject.toml", ".python-version"], "python-version-file"],
  [["pom.xml", ".java-version"], "java-version-file"],
  [["server.csproj", "global.json"], "global-json-file"],
])("%j have one job, and it says that the reusable workflow lacks %s", (files, lacking) => {
  const [checkout, setup, bench] = stepsFor(files);
  expect(setup.with).toHaveProperty(lacking);
  expect([checkout, bench].map(({ uses }) => uses.split("@")[0])).toEqual(["actions/checkout", "org/mcp-bench-action"]);
  expect(workflowFor(files)).toContain(`does not take \`${lacking}\``);
  expect(reusable.on.workflow_call.inputs).not.toHaveProperty(lacking);
});

test("it sets up the version that the project names", () => {
  expect(stepsFor(["package.json", ".nvmrc"])[1].with).toEqual({
    "node-version-file": ".nvmrc",
    "package-manager-cache": false,
  });
  expect(stepsFor(["package.json", ".node-version"], "packages/x")[1].with).toMatchObject({
    "node-version-file": "packages/x/.node-version",
  });
  expect(stepsFor(["pyproject.toml", ".python-version"])[1].with).toEqual({ "python-version-file": ".python-version" });
  expect(jobFor(["package.json", ".python-version"]).with).toMatchObject({ "node-version": "24" });
});

test("it brings the package manager that the build calls", () => {
  const run = "command -v corepack || npm install --global corepack@0.34; corepack enable";
  expect(jobFor(["package.json", "pnpm-lock.yaml"]).with).toMatchObject({ install: run });
  expect(stepsFor(["package.json", "pnpm-lock.yaml", ".nvmrc"])[2]).toEqual({ run });
  expect(jobFor(["package.json", "package-lock.json"]).with).not.toHaveProperty("install");
});

test("a package of a workspace is set up by what lies at its root", () => {
  using folder = temporaryFolder();
  const directory = path.join(folder.path, "packages/x");
  mkdirSync(directory, { recursive: true });
  writeFileSync(path.join(folder.path, "package.json"), '{ "workspaces": ["packages/*"] }');
  for (const file of ["yarn.lock", ".nvmrc"]) writeFileSync(path.join(folder.path, file), "");
  writeFileSync(path.join(directory, "package.json"), '{ "bin": "x.js" }');
  const { steps } = parse(starterWorkflow({ inside: "packages/x", directory })).jobs.bench;
  expect(steps[1].with).toMatchObject({ "node-version-file": ".nvmrc" });
  expect(steps[2].run).toContain("corepack enable");
});

test("a variable of the server is a secret that the action passes on by name", () => {
  using folder = temporaryFolder();
  const text = starterWorkflow({ inside: "", directory: folder.path, passEnv: ["API_TOKEN"] });
  expect(violations(text)).toEqual([]);
  expect(parse(text).jobs.bench.steps.at(-1)).toEqual({
    uses: "org/mcp-bench-action@v1",
    with: { "pass-env": "API_TOKEN" },
    env: { API_TOKEN: "${{ secrets.API_TOKEN }}" },
  });
});
