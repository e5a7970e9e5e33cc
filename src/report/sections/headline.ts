import type { Status } from "../../compare/verdict.ts";
import { minute, plural } from "../../metrics/format.ts";
import { groupBy } from "../../stats/group-by.ts";
import { systemName } from "../../text/system-name.ts";
import type { Block, Section, Text } from "../block.ts";
import type { Report } from "../report.ts";
import { worstFirst } from "../states.ts";
import { shortCommit, type View } from "../view.ts";

/** How each status is shown: a sign that reads at a glance and a few words beside it. */
const statusSigns: Record<Status, { readonly icon: string; readonly words: string }> = {
  pass: { icon: "✅", words: "no regression found" },
  regressed: { icon: "❌", words: "regression" },
  "over-budget": { icon: "❌", words: "over budget" },
  inconclusive: { icon: "⚠️", words: "inconclusive" },
  contaminated: { icon: "⚠️", words: "the runner was too unsteady to judge" },
  "not-comparable": { icon: "⚠️", words: "nothing comparable to compare with" },
  "no-baseline": { icon: "⚠️", words: "no baseline yet, nothing was compared" },
  errored: { icon: "💥", words: "the benchmark did not work" },
};

/** States in which a quick reader could take silence for a pass. */
const loud: readonly Status[] = ["no-baseline", "not-comparable", "contaminated", "inconclusive"];

/** What was found and what to do next, and with what head was compared. */
export function headline(view: View): Section {
  const { report } = view;
  const { verdict } = report;
  const { icon, words } = signOf(report);
  const sentence: Text = [{ prose: verdict.sentence, names: namesIn(view) }];
  const blocks: Block[] = [
    { kind: loud.includes(verdict.status) && !isUnasked(report) ? "alert" : "paragraph", text: sentence },
    { kind: "paragraph", text: [...comparedWith(report), ...scope(view)] },
    ...acceptedNote(view),
    ...(report.remarks ?? []).map((remark): Block => ({ kind: "paragraph", text: [{ prose: remark }] })),
    ...untrustedNote(view),
  ];
  return { id: "headline", title: `${icon} ${words}`, folded: false, blocks };
}

/** How the verdict of a report is shown. */
export function signOf(report: Report): { readonly icon: string; readonly words: string } {
  const { accepted, verdict } = report;
  if (accepted && verdict.status === "regressed" && !verdict.failed)
    return { icon: "☑️", words: "regression, accepted" };
  if (isUnasked(report)) return { icon: "📏", words: report.record.quick ? "a quick look" : "measured" };
  return statusSigns[verdict.status];
}

function isUnasked({ comparison: { reference }, verdict }: Report): boolean {
  return verdict.status === "no-baseline" && reference.kind === "none" && reference.unasked === true;
}

function acceptedNote({ report: { accepted, verdict } }: View): Block[] {
  if (!accepted) return [];
  const rest = verdict.failed ? "; what else fails it still does" : "";
  const label = { name: "mcp-bench:accept" };
  return [
    {
      kind: "paragraph",
      text: [
        "The regression is accepted by ",
        { name: accepted.by },
        ` (${minute(accepted.at)}) with the label `,
        label,
        `: it does not fail the check${rest}.`,
      ],
    },
  ];
}

/** Figures from a job that ran the code of a pull request without rights: its author could have made them up. */
function untrustedNote({ report: { untrusted } }: View): Block[] {
  if (!untrusted) return [];
  const text: Text = [
    "Measured by untrusted code: the figures come from a job that ran the code of this pull request. ",
    "The thresholds do not: they are ",
    { prose: untrusted.thresholds },
    ".",
  ];
  return [{ kind: "alert", text }];
}

/** Rows that a sentence may name: the first of each state, which are few. */
function namesIn({ report }: View): string[] {
  const groups = groupBy(report.comparison.findings, ({ state }) => state);
  const rows = [...groups.values()].flatMap((findings) =>
    worstFirst(findings)
      .slice(0, 3)
      .map(({ row }) => row),
  );
  return [...report.verdict.regressed, ...report.verdict.improved]
    .slice(0, 6)
    .map(({ row }) => row)
    .concat(rows);
}

function comparedWith({ comparison: { reference }, verdict }: Report): Text {
  const at: Text = "commit" in reference && reference.commit ? [" ", { name: shortCommit(reference.commit) }] : [];
  switch (reference.kind) {
    case "none":
      // The sentence on top has told why.
      return verdict.status === "no-baseline" ? [] : ["Nothing to compare with: ", { prose: reference.reason }, ". "];
    case "paired":
      return ["Compared with base", ...at, ", measured in turns on the same runner. "];
    case "stored":
      return [
        "Compared with the stored baseline",
        ...at,
        ` of ${minute(reference.createdAt)} (${plural(reference.entries, "run")}). `,
      ];
    case "record":
      return ["Compared with the record", ...at, ` of ${minute(reference.createdAt)}. `];
  }
}

function scope({ report, rows }: View): Text {
  const { record, head } = report;
  const commit: Text = record.commit
    ? ["Head ", { name: shortCommit(record.commit.sha) }, record.commit.dirty ? " with local changes" : "", ": "]
    : [];
  const { os, arch, cpuModel, cores } = record.environment;
  return [
    ...commit,
    `${plural(rows.length, "benchmark row")} in ${plural(head.rounds, "round")} on `,
    { prose: `${systemName(os)} ${arch}, ${cpuModel}` },
    ` (${plural(cores, "core")}).`,
  ];
}
