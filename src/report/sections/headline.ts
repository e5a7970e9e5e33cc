import { systemName } from "../../base/system-name.ts";
import { minute, plural } from "../../metrics/format.ts";
import { type Block, list, paragraph, type Section } from "../block.ts";
import { baseNews, baseOutput, configurationNote } from "../news/both-commits.ts";
import { coverageText, coversNoTool, derivedText } from "../news/coverage.ts";
import { breaksCallers } from "../news/list-news.ts";
import { newsOf } from "../news/sentence.ts";
import { type Report, shortCommit, type View } from "../report.ts";
import { type Sign, states, type Tone, warning } from "../states.ts";
import { joined, type Text } from "../text.ts";
import { tellingLine } from "../words/telling-line.ts";

/** Says what was found, what to do next, and with what head was compared. */
export function headline(view: View): Section {
  const { report } = view;
  const { icon, words } = headlineSign(report);
  const { coverage, rows } = report.run;
  const blocks: Block[] = [
    ...newsBlocks(report),
    ...baseOutput(report),
    ...paragraph(...comparedWith(report), ...scope(view)),
    ...paragraph(...(coverage ? [...coverageText(coverage), ...derivedText(rows)] : [])),
    ...paragraph(...configurationNote(report)),
    ...(report.remarks ?? []).flatMap((remark) => paragraph({ prose: remark })),
    ...untrustedNote(view),
  ];
  return { id: "headline", title: `${icon} ${words}`, blocks };
}

/** Returns the news, a fact each and the advice last; as an alert where a quick reader could take the result for a pass. */
export function newsBlocks(report: Report): Block[] {
  const { facts, advice } = newsOf(report);
  const [first = [], ...others] = facts;
  const last: Block[] = advice.length > 0 ? [{ kind: "paragraph", text: joined(advice, " "), strong: true }] : [];
  if (toneOf(report) === "unsure") return [{ kind: "alert", text: first }, ...list(others), ...last];
  return [...(others.length > 0 ? list(facts) : paragraph(...first)), ...last];
}

/** Returns the sign of a report's verdict. A check that sees no tool must not look like one that does. */
export function headlineSign(report: Report): Sign {
  const sign = signOfVerdict(report);
  const isQuiet = report.verdict.status === "pass" || isUnasked(report);
  if (!isQuiet || !coversNoTool(report)) return sign;
  return { icon: isUnasked(report) ? sign.icon : warning.icon, words: `${sign.words}, but no tool is measured` };
}

function signOfVerdict(report: Report): Sign {
  const { accepted, verdict } = report;
  if (accepted && verdict.status === "regressed" && !verdict.failed)
    return { icon: "☑️", words: "regression, accepted" };
  const sign = signOfStatus(report);
  if (!breaksCallers(report) || verdict.status === "errored" || verdict.status === "over-budget") return sign;
  const broken = "breaking change of the tools";
  if (verdict.status !== "regressed") return { icon: warning.icon, words: `${broken}, ${sign.words}` };
  return verdict.regressed.every(({ metric: id }) => id === "breaking_changes") ? { ...sign, words: broken } : sign;
}

function signOfStatus(report: Report): Sign {
  const { status } = report.verdict;
  if (isUnasked(report)) return { icon: "📏", words: report.run.quick ? "quick run" : "measured" };
  if (report.unread !== undefined) return { ...states.errored.run, words: "stored baseline unreadable" };
  if (status === "no-baseline" && baseNews(report).length > 0)
    return { ...states["no-baseline"].run, words: "base could not be measured" };
  return states[status].run;
}

/** Returns the tone of a verdict: a run without a configured comparison is not inconclusive. */
export function toneOf(report: Report): Tone {
  return isUnasked(report) ? "good" : states[report.verdict.status].tone;
}

function isUnasked({ comparison: { reference }, verdict }: Report): boolean {
  return verdict.status === "no-baseline" && reference.kind === "none" && reference.unasked === true;
}

/** Figures from a job that ran the code of a pull request without rights: its author could have invented them. */
function untrustedNote({ report: { untrusted } }: View): Block[] {
  if (!untrusted) return [];
  const job = "Untrusted figures, from a job that ran the code of this pull request.";
  const thresholds = { prose: untrusted.thresholds };
  return [{ kind: "alert", text: [`${job} The thresholds are not from there: they are `, thresholds, "."] }];
}

function comparedWith({ comparison: { reference }, verdict }: Report): Text {
  const at: Text = "commit" in reference && reference.commit ? [" ", { name: shortCommit(reference.commit) }] : [];
  switch (reference.kind) {
    case "none":
      // The verdict's sentence says why.
      return verdict.status === "no-baseline"
        ? []
        : ["Nothing to compare with: ", { prose: tellingLine(reference.reason) }, ". "];
    case "paired":
      return ["Base", ...at, ", "];
    case "stored": {
      const runs = plural(reference.entries, "run");
      return ["Compared with the stored baseline", ...at, ` of ${minute(reference.createdAt)} (${runs}). `];
    }
    case "record":
      return ["Compared with the record", ...at, ` of ${minute(reference.createdAt)}. `];
  }
}

/** Shards measure rows of their own: their rounds added up would look like evidence that no row has. */
function roundsOf({ run, head }: Report): string {
  const ofRows = run.rows.map(
    ({ id }) => run.rounds.filter(({ cells }) => [...cells.values()].some((ofArm) => ofArm.has(id))).length,
  );
  const measured = ofRows.filter((count) => count > 0);
  const [least, most] = [Math.min(...measured), Math.max(0, ...measured)];
  if (most === 0 || run.rounds.length <= most) return plural(head.rounds, "round");
  // Rounds beyond those of a single row were about the server.
  if (measured.length === 1) return plural(most, "round");
  return least === most ? `${plural(most, "round")} each` : `${least} to ${plural(most, "round")} each`;
}

function scope({ report, rows }: View): Text {
  const { run, comparison } = report;
  const isPaired = comparison.reference.kind === "paired";
  const side = isPaired ? "head" : report.base ? "Head" : "Commit";
  const changes = run.commit?.dirty ? " with local changes: " : ": ";
  const commit: Text = run.commit ? [`${side} `, { name: shortCommit(run.commit.sha) }, changes] : [];
  const { os, arch, cpuModel, cores, elsewhere } = run.environment;
  const machine: Text =
    elsewhere === undefined
      ? [{ prose: `${systemName(os)} ${arch}, ${cpuModel}` }, `, ${plural(cores, "core")}`]
      : [{ prose: elsewhere }];
  const interleaved = isPaired && elsewhere === undefined ? "interleaved " : "";
  const length = `${plural(rows.length, "benchmark row")}, ${interleaved}in ${roundsOf(report)}`;
  return [...(isPaired && !run.commit ? ["head: "] : commit), `${length} (`, ...machine, ")."];
}
