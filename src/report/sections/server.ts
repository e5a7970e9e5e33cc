import { ownValue } from "../../base/json.ts";
import type { Finding } from "../../decide/verdict.ts";
import { nothing, plural, signed } from "../../metrics/format.ts";
import { formatValue } from "../../metrics/format-value.ts";
import { type MetricId, metric } from "../../metrics/metric.ts";
import { type ArmSummary, figureOf, type Statistics } from "../../metrics/summary.ts";
import { serverRowOf } from "../../record/row-ids.ts";
import type { Block, Section } from "../block.ts";
import { harmless } from "../clean.ts";
import { changeText, judgedOf, signedChange } from "../finding.ts";
import { type Column, table } from "../table.ts";
import type { Text } from "../text.ts";
import type { View } from "../view.ts";
import { firstCalls, loadMemory, services } from "./resources.ts";

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
  const { head, base, run } = view.report;
  const columns: Column<MetricId>[] = [
    { label: "Metric", align: "left", cell: (id) => metric(id).label },
    ...serversOf(head, base).flatMap((server) => columnsOf(server, view.report.comparison.findings)),
  ];
  const blocks = groups.flatMap(({ title, ids }): Block[] => {
    const present = ids.filter((id) =>
      serversOf(head, base).some(
        (server) => figureOf(server.head, id) !== undefined || figureOf(server.base, id) !== undefined,
      ),
    );
    if (present.length === 0) return [];
    const method: Text = ids.includes("peak_rss") ? methodText(run.resourceMethod) : [];
    return [{ kind: "paragraph", text: [{ strong: title }, ...method] }, table(columns, present)];
  });
  blocks.push(...firstCalls(view), ...loadMemory(view), ...services(view));
  const left = leftovers(view);
  if (left !== "") blocks.push({ kind: "paragraph", text: [left] });
  return { id: "server", title: "Start-up, memory and context cost", folded: true, blocks };
}

/** Describes the method of reading memory. */
function methodText(method: string): Text {
  const words = { "linux-proc-highwater": "peaks as Linux keeps them", "macos-ps-sampled": "sampled with ps" };
  return [" (", { prose: ownValue(words, method) ?? method }, ")"];
}

/** Launches that did not end when asked to, or ended without their children. */
function leftovers({ report }: View): string {
  const launches = report.run.head.launches.flat();
  const killed = launches.filter((launch) => launch.killed).length;
  const orphans = launches.reduce((sum, launch) => sum + launch.orphans, 0);
  const parts = [
    killed > 0 ? `${killed} of ${plural(launches.length, "launch")} of head had to be killed` : "",
    orphans > 0 ? `head left ${plural(orphans, "process")} behind` : "",
  ].filter((part) => part !== "");
  return parts.length > 0 ? `⚠️ Shut-down: ${parts.join("; ")}.` : "";
}

/** The server of one variant, or the only one, on both sides. */
interface Server {
  readonly variant?: string;
  readonly head: Statistics | undefined;
  readonly base: Statistics | undefined;
}

function serversOf(head: ArmSummary, base: ArmSummary | undefined): Server[] {
  if (!head.servers) return [{ head: head.server, base: base?.server }];
  return Object.entries(head.servers).map(([variant, server]) => ({
    variant,
    head: server,
    base: new Map(Object.entries(base?.servers ?? {})).get(variant),
  }));
}

function columnsOf({ variant, head, base }: Server, findings: readonly Finding[]): Column<MetricId>[] {
  const of = variant === undefined ? "" : ` (${harmless(variant)})`;
  const own = findings.filter(({ row }) => row === serverRowOf(variant));
  // New tools are in the figures and not in what was judged.
  const judged = (id: MetricId) => (id.startsWith("tools_list") ? undefined : judgedOf(own, id));
  const figures = (id: MetricId) => {
    const found = judged(id);
    return { base: found?.base ?? figureOf(base, id), head: found?.head ?? figureOf(head, id) };
  };
  const value = (label: string, side: "base" | "head"): Column<MetricId> => ({
    label: `${label}${of}`,
    align: "right",
    cell: (id) => formatValue(id, figures(id)[side]),
  });
  if (!base) return [{ ...value("", "head"), label: variant === undefined ? "Value" : harmless(variant) }];
  const change: Column<MetricId> = {
    label: `Change${of}`,
    align: "right",
    cell: (id) => {
      const found = judged(id);
      return found ? changeText(found) : changeOf(id, figures(id));
    },
  };
  return [value("Base", "base"), value("Head", "head"), change];
}

/** As a gate writes it: a difference for shares and growths, else relative. */
function changeOf(id: MetricId, { head, base }: { head: number | undefined; base: number | undefined }): string {
  if (head === undefined || base === undefined) return nothing;
  const { unit, compared } = metric(id);
  if (unit === "ratio" || compared === "rise") return signedChange({ metric: id }, head - base);
  return base === 0 ? nothing : signed(head / base - 1);
}
