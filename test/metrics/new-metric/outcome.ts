import { configJsonSchema } from "../../../src/config/schema/json-schema.ts";
import { decide } from "../../../src/decide/decide.ts";
import { compare } from "../../../src/facts/compare.ts";
import { renderCsv } from "../../../src/report/exports/csv.ts";
import { summarise } from "../../../src/table/summarise.ts";
import { tabulate } from "../../../src/table/table.ts";
import { makeRecord, type RoundOf } from "../../decide/records.ts";

/* Run within a copy of the sources that has one more metric, `timeouts`: prints what becomes of it. */

const rounds = (timeout: number): RoundOf[] =>
  Array.from({ length: 20 }, () => ({ latencies: new Array(100).fill(1), failures: { timeout } }));
const run = tabulate(
  makeRecord({
    rows: { echo: { base: rounds(5), head: rounds(25) } },
    thresholds: { timeouts: "+10%" },
  }),
);
const [head, base] = [summarise(run, "head"), summarise(run, "base")];
const comparison = compare({ table: run, head, against: { kind: "paired", stored: [] } });
const verdict = decide(comparison, { failOn: ["regression"] });
const csv = renderCsv({ title: "", run, head, base, comparison, verdict, reproduce: "", history: [] });
const outcome = {
  regressed: verdict.regressed.map(({ metric }) => metric),
  exported: csv.split("\r\n").filter((line) => line.includes(",timeouts,")),
  completed: JSON.stringify(configJsonSchema()).includes('"timeouts"'),
};
process.stdout.write(JSON.stringify(outcome));
