/** One folder of `src`, or a file beside them. */
export interface Room {
  readonly name: string;
  /** Says what it makes, for docs/architecture.md. */
  readonly makes: string;
  /** Rooms below it that it leaves alone all the same. */
  readonly never?: readonly string[];
}

/** From the bottom to the top: a room imports only from those that stand before it here, types included. */
export const rooms: readonly Room[] = [
  { name: "errors", makes: "errors that tell what was found, what was expected and what to do" },
  { name: "stats", makes: "numbers: one statistic per file, with its source" },
  {
    name: "base",
    makes:
      "JSON, untrusted text, time limits; `base/host` holds the clock, environment, processes and files of the machine",
  },
  { name: "model", makes: "the nouns of a run, each one zod model: loads, operations, thresholds, setup" },
  { name: "record", makes: "the record of a run: schema, merge, redaction; `record/files` reads and writes it" },
  { name: "options", makes: "options that the command line and the action's inputs share, read from text" },
  { name: "metrics", makes: "the metrics: their definitions, a value per round, summaries" },
  { name: "table", makes: "a run as rows × metrics × rounds × arms, made once of its record" },
  { name: "plan", makes: "what will be measured, as plain data" },
  { name: "config", makes: "a plan from `mcp-bench.yml`: `schema`, `expand`, problems with their line" },
  { name: "git", makes: "checkouts, commits and remotes" },
  { name: "server", makes: "a session with a running server, over stdio or HTTP", never: ["config", "git"] },
  { name: "measure", makes: "rounds of samples, and the record of them", never: ["config", "git"] },
  {
    name: "history",
    makes: "stored runs side by side: the speed of their machines, lasting changes of level",
    never: ["config", "git", "server", "measure"],
  },
  { name: "decide", makes: "findings, the verdict, and when rounds end" },
  {
    name: "baseline",
    makes: "the branch that stores runs; `baseline/branch` holds what is in it",
    never: ["config", "server", "measure", "decide"],
  },
  { name: "facts", makes: "what a report tells beside the findings: warnings, changes of the tool list" },
  { name: "report", makes: "text and pages from what was found" },
  {
    name: "publish",
    makes: "what GitHub shows, from a finished text",
    never: ["config", "git", "server", "measure", "record", "baseline", "report"],
  },
  { name: "run", makes: "one benchmark run, for both front ends: build, measure, judge" },
  { name: "init", makes: "a first configuration, and what stands in the way of a run" },
  { name: "feature", makes: "the type of what `src/features` adds to the core" },
  { name: "action", makes: "the jobs of the GitHub Action" },
  { name: "cli", makes: "the commands" },
  { name: "features", makes: "what the core never imports: each folder can be deleted with its line in `index.ts`" },
  { name: "sample-server", makes: "a server with known behaviour, to try the product on and to calibrate it with" },
  { name: "mcp-bench", makes: "the entry point of the command line" },
  { name: "main", makes: "the entry point of the action" },
];

/** Files that stand in `src` itself: entry points and the errors. */
export const looseFiles = ["main.ts", "mcp-bench.ts", "sample-server.ts", "feature.ts", "errors.ts"];

/** Rooms that may name the record of a whole run: they write it, read it from a file, or hand it on. All others take the table. */
export const recordRooms = ["record", "measure", "table", "baseline", "run", "feature", "action", "cli", "features"];

/** Rooms that a package is for. */
export const homes: Readonly<Record<string, readonly string[]>> = {
  "@actions/core": ["action"],
  "@actions/github": ["publish"],
  "@modelcontextprotocol/": ["server", "sample-server"],
  commander: ["cli", "feature", "features"],
};

/**
 * Folders whose code depends on nothing but its arguments: no I/O, clock, randomness, environment or timer. biome.json
 * forbids those there; test/architecture plants each of them in every such folder and looks for the error.
 */
export const pureFolders = [
  "stats",
  "base",
  "model",
  "options",
  "record",
  "metrics",
  "table",
  "plan",
  "config/schema",
  "decide",
  "history",
  "facts",
  "baseline/branch",
  "report",
  "features/page",
  "features/why/profile",
  "features/why/report",
];

/** Folders within them that do I/O or run in a page. */
export const impureWithin = ["base/host", "record/files", "features/page/feature.ts", "features/page/browser"];

/** For a folder or file, by its path below `src`. */
export function isPure(path: string): boolean {
  const isWithin = (folder: string) => path === folder || path.startsWith(`${folder}/`);
  return path === "errors.ts" || (pureFolders.some(isWithin) && !impureWithin.some(isWithin));
}

/** Returns the room of a file, by its path below `src`. */
export function roomOf(file: string): string {
  const [first = ""] = file.split("/");
  return first.replace(/\.ts$/, "");
}
