import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { readRecordFile } from "../../src/record/files/record-file.ts";
import { configurationNote } from "../../src/report/news/both-commits.ts";
import { sentenceOf } from "../../src/report/news/sentence.ts";
import { plainText } from "../../src/report/text.ts";
import { judge } from "../../src/run/judge.ts";
import { cli } from "../support/cli.ts";
import { createRepository, type TestRepository } from "../support/repository.ts";
import { type Everyday, type Files, project } from "./corpus.ts";

/** Facts of one run, as the command line gives them. */
export interface Seen {
  readonly exit: number | null;
  readonly status?: string;
  readonly sentence: string;
  readonly note: string;
  readonly log: string;
}

/** The files that are there. */
export function present(files: Files): Record<string, string> {
  return Object.fromEntries(Object.entries(files).filter((one): one is [string, string] => one[1] !== null));
}

export function change(repository: TestRepository, message: string, files: Files): string {
  for (const [file, content] of Object.entries(files))
    if (content === null) rmSync(path.join(repository.directory, file), { force: true });
  return repository.commit(message, present(files));
}

interface Waits {
  /** Milliseconds that a call of head waits. */
  readonly work: number;
  /** Makes the calls of both commits wait so many times as long. */
  readonly times?: number;
}

/** Builds the history of a pull request and leaves its head checked out; base is `main`. */
function openEveryday({ base = {}, head, history }: Everyday, { work, times = 1 }: Waits): TestRepository {
  const timed = (files: Files) => waitingLonger(files, times);
  const repository = createRepository(present(timed({ ...project, ...base })));
  if (history === "revert") {
    const before = timed(head(work));
    change(repository, "As it was", before);
    change(repository, "Change it", { ...before, ...present(timed(project)) });
    repository.push("main");
    repository.switch("topic");
    repository.git("revert", "--no-edit", "HEAD");
    return repository;
  }
  repository.switch("topic");
  change(repository, "Change", timed(head(work)));
  if (history === "merge") repository.checkOutMerge("main", "topic");
  return repository;
}

/** Makes the calls of each server among the files wait so many times as long. */
function waitingLonger(files: Files, times: number): Files {
  const longer = (text: string) =>
    text.replace(/^const work = (\d+);$/m, (_, ms) => `const work = ${times * Number(ms)};`);
  return Object.fromEntries(Object.entries(files).map(([file, text]) => [file, text === null ? null : longer(text)]));
}

export async function runEveryday(everyday: Everyday, waits: Waits): Promise<Seen> {
  using repository = openEveryday(everyday, waits);
  const results = path.join(repository.directory, "..", "results");
  mkdirSync(results);
  const file = path.join(results, "record.json");
  const args = ["run", "--compare-ref", "main", "--time-budget", "180s", "--profile", "off", "--json", file];
  // A red run need not be measured until every other gate is decided.
  args.push("--set", "defaults.stop=first-regression");
  const { code, stderr, stdout } = await cli([...args, ...(everyday.options ?? [])], repository.directory);
  const record = await readRecordFile(file).catch(() => undefined);
  const log = `${stderr}\n${stdout}`;
  if (!record) return { exit: code, sentence: stderr, note: "", log };
  const stored = { kind: "none", reason: "a test stores nothing" } as const;
  const report = judge(record, { stored, failOn: ["regression", "budget"], reproduce: "" });
  return {
    exit: code,
    status: report.verdict.status,
    sentence: plainText(sentenceOf(report)),
    note: plainText(configurationNote(report)),
    log,
  };
}

/** Puts something that is no plain file in the place of one. */
export function replaceBy(repository: TestRepository, file: string, make: (target: string) => void): void {
  const target = path.join(repository.directory, file);
  rmSync(target, { force: true });
  make(target);
  writeFileSync(path.join(repository.directory, "README.md"), "changed\n");
}
