/**
 * Prints how many words of the documentation are written by hand, page by page: `node scripts/docs-words.ts`. What a command writes
 * between `<!-- name -->` and `<!-- /name -->` is left out. `test/docs/length.test.ts` holds the limits.
 */
import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";

/** The sections that commands write, by their page. A section that is not listed here counts as written by hand. */
const generated: Readonly<Record<string, readonly string[]>> = {
  "action.md": ["inputs", "outputs"],
  "architecture.md": ["drawing", "rooms", "pure"],
  "calibration.md": [
    "trials",
    ...["unchanged", "changed", "together", "startups", "leaks", "nights", "steps"],
    "functions",
  ],
  "cli.md": ["help"],
  "configuration.md": ["top level", "server", "services", "defaults", "benchmarks", "variants", "thresholds"],
  "how-it-decides.md": ["rounds", "steps", "guards", "constants", "everyday", "trials"],
  "metrics.md": ["metrics"],
  "upstream.md": ["wrappers"],
  "studies.md": ["xcode-mcp-proxy", "minimcp", "mcp-acp", "npm-mcp", "galay-mcp"].map((name) => `figures of ${name}`),
};

/** The pages that people read: not the decisions, nor what is for contributors alone. */
export function pages(): string[] {
  return ["README.md", ...globSync("docs/*.md").sort()];
}

/** Counts the words of a page that are written by hand: whatever stands between spaces and holds a letter or a digit. */
export function wordsByHand(file: string): number {
  const text = (generated[basename(file)] ?? []).reduce(withoutSection, readFileSync(file, "utf8"));
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

function withoutSection(text: string, name: string): string {
  const [before = "", rest] = text.split(`<!-- ${name} -->`);
  const after = rest?.split(`<!-- /${name} -->`)[1];
  if (after === undefined) throw new Error(`no section between <!-- ${name} --> and <!-- /${name} -->`);
  return before + after;
}

if (import.meta.main) {
  const counts = pages().map((file) => ({ file, words: wordsByHand(file) }));
  for (const { file, words } of counts) console.log(`${String(words).padStart(6)} ${file}`);
  console.log(`${String(counts.reduce((sum, { words }) => sum + words, 0)).padStart(6)} in all`);
}
