/** Writes mcp-bench.schema.json, with which editors check and complete mcp-bench.yml; with --check only says whether it is fresh. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { argv, exit } from "node:process";
import { configJsonSchema } from "../src/config/schema/json-schema.ts";

const file = "mcp-bench.schema.json";
const text = `${JSON.stringify(configJsonSchema(), null, 2)}\n`;
const fresh = existsSync(file) && readFileSync(file, "utf8") === text;

if (argv.includes("--check") && !fresh) {
  console.error(`${file} is not what the configuration's schema gives\n  fix: npm run write-schema`);
  exit(1);
}
if (!fresh) writeFileSync(file, text);
