import { type Finding, isMustWork } from "../../decide/verdict.ts";
import { plural } from "../../metrics/format.ts";
import { formatValue } from "../../metrics/format-value.ts";
import { figureOf } from "../../metrics/summary.ts";
import type { ConfigurationChange } from "../../record/configuration.ts";
import type { RecordRow } from "../../record/record.ts";
import type { Block } from "../block.ts";
import { type Report, rowName, shortCommit } from "../report.ts";
import { joined, type Text } from "../text.ts";
import { reasonText } from "../words/reason.ts";
import { outputBelow, tellingClause } from "../words/telling-line.ts";
import { gatesThat, names } from "./facts.ts";

/** Explains why base has no figures, as a clause: it could not be built, or its server does not start. */
export function baseNews(report: Report): Text[] {
  const { baseFailure, base } = report.run;
  const sha = baseFailure?.commit ?? base?.arm.commit;
  const commit: Text = sha === undefined ? [] : [" ", { name: shortCommit(sha) }];
  const launch = deadLaunch(report);
  if (launch !== undefined) return [["The base server", ...commit, " failed: ", tellingClause(launch)]];
  if (!baseFailure) return [];
  const { stage, whose = "user" } = baseFailure;
  const why = tellingClause(baseFailure.message);
  const owner = { base: "its own ", head: "this commit's ", user: "" }[whose];
  if (stage === "checkout") return [["Base could not be checked out: ", why]];
  if (stage === "build") return [["Base", ...commit, ` could not be built by ${owner}`, { name: "build" }, ": ", why]];
  return [["Base", ...commit, " could not be started: ", why]];
}

/** The last lines of what stopped base. Untrusted. */
export function baseOutput(report: Report): Block[] {
  const { baseFailure } = report.run;
  const output = baseFailure?.output ?? outputBelow(deadLaunch(report) ?? baseFailure?.message ?? "");
  const lines = output.split("\n").map((line) => line.slice(0, longestLine));
  return output === "" ? [] : [{ kind: "output", text: lines.join("\n") }];
}

function deadLaunch({ comparison: { warnings } }: Report): string | undefined {
  const [dead] = warnings.flatMap((one) => (one.code === "base-not-measured" ? [one.first.failure] : []));
  return dead;
}

const longestLine = 300;

/** Benchmarks that could not be compared while others could: new ones with their median, and those without a baseline. */
export function newBenchmarks(report: Report): Text[] {
  const { run, head, comparison } = report;
  const uncompared = ["no-baseline", "not-comparable"] as const;
  // Beside stored runs, rows whose configuration changed have a clause of their own.
  const states = comparison.reference.kind === "stored" ? uncompared.slice(0, 1) : uncompared;
  const lacking = gatesThat(report, ...states).filter(
    ({ reason }) => reason.code !== "quick" && reason.code !== "replaced",
  );
  const open = new Set(lacking.map(({ row }) => row));
  const others = comparison.findings.filter(({ state }) => !uncompared.some((one) => one === state));
  const compared = new Set(others.map(({ row }) => row));
  const rows = run.rows.filter(({ id }) => open.has(id) && !compared.has(id));
  const named = (row: RecordRow): Text => {
    const p50 = figureOf(head.rows.find((one) => one.row === row.id)?.statistics, "p50");
    return [rowName(row.id), ...(p50 === undefined ? [] : [`, p50 ${formatValue("p50", p50)}`])];
  };
  const [first] = rows;
  if (!first || comparison.quick) return [];
  const isOne = rows.length === 1;
  const what = rows.every(({ onlyIn }) => onlyIn === "head")
    ? plural(rows.length, "new benchmark")
    : `${plural(rows.length, "benchmark")} ${isOne ? "has" : "have"} no baseline yet`;
  return [[`${what}: `, ...(isOne ? named(first) : names(rows.map(({ id }) => rowName(id))))]];
}

/** Rows that stored runs have otherwise, or that only they have: nothing was compared there. */
export function notCompared(report: Report): Text[] {
  const { run, base, comparison } = report;
  if (comparison.reference.kind !== "stored") return [];
  const rows = new Set(run.rows.map(({ id }) => id));
  const open = new Set(gatesThat(report, "not-comparable").map(({ row }) => row));
  const changed = [...open].filter((row) => rows.has(row));
  const gone = (base?.rows ?? []).map(({ row }) => row).filter((row) => !rows.has(row));
  const whose = changed.length === 1 ? "its" : "their";
  const them = gone.length === 1 ? "it" : "them";
  const clause = (some: readonly string[], what: string): Text =>
    some.length === 0 ? [] : [...names(some.map(rowName)), ` ${some.length === 1 ? "was" : "were"} not ${what}`];
  return [
    clause(changed, `compared: ${whose} configuration changed since the stored runs`),
    clause(gone, `measured: only the stored runs have ${them}`),
  ].filter(({ length }) => length > 0);
}

/** Tests whether head answers no call of a benchmark that base answers and head's configuration has dropped or changed. */
export function isDroppedRow({ threshold, state }: Finding): boolean {
  return isMustWork(threshold) && state === "regressed";
}

/** Benchmarks that head's configuration has dropped or changed, and that head no longer answers as base does. */
export function droppedRows(report: Report): Text[] {
  const what = " no longer answers the calls of base's benchmark: ";
  return gatesThat(report, "regressed")
    .filter(isDroppedRow)
    .map((one): Text => [rowName(one.row), what, tellingClause(reasonText(one))]);
}

/** Describes the changes of head's configuration and whose version decided; nothing where both are the same. */
export function configurationNote({ run: { configuration } }: Report): Text {
  if (!configuration) return [];
  if (configuration.decides === "head") {
    if (configuration.unusable === undefined) return ["Base has no configuration; this commit's configures both."];
    const why = tellingClause(configuration.unusable);
    return ["Base's configuration is not valid, so this commit's configures both: ", why, "."];
  }
  const changes = configuration.changes.map(changeText);
  const length = configuration.changes.some(({ what }) => what === "length");
  return [
    "This commit changes the configuration: ",
    ...joined(changes, "; "),
    ". Each commit starts by its own; base's benchmarks and thresholds decide until this one is merged",
    ...(length ? [" (", { name: "rounds" }, " and ", { name: "time-budget" }, " given to the run override both)"] : []),
    ".",
  ];
}

function changeText(change: ConfigurationChange): Text {
  const { what } = change;
  const all = names(change.names.map((name) => ({ name })));
  if (what === "load") return ["the load of ", ...all];
  if (what === "thresholds") return ["the thresholds of ", ...boundText(change, all)];
  if (what === "length") return ["rounds, time budget or leak check"];
  return what === "launch" ? all : [...all, ` ${what}`];
}

function boundText({ of, names: { length: count } }: ConfigurationChange, all: Text): Text {
  if (of === "defaults") return ["all rows"];
  if (of === "server") return ["the server"];
  return of === "variants" ? [count === 1 ? "variant " : "variants ", ...all] : all;
}
