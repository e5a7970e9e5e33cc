import { ownValue } from "../../base/json.ts";
import type { Finding } from "../../decide/verdict.ts";
import { factor, noBreak, nothing, plural } from "../../metrics/format.ts";
import { formatValue, fromTo } from "../../metrics/format-value.ts";
import { type MetricId, metric } from "../../metrics/metric.ts";
import { figureOf, type Statistics } from "../../metrics/summary.ts";
import { inFlightOf } from "../../model/load.ts";
import { groupBy } from "../../stats/group-by.ts";
import { isListSize } from "../../table/tool-changes.ts";
import { type Block, paragraph, type Section, titled } from "../block.ts";
import { harmless } from "../clean.ts";
import {
  type Column,
  figureColumn,
  filled,
  left,
  metricColumns,
  nameColumns,
  right,
  tableBlocks,
  versionLines,
} from "../columns.ts";
import {
  changeOf,
  changeText,
  isFailing,
  judgedOf,
  metricLabel,
  passesByCpu,
  pointText,
  stateSign,
  verdictOf,
  wideGrowthText,
  withoutRepeats,
  worstFirst,
} from "../finding.ts";
import { type Report, serversOf, type View } from "../report.ts";
import { states } from "../states.ts";
import type { Text } from "../text.ts";
import { restarts, sessionsLeft } from "./sessions.ts";

type Server = ReturnType<typeof judgedServers>[number];

function judgedServers(report: Report) {
  const { findings } = report.comparison;
  return serversOf(report).map((server) => ({ ...server, findings: findings.filter(({ row }) => row === server.row) }));
}

/** The finding on a change; none of the list of tools, of which new ones are in the figures and not in what was judged. */
function changeIn(findings: readonly Finding[], id: MetricId): Finding | undefined {
  return isListSize(id) ? undefined : judgedOf(findings, id);
}

const inLine: readonly MetricId[] = ["startup", "peak_rss", "memory_growth", "tools_list_tokens", "tools_list_bytes"];

/** Tests whether the line of the server always has a metric. */
export function isInServerLine(id: MetricId): boolean {
  return inLine.includes(id);
}

/** The server in one line, or one for each variant: what everybody asks for, and whatever else is not as it was. */
export function serverLines({ report }: View): Text[] {
  return judgedServers(report).flatMap((server): Text[] => {
    const { variant } = server;
    const findings = worstFirst(withoutRepeats(server.findings));
    const marked = findings.filter((one) => isFailing(one) || (isInServerLine(one.metric) && passesByCpu(one)));
    const markOf = (one: Finding | undefined) => (one ? `${noBreak}${stateSign(one)}` : "");
    const usual = inLine.flatMap((id): string[] => {
      const figure = figureWithChange(server, { id, run: report.run });
      return figure === undefined ? [] : [`${figure}${markOf(marked.find((one) => one.metric === id))}`];
    });
    const others = findings
      .filter((one) => states[one.state].tone !== "good" && !isInServerLine(one.metric))
      .map((one) => {
        const figures = one.change ? ` ${fromTo(one)}` : "";
        return `${metricLabel(one)}${figures}${isFailing(one) ? markOf(one) : ""}`;
      });
    const parts = [...usual, ...new Set(others), ...leaksNotSeen(report, variant)];
    if (parts.length === 0) return [];
    const worst = verdictOf(findings);
    const sign = worst && stateSign({ state: worst.state, threshold: worst.threshold });
    // The figure that fails is marked itself; where nothing is compared the headline says so.
    const isSaid =
      (worst?.state === "no-baseline" && report.comparison.reference.kind === "none") ||
      marked.some((one) => stateSign(one) === sign);
    const name: Text = variant === undefined ? [{ strong: "Server" }] : [{ strong: "Server" }, " ", { name: variant }];
    return [[...name, `: ${parts.join(" · ")}${sign === undefined || isSaid ? "" : ` · ${sign}`}`]];
  });
}

/** Such as `start-up 182 → 190 ms (+4.4%)`; undefined where the metric was not measured. */
function figureWithChange(
  { head, base, findings }: Server,
  { id, run }: { id: MetricId; run: Report["run"] },
): string | undefined {
  const [before, after] = [figureOf(base, id), figureOf(head, id)];
  const isTold = id === "tools_list_bytes" && figureOf(head, "tools_list_tokens") !== undefined;
  if (after === undefined || isTold) return undefined;
  const { label, compared } = metric(id);
  const judged = changeIn(findings, id);
  const wide = judged ? wideGrowthText(judged, run) : "";
  if (before === undefined || before === after) return `${label} ${formatValue(id, after)}${wide}`;
  // The interval is in the tables; of a growth the figures are the change.
  const change = judged && compared !== "rise" ? ` (${pointText(judged)})` : "";
  return `${label} ${fromTo({ metric: id, base: before, head: after })}${change}${wide}`;
}

/** Names the rows that no leak check looked at, where a warning says why. */
function leaksNotSeen({ run }: Report, variant: string | undefined): string[] {
  if (!run.warnings.some(({ code }) => code === "not-leak-checked")) return [];
  const launches = run.rounds.flatMap((round) => round.launches);
  // Calls that came too late, or were not all answered, told nothing.
  const checks = launches.filter(({ metrics }) => metrics.memory_growth !== undefined);
  const seen = new Set(checks.flatMap(({ leakChecked = [] }) => leakChecked));
  const rows = run.rows.filter((row) => variant === undefined || row.variant === variant);
  const unseen = rows.filter(({ id }) => !seen.has(id)).length;
  if (unseen === 0) return [];
  return [unseen === rows.length ? "no leak check" : `no leak check in ${plural(unseen, "row")}`];
}

const groups: readonly { readonly title: string; readonly ids: readonly MetricId[] }[] = [
  {
    title: "Start-up and shut-down",
    ids: [
      "startup",
      "startup_cpu",
      "cold_startup",
      "connection_setup",
      "handshake",
      "first_list",
      "shutdown",
      "orphans",
      "unclean_exits",
    ],
  },
  {
    title: "Memory and CPU of the process tree",
    ids: ["idle_rss", "steady_rss", "peak_rss", "memory_growth", "idle_cpu", "threads", "open_files"],
  },
  {
    title: "Context cost: what a client sends to its model",
    ids: ["tools_list_bytes", "tools_list_tokens", "tools_list_changes", "instructions_bytes", "instructions_tokens"],
  },
];

/** Shows figures measured once per launch: phases, memory, and the size of the lists that every client gets. */
export function serverSection(view: View): Section {
  const servers = judgedServers(view.report);
  const columns: Column<MetricId>[] = [left("Metric", (id) => metric(id).label), ...servers.flatMap(serverColumns)];
  const blocks = groups.flatMap(({ title, ids }): Block[] => {
    const isMeasured = (id: MetricId) =>
      servers.some(({ head, base }) => figureOf(head, id) !== undefined || figureOf(base, id) !== undefined);
    const method: Text = ids.includes("peak_rss") ? methodText(view.report.run.resourceMethod) : [];
    return titled([{ strong: title }, ...method], tableBlocks(columns, ids.filter(isMeasured)));
  });
  return {
    id: "server",
    title: "Start-up, memory and context cost",
    fold: "Statistics",
    blocks: [
      ...blocks,
      ...firstCalls(view),
      ...loadMemory(view),
      ...sessionsLeft(view),
      ...restarts(view),
      ...leftovers(view),
    ],
  };
}

function serverColumns({ variant, head, base, findings }: Server): Column<MetricId>[] {
  const of = variant === undefined ? "" : ` (${harmless(variant)})`;
  const value = (label: string, statistics: Statistics | undefined) =>
    right<MetricId>(label, (id) => formatValue(id, figureOf(statistics, id)));
  if (!base) return [value(variant === undefined ? "Value" : harmless(variant), head)];
  const change = right<MetricId>(`Change${of}`, (id) => {
    const judged = changeIn(findings, id);
    return judged ? changeText(judged) : changeOf({ metric: id, base: figureOf(base, id), head: figureOf(head, id) });
  });
  return [value(`Base${of}`, base), value(`Head${of}`, head), change];
}

function methodText(method: string): Text {
  const words = { "linux-proc-highwater": "peaks as Linux keeps them", "macos-ps-sampled": "sampled with ps" };
  return [" (", { prose: ownValue(words, method) ?? method }, ")"];
}

function leftovers({ report }: View): Block[] {
  const launches = report.run.head.launches.flat();
  const killed = launches.filter((launch) => launch.killed).length;
  const orphans = launches.reduce((sum, launch) => sum + launch.orphans, 0);
  const parts = [
    ...(killed > 0 ? [`${killed} of ${plural(launches.length, "launch")} of head had to be killed`] : []),
    ...(orphans > 0 ? [`head left ${plural(orphans, "process")} behind`] : []),
  ];
  return parts.length > 0 ? paragraph(`⚠️ Shut-down: ${parts.join("; ")}.`) : [];
}

/** The first call of each operation on a launch, which is made alone, against what a call made alone takes later on. */
export function firstCalls({ rows }: View): Block[] {
  const operations = groupBy(rows, ({ row }) => JSON.stringify([row.method, row.target, row.variant]));
  const calls = [...operations.values()].flatMap((same) => {
    const first = same.find(({ head }) => figureOf(head?.statistics, "first_call") !== undefined);
    const alone = same.find(({ row: { load } }) => inFlightOf(load) === 1);
    return first ? [{ ...first, later: alone?.head }] : [];
  });
  type FirstCall = (typeof calls)[number];
  // A prompt and a tool may have the same name.
  const operationName = ({ row: { method, target } }: FirstCall) => {
    const isClear = calls.every(({ row }) => row.target !== target || row.method === method);
    return isClear ? target : `${method} ${target}`;
  };
  const times = ({ head, later }: FirstCall): string => {
    const [first, after] = [figureOf(head?.statistics, "first_call"), figureOf(later?.statistics, "p50")];
    return first === undefined || !after ? nothing : factor(first / after);
  };
  const variant: Column<FirstCall> = left("Variant", ({ row }) => (row.variant ? { name: row.variant } : nothing));
  const columns: Column<FirstCall>[] = [
    ...filled([variant], calls),
    left("Operation", (call) => ({ name: operationName(call) })),
    ...filled([figureColumn("first_call", calls, { label: "Base first", of: ({ base }) => base })], calls),
    figureColumn("first_call", calls, { label: "First", of: ({ head }) => head }),
    figureColumn("p50", calls, { label: "p50 later", of: ({ later }) => later }),
    right("First / later", times),
  ];
  return titled([{ strong: "First call on a launch" }], tableBlocks(columns, calls));
}

/** Memory while the calls of each row were made, and what one more session or unit costs. */
export function loadMemory({ rows }: View): Block[] {
  const lines = versionLines(rows).filter(({ statistics }) => figureOf(statistics, "load_peak_rss") !== undefined);
  const ids = ["load_mean_rss", "load_peak_rss", "memory_per_unit", "memory_per_session"] as const;
  const columns = [...nameColumns(lines), ...filled(metricColumns(ids, lines), lines)];
  return titled([{ strong: "Memory while the calls were made" }], tableBlocks(columns, lines));
}
