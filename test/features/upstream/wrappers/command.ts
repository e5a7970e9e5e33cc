/**
 * Records and replays API wrappers that nobody here wrote, their APIs played on this machine, and prints a table:
 * `npm run wrappers -- [NAME…]`. What they need is installed into .tools/wrappers. Of all of them, it writes the table in
 * docs/upstream.md.
 */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { markdownTable } from "markdown-table";
import { keepSections } from "../../../../scripts/generated-sections.ts";
import { canBeAlone, tryWrapper } from "./try-wrapper.ts";
import { wrappers } from "./wrappers.ts";

const tools = path.resolve(".tools/wrappers");
const names = process.argv.slice(2);
const chosen = wrappers.filter(({ name }) => names.length === 0 || names.includes(name));

const packages = (from: string) => chosen.filter((one) => one.from === from).map((one) => one.package);
const run = (command: string, ...words: string[]) => execFileSync(command, words, { stdio: ["ignore", 2, 2] });
if (packages("npm").length > 0)
  run("npm", "install", "--prefix", tools, "--no-audit", "--no-fund", "--silent", ...packages("npm"));
if (packages("pypi").length > 0) {
  if (!existsSync(path.join(tools, "python/bin/pip"))) run("python3", "-m", "venv", path.join(tools, "python"));
  run(path.join(tools, "python/bin/pip"), "install", "--quiet", ...packages("pypi"));
}
if (!canBeAlone) console.error("this system gives no network of its own: the replay was not cut off");

const rows: string[][] = [];
for (const wrapper of chosen) {
  const command = path.join(tools, wrapper.from === "npm" ? "node_modules/.bin" : "python/bin", wrapper.program);
  const tried = await tryWrapper(wrapper, { folder: path.join(tools, "runs", wrapper.name), command });
  for (const [tool, message] of Object.entries(tried.after.fails))
    console.error(`${wrapper.name}: ${tool}: ${message}`);
  const all = Object.keys(wrapper.tools).length;
  const { before, after, recorded } = tried;
  rows.push([
    `\`${wrapper.package}\``,
    wrapper.runtime,
    "proxy",
    `${before.works.length} of ${all}`,
    `${after.works.length} of ${all}`,
    String(recorded),
  ]);
}
const head = ["Server", "Runtime, client", "Way", "Tools before", "Tools in replay", "Requests recorded"];
const table = markdownTable([head, ...rows], { alignDelimiters: false });
console.log(table);
if (names.length === 0) keepSections("docs/upstream.md", [{ name: "wrappers", text: table }], { check: false });
