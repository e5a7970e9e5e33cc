/** Fails unless dist/ is what src/ builds to, twice the same to the byte, small, and committed. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { exit } from "node:process";

const dist = "dist";
const maximumBytes = 2.7e6;
/** Chunks apart: a table of words for runs that count tokens, and certificates and HTTP/2 for recorded upstreams. */
const apart = [
  { name: /^tokenizer-[^/\\]+\.js$/, maximumBytes: 2.5e6 },
  { name: /^upstream-proxy\.js$/, maximumBytes: 0.6e6 },
];
/** Code in the bundle: its names tell what is in it, and each is there once. */
const maximumChunks = 30;

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

const bytesOf = (isCounted: (file: string) => boolean) =>
  [...second].filter(([name]) => isCounted(basename(name))).reduce((sum, [, file]) => sum + file.bytes, 0);
for (const { name, maximumBytes } of apart) {
  const bytes = bytesOf((file) => name.test(file));
  if (bytes === 0 || bytes > maximumBytes)
    problems.push(`${name.source} takes ${bytes} bytes; up to ${maximumBytes} are expected`);
}
const bytes = bytesOf((file) => !apart.some(({ name }) => name.test(file)));
if (bytes > maximumBytes)
  problems.push(`dist/ holds ${bytes} bytes without the chunks apart; at most ${maximumBytes} are allowed`);

const chunks = [...second.keys()].map((name) => basename(name)).filter((name) => name.endsWith(".js"));
if (chunks.length > maximumChunks)
  problems.push(
    `dist/ has ${chunks.length} chunks, more than ${maximumChunks}: give a group in rolldown.config.ts to what they share`,
  );
const numbered = chunks.filter((name) => chunks.includes(name.replace(/\d+\.js$/, ".js")) && /\d\.js$/.test(name));
if (numbered.length > 0)
  problems.push(`two chunks of one name: ${numbered.join(", ")}; is a module imported both at once and late?`);

const here = process.cwd();
const placed = [...second.keys()].filter((name) => readFileSync(name, "utf8").includes(here));
if (placed.length > 0) problems.push(`the path of this checkout stands in ${placed.join(", ")}`);

// `git diff` would not see new files.
const uncommitted = execFileSync("git", ["status", "--porcelain", "--", dist], { encoding: "utf8" }).trimEnd();
if (uncommitted !== "") problems.push(`dist/ is not the committed build of src/:\n${uncommitted}`);

for (const [name, file] of [...second].sort(([, a], [, b]) => b.bytes - a.bytes))
  console.log(`${String(file.bytes).padStart(9)}  ${basename(name)}`);
console.log(
  `${String(bytesOf(() => true)).padStart(9)}  in all; ${bytes} without the chunks apart, of at most ${maximumBytes}`,
);
if (problems.length > 0) {
  console.error(`${problems.join("\n")}\n  fix: npm run build, and commit dist/ with the change`);
  exit(1);
}
console.log("dist/ is reproducible and committed");
