/**
 * Names in the reusable workflows the commit whose action they run: as long as they say `@v1`, the pin of whoever calls them
 * pins nothing. Without arguments writes the commit that is checked out. With `--check` fails unless the commit that is
 * checked out may be released: it lies on main, and what it pins is the action that it holds.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { argv, exit } from "node:process";

/** Says what a pinned commit brings along. */
const action = ["action.yml", "dist", ".github/actions"];
const reusable = globSync(".github/workflows/mcp-bench*.yml").sort();
const uses = /(?<=uses: org\/mcp-bench-action(?:\/[\w./-]+)?@)(?<pin>\S+)(?: # \S+)?/g;

const git = (...args: string[]) => execFileSync("git", args, { encoding: "utf8" }).trim();
const succeeds = (...args: string[]) => spawnSync("git", args).status === 0;

function pin(): void {
  if (git("status", "--porcelain", "--", ...action) !== "") fail("the action has changes that are in no commit");
  const { version }: { version: string } = JSON.parse(readFileSync("package.json", "utf8"));
  const text = `${git("rev-parse", "HEAD")} # v${version}`;
  for (const file of reusable) writeFileSync(file, readFileSync(file, "utf8").replace(uses, text));
}

function check(): void {
  const pins = new Set(
    reusable.flatMap((file) => [...readFileSync(file, "utf8").matchAll(uses)].map(({ groups }) => groups?.pin ?? "")),
  );
  const [commit = "", another] = pins;
  if (another !== undefined) fail(`the reusable workflows pin ${[...pins].join(" and ")}`);
  if (!/^[0-9a-f]{40}$/.test(commit)) fail(`the reusable workflows run the action of ${commit}, which can move`);
  if (!succeeds("merge-base", "--is-ancestor", commit, "HEAD"))
    fail(`the reusable workflows pin ${commit}, which this commit does not come from`);
  if (!succeeds("diff", "--quiet", commit, "HEAD", "--", ...action))
    fail(`the reusable workflows pin ${commit}, whose action is not the one of this commit`);
  if (!succeeds("merge-base", "--is-ancestor", "HEAD", "origin/main")) fail("this commit does not lie on main");
}

function fail(found: string): never {
  console.error(`${found}\n  fix: on main: npm run pin-workflows, commit, and tag that commit`);
  exit(1);
}

if (argv[2] === "--check") check();
else pin();
