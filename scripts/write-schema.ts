/** Writes mcp-bench.schema.json, with which editors check and complete mcp-bench.yml; with --check only says whether it is fresh. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { argv, exit } from "node:process";
import { schemaForEditors } from "./schema-for-editors.ts";
import "../src/features/index.ts";

const file = "mcp-bench.schema.json";
const text = `${printed(schemaForEditors())}\n`;
const fresh = existsSync(file) && readFileSync(file, "utf8") === text;

if (argv.includes("--check") && !fresh) {
  console.error(`${file} is not what the configuration's schema gives\n  fix: npm run write-schema`);
  exit(1);
}
if (!fresh) writeFileSync(file, text);

/** JSON in which what fits on a line stands on one. */
function printed(value: unknown, indent = ""): string {
  const line = JSON.stringify(value);
  if (typeof value !== "object" || value === null || indent.length + line.length <= 120) return line;
  const inner = `${indent}  `;
  const items = Array.isArray(value)
    ? value.map((item) => printed(item, inner))
    : Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${printed(item, inner)}`);
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  return `${open}\n${items.map((item) => `${inner}${item}`).join(",\n")}\n${indent}${close}`;
}
