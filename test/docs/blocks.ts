import { globSync, readFileSync } from "node:fs";
import { parse } from "yaml";

/** A fenced block of a Markdown file. */
export interface Block {
  /** Line of the opening fence, from 1. */
  readonly line: number;
  readonly language: string;
  readonly text: string;
  /** Says why it is not run, from `<!-- not run: REASON -->` right above it. */
  readonly notRun?: string;
  /** Options its last command is given besides, from `<!-- tried with: OPTIONS -->` right above it. */
  readonly triedWith?: string;
  /** Exit code a shell block ends with, from `<!-- exits N -->` right above it. */
  readonly exits: number;
}

/** Every page the project's documentation consists of. */
export function documentationFiles(): string[] {
  return globSync(["*.md", "docs/**/*.md"]).sort();
}

/** The fenced blocks of a Markdown text, in order. Throws on a fence that is never closed. */
export function blocks(markdown: string): Block[] {
  const lines = markdown.split("\n");
  const found: Block[] = [];
  for (let at = 0; at < lines.length; at++) {
    const opening = /^(\s*)(`{3,})(\w*)/.exec(lines[at] ?? "");
    if (!opening) continue;
    const [, indent = "", fence = "", language = ""] = opening;
    const end = lines.findIndex((line, index) => index > at && line.trim() === fence);
    if (end < 0) throw new Error(`line ${at + 1}: the block is never closed`);
    const text = lines.slice(at + 1, end).map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line));
    found.push({ line: at + 1, language, text: `${text.join("\n")}\n`, ...marker(lines.slice(0, at)) });
    at = end;
  }
  return found;
}

function marker(before: readonly string[]): Pick<Block, "notRun" | "exits" | "triedWith"> {
  const above = before.findLast((line) => line.trim() !== "")?.trim() ?? "";
  const notRun = /^<!-- not run: (.+) -->$/.exec(above)?.[1];
  const exits = /^<!-- exits (\d+) -->$/.exec(above)?.[1];
  const triedWith = /^<!-- tried with: (.+) -->$/.exec(above)?.[1];
  return {
    ...(notRun !== undefined && { notRun }),
    ...(triedWith !== undefined && { triedWith }),
    exits: Number(exits ?? 0),
  };
}

/** The blocks of a page in one of these languages that are to be tried, by their line. */
export function runnable(file: string, languages: readonly string[]): Array<{ name: string; block: Block }> {
  return blocks(readFileSync(file, "utf8"))
    .filter((block) => languages.includes(block.language) && block.notRun === undefined)
    .map((block) => ({ name: `line ${block.line}`, block }));
}

/** Says what a YAML block of the documentation is. */
export type YamlKind = "workflow" | "steps" | "configuration";

export function yamlKind(text: string): YamlKind {
  const value: unknown = parse(text);
  if (Array.isArray(value)) return "steps";
  if (typeof value === "object" && value !== null && "jobs" in value) return "workflow";
  return "configuration";
}
