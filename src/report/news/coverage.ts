import { count, plural } from "../../metrics/format.ts";
import type { LeftOutCode, ToolCoverage } from "../../record/coverage.ts";
import type { RecordRow } from "../../record/record.ts";
import { type Report, rowName } from "../report.ts";
import { joined, type Text } from "../text.ts";
import { tellingLine } from "../words/telling-line.ts";
import { names } from "./facts.ts";

/** Reports how many tools a run covers, why not the others, and commands that help. */
export function coverageText({ tools, measured, leftOut }: ToolCoverage): Text {
  if (measured === tools)
    return [tools === 1 ? "Its only tool is measured." : `All ${plural(tools, "tool")} are measured.`];
  const reasons = leftOut.map(({ code, tools: of, reason }): Text => {
    const said: Text = reason === undefined ? [] : [" (", { prose: tellingLine(reason) }, ")"];
    const [one, many] = words[code];
    return [`${count(of)} ${of === 1 ? one : many}`, ...said];
  });
  const mends = leftOut.flatMap(({ code }) => (mending[code] ? [mending[code]] : []));
  return [
    `Measures ${measured === 0 ? "none" : count(measured)} of ${plural(tools, "tool")}: `,
    ...joined(reasons, ", "),
    ".",
    ...(mends.length > 0 ? [" To measure more: ", ...joined(mends, "; "), "."] : []),
  ];
}

/** Rows whose arguments no person wrote. */
export function derivedText(rows: readonly RecordRow[]): Text {
  const derived = rows.filter(({ origin }) => origin === "derived").map(({ id }) => rowName(id));
  if (derived.length === 0) return [];
  return [" Called with arguments derived from their input schemas: ", ...names(derived), "."];
}

/** Tests whether the server offers tools, and only `ping` and lists are measured. */
export function coversNoTool({ run: { coverage, rows } }: Report): boolean {
  return coverage?.measured === 0 && rows.every(({ method }) => method === "ping" || method.endsWith("/list"));
}

const words: Readonly<Record<LeftOutCode, readonly [one: string, many: string]>> = {
  failed: ["failed", "failed"],
  slow: ["takes too long", "take too long"],
  "not-configured": ["has no benchmark", "have no benchmark"],
  "not-read-only": ["is not marked read-only", "are not marked read-only"],
  "needs-arguments": ["needs arguments", "need arguments"],
  "unusable-name": ["has an unusable name", "have unusable names"],
  "too-many": ["is beyond the limit", "are beyond the limit"],
};

const init = "npx mcp-bench init";

const mending: Readonly<Partial<Record<LeftOutCode, Text>>> = {
  "needs-arguments": [{ name: init }, " writes arguments to complete"],
  "not-read-only": [{ name: `${init} --call NAME,NAME` }, " for tools that may be called hundreds of times"],
  failed: [{ name: `${init} --env NAME=value` }, " for what the server needs, such as a key"],
  slow: ["list slow tools under ", { name: "benchmarks" }],
};
