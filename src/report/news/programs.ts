import type { RecordProgram } from "../../record/record.ts";
import type { Side } from "../../table/table.ts";
import type { Report } from "../report.ts";
import { joined, type Text } from "../text.ts";
import { names } from "./facts.ts";

/** Returns what an arm was seen to run, as a clause without its subject. */
export function programText({ kind, name = "" }: RecordProgram): Text {
  const texts: Readonly<Record<RecordProgram["kind"], Text>> = {
    own: ["runs ", { name }],
    elsewhere: ["runs ", { name }, " from outside its checkout"],
    image: ["runs the image ", { name }],
    address: ["is reached at ", { name }],
    unknown: ["runs a program that could not be determined"],
  };
  return texts[kind];
}

/** Returns the sentence that base and head may be one program, or base another one; nothing where it is proven that they are two. */
export function doubtText({ run, comparison }: Report): Text {
  if (comparison.reference.kind !== "paired") return [];
  const doubted = run.arms.flatMap(({ id, side, program }) =>
    program?.doubt === "unclear" && program.kind !== "own" ? [{ id, side, program }] : [],
  );
  if (doubted.length === 0) return [];
  const clauses = doubted.map(({ id, program }): Text => [{ prose: id }, " ", ...programText(program)]);
  const isBaseAlone = doubted.every(({ side, program }) => side === "base" && program.kind === "elsewhere");
  const doubt = isBaseAlone ? "Base does not run code of its own commit" : "Base and head may run the same program";
  return [doubt, ", so a change may not show: ", ...joined(clauses, ", and "), "."];
}

/**
 * Returns the sentence that one process may have served both commits, as a daemon that the first server starts and the other
 * one finds: in most rounds one server alone left a process behind, not always the same. Empty where nothing looks so.
 */
export function sharedText({ run: { head, base } }: Report): Text {
  const leftBy = (side: Side) => side.launches.map((launches) => launches.some(({ orphans }) => orphans > 0));
  const [ofHead, ofBase] = [leftBy(head), base ? leftBy(base) : []];
  const byOne = ofHead.filter((left, round) => left !== ofBase[round]).length;
  const byBoth = ofHead.filter((left, round) => left && ofBase[round]).length;
  const isShared = ofHead.includes(true) && ofBase.includes(true) && byBoth === 0 && byOne >= ofHead.length / 2;
  if (!isShared) return [];
  return ["Base and head may share a process that their servers leave running, so a change may not show."];
}

/** Returns the sentence that files of base were changed meanwhile; empty where none were. */
export function changedText({ run: { changedInBase: files = [] }, comparison }: Report): Text {
  if (comparison.reference.kind !== "paired" || files.length === 0) return [];
  return [
    "Files of base were changed while it was measured, so nothing passes: ",
    ...names(files.map((name) => ({ name }))),
    ".",
  ];
}
