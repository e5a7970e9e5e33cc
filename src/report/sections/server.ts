import { type MetricId, metric } from "../../stats/metric.ts";
import type { Block, Section, Text } from "../block.ts";
import { formatValue, nothing, plural, signed } from "../format.ts";
import { type Column, table } from "../table.ts";
import { figureOf, type View } from "../view.ts";

const groups: readonly { readonly title: string; readonly ids: readonly MetricId[] }[] = [
  { title: "Phases", ids: ["startup", "handshake", "first_list", "shutdown"] },
  { title: "Resources of the process tree", ids: ["idle_rss", "peak_rss", "idle_cpu", "threads", "open_files"] },
  { title: "Context cost: what a client sends to its model", ids: ["tools_list_bytes", "instructions_bytes"] },
];

/** What was measured once per launch: phases, memory, and the size of what the server tells every client. */
export function serverSection(view: View): Section {
  const { head, base, record } = view.report;
  const columns: Column<MetricId>[] = [
    { label: "Metric", align: "left", cell: (id) => metric(id).label },
    ...(base
      ? [
          {
            label: "Base",
            align: "right",
            cell: (id) => formatValue(id, figureOf(base.server, id)),
          } satisfies Column<MetricId>,
        ]
      : []),
    { label: "Head", align: "right", cell: (id) => formatValue(id, figureOf(head.server, id)) },
    ...(base ? [{ label: "Change", align: "right", cell: (id) => change(view, id) } satisfies Column<MetricId>] : []),
  ];
  const blocks = groups.flatMap(({ title, ids }): Block[] => {
    const present = ids.filter(
      (id) => figureOf(head.server, id) !== undefined || figureOf(base?.server, id) !== undefined,
    );
    if (present.length === 0) return [];
    const method: Text = title.startsWith("Resources") ? [" (", { prose: record.resourceMethod }, ")"] : [];
    return [{ kind: "paragraph", text: [{ strong: title }, ...method] }, table(columns, present)];
  });
  const left = leftovers(view);
  if (left !== "") blocks.push({ kind: "paragraph", text: [left] });
  return { id: "server", title: "Start-up, memory and context cost", folded: true, blocks };
}

/** Launches that did not end when asked to, or ended without their children. */
function leftovers({ report }: View): string {
  const launches = report.record.rounds.flatMap((round) => round.launches).filter(({ arm }) => arm === report.head.arm);
  const killed = launches.filter((launch) => launch.killed).length;
  const orphans = launches.reduce((sum, launch) => sum + launch.orphans, 0);
  const parts = [
    killed > 0 ? `${killed} of ${plural(launches.length, "launch")} of head had to be killed` : "",
    orphans > 0 ? `head left ${plural(orphans, "process")} behind` : "",
  ].filter((part) => part !== "");
  return parts.length > 0 ? `⚠️ Shut-down: ${parts.join("; ")}.` : "";
}

function change({ report }: View, id: MetricId): string {
  const [head, base] = [figureOf(report.head.server, id), figureOf(report.base?.server, id)];
  return head === undefined || base === undefined || base === 0 ? nothing : signed(head / base - 1);
}
