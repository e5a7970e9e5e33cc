/** Fails unless dist/ is what src/ builds to, twice the same to the byte, small, and committed. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { exit } from "node:process";

const dist = "dist";
const maximumBytes = 3e6;
/** Loaded only by a run that asks for tokens, and so outside of what every run has to fetch and read. */
const tokenizer = { name: /^tokenizer-[^/\\]+\.js$/, maximumBytes: 2.5 * 1024 * 1024 };

type Files = ReadonlyMap<string, { readonly bytes: number; readonly hash: string }>;

function build(): Files {
  rmSync(dist, { recursive: true, force: true });
  execFileSync("npm", ["run", "--silent", "build"], { stdio: ["ignore", "ignore", "inherit"] });
  const names = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  return new Map(
    names.map((name) => {
      const content = readFileSync(name);
      return [name, { bytes: content.length, hash: createHash("sha256").update(content).digest("hex") }];
    }),
  );
}

function differences(first: Files, second: Files): string[] {
  const names = new Set([...first.keys(), ...second.keys()]);
  return [...names].filter((name) => first.get(name)?.hash !== second.get(name)?.hash);
}

const first = build();
const second = build();
const problems: string[] = [];

const unstable = differences(first, second);
if (unstable.length > 0) problems.push(`two builds of one tree differ: ${unstable.join(", ")}`);

const total = (apart: boolean) =>
  [...second]
    .filter(([name]) => tokenizer.name.test(basename(name)) === apart)
    .reduce((sum, [, file]) => sum + file.bytes, 0);
const [bytes, tokenizerBytes] = [total(false), total(true)];
if (bytes > maximumBytes)
  problems.push(`dist/ holds ${bytes} bytes without the tokenizer; at most ${maximumBytes} are allowed`);
if (tokenizerBytes === 0 || tokenizerBytes > tokenizer.maximumBytes)
  problems.push(`the tokenizer takes ${tokenizerBytes} bytes; up to ${tokenizer.maximumBytes} are expected`);

const here = process.cwd();
const placed = [...second.keys()].filter((name) => readFileSync(name, "utf8").includes(here));
if (placed.length > 0) problems.push(`the path of this checkout stands in ${placed.join(", ")}`);

// `git diff` would not see new files.
const uncommitted = execFileSync("git", ["status", "--porcelain", "--", dist], { encoding: "utf8" }).trimEnd();
if (uncommitted !== "") problems.push(`dist/ is not the committed build of src/:\n${uncommitted}`);

if (problems.length > 0) {
  console.error(`${problems.join("\n")}\n  fix: npm run build, and commit dist/ with the change`);
  exit(1);
}
console.log(
  `dist/: ${second.size} files, ${bytes} bytes and a tokenizer of ${tokenizerBytes}, reproducible, committed`,
);
