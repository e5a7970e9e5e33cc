import { corpus, type Expected } from "./corpus.ts";

/** Table of the documentation: what each pull request of the corpus gets. */
export function everydayTable(): string {
  const rows = corpus.map(({ name, equal, slow }) => `| ${name} | ${outcome(equal)} | ${outcome(slow)} |`);
  return ["| A pull request that … | head as fast as base | head twice as slow |", "| - | - | - |", ...rows].join("\n");
}

function outcome({ exit, status }: Expected): string {
  if (status === undefined) return `head does not work, exit ${exit}`;
  return `${status}, exit ${exit}`;
}
